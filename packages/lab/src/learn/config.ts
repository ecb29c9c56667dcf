// What a training is to do: the one schema behind the flags of `train`, a configuration file, and config.json.

import { createNetwork, InputError, METHODS, parseGame } from 'afterstate';
import type { Game, Method, Network } from 'afterstate';
import { z } from 'zod';

const count = z.number().int().min(1).max(1e12);

/** A checkpoint has them in its header, and a header has at most 100 MB. */
export const MOST_BOARDS = 500_000;

export const trainSchema = z.strictObject({
  game: z.string().default('2048'),
  network: z.string(),
  stages: z.string().default('none'),
  method: z.string().default('td'),
  games: count,
  seed: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(1),
  threads: z.number().int().min(1).max(64).default(1),
  /** The share of the error that an update removes; the method's own unless given. */
  alpha: z.number().positive().max(10).optional(),
  /** The step size once learning is saturated (Yeh et al., IV.E). */
  alphaFinal: z.number().positive().max(10).optional(),
  lambda: z.number().min(0).max(1).optional(),
  /** The value that every board starts with. */
  initial: z.number().min(0).max(1e7).optional(),
  /** Model files whose weights learning begins from: FILE, or for some stages, counted from 0, FILE@2 or FILE@0-1. */
  from: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  /** With `from`: the sums of temporal coherence as well, so that every weight keeps its rate. */
  rates: z.boolean().optional(),
  restart: z.boolean().optional(),
  promote: z.boolean().default(false),
  carousel: z.boolean().default(false),
  /** Multi-stage: the method within a stage, and how many boards are collected at a split. */
  base: z.string().default('td'),
  boards: count.max(MOST_BOARDS).default(100_000),
  /** Games a line of metrics. */
  block: count.max(1e6).default(1000),
  /** Seconds, at least, from one checkpoint to the next. */
  checkpoint: z.number().min(0).max(86_400).default(300),
});

export type TrainConfig = z.infer<typeof trainSchema>;

export function parseConfig(values: unknown, where: string): TrainConfig {
  const result = trainSchema.safeParse(values);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new InputError(`${where}: ${issue?.path.join('.') || 'the settings'}: ${issue?.message ?? 'wrong'}`);
}

export interface Plan {
  readonly config: TrainConfig;
  readonly game: Game;
  readonly network: Network;
  readonly method: Method;
  /** What is learned within a stage, for multi-stage learning; otherwise the method itself. */
  readonly base: Method;
}

/** Checks that the parts fit together. */
export function planTraining(config: TrainConfig): Plan {
  const game = parseGame(config.game);
  const method = findMethod(config.method, '--method');
  const staged = method.name === 'multistage';
  const base = staged ? findMethod(config.base, '--base') : method;
  if (staged && (base.name === 'multistage' || base.name === 'otd')) {
    throw new InputError(
      `--base ${base.name} is not possible; within a stage learn by td, tc, td-lambda, tc-lambda or backward`,
    );
  }
  const stages =
    method.name === 'multistage' && config.stages === 'none'
      ? game.name === 'threes'
        ? 'threes3'
        : 'yeh3'
      : config.stages;
  const network = createNetwork({ game: game.name, network: config.network, stages, values: base.values });
  if (method.name === 'multistage' && network.stages.kind !== 'reach') {
    throw new InputError(
      `multistage learns stages that are reached one after the other; '${config.stages}' is not of the form reach:…`,
    );
  }
  if (config.carousel && network.stageCount === 1)
    throw new InputError('--carousel starts games in later stages; give --stages');
  if (config.rates && (config.from === undefined || !base.coherent))
    throw new InputError('--rates takes the rates of temporal coherence from --from, for methods that have them');
  const sources = sourcesOf(config, network.stageCount);
  for (const { text, first, last } of sources) {
    if (last >= network.stageCount || first > last)
      throw new InputError(`--from ${text}: there are stages 0 to ${network.stageCount - 1}`);
  }
  if (config.initial !== undefined && sources.some(({ first, last }) => first === 0 && last === network.stageCount - 1))
    throw new InputError(
      '--from and --initial both say what learning begins from; give one, or say which stages are from where, as --from MODEL@0-1',
    );
  if (config.promote && network.stageCount === 1)
    throw new InputError('--promote copies weights from stage to stage; give --stages');
  return { config: { ...config, stages: network.description.stages }, game, network, method, base };
}

export interface Source {
  readonly text: string;
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

/** What learning begins from: files, each for some stages. */
export function sourcesOf({ from = [] }: TrainConfig, stageCount: number): Source[] {
  return [from].flat().map((text) => {
    const [, file = text, first, last] = /^(.+)@(\d+)(?:-(\d+))?$/.exec(text) ?? [];
    // FILE is for all stages, FILE@2 for stage 2 and those after it.
    return {
      text,
      file,
      first: Number(first ?? 0),
      last: last === undefined ? Math.max(stageCount - 1, Number(first ?? 0)) : Number(last),
    };
  });
}

function findMethod(name: string, flag: string): Method {
  const method = METHODS.find((candidate) => candidate.name === name);
  const names = [...METHODS.map((m) => m.name), ...(flag === '--method' ? ['dqn'] : [])];
  if (!method) throw new InputError(`${flag} '${name}' is unknown; there are ${names.join(', ')}`);
  return method;
}
