// The settings of `train` for n-tuple networks, declared once for its flags, files of settings and config.json.

import { createNetwork, defaultStages, InputError, METHODS, NETWORKS, parseGame, STAGE_NAMES } from 'afterstate';
import type { Game, Method, Network } from 'afterstate';
import { z } from 'zod';
import type { RunFolder } from '../files/run-folder.ts';
import {
  checkpointSetting,
  gameSetting,
  gamesSetting,
  GROUPS,
  seedSetting,
  threadsSetting,
} from '../runs/common-settings.ts';
import { setting, Settings } from '../runs/settings.ts';
import { startsSource } from './starts.ts';

const count = z.number().int().min(1).max(1e12);

/** The header of a checkpoint holds them, and a header has at most 100 MB. */
const MOST_BOARDS = 500_000;

const NTUPLE = 'n-tuple networks:';
const STAGES = 'Stages of n-tuple networks:';

export const trainSettings = new Settings({
  network: setting(z.string(), {
    argument: 'spec',
    description: `an n-tuple network: patterns of cells in hex, such as '0123 4567', or a name: ${Object.keys(NETWORKS).join(', ')}`,
    group: GROUPS.run,
    remedy: 'give patterns or a name, such as --network 4x6',
  }),
  method: setting(z.string().default('td'), {
    argument: 'name',
    description: ['how to learn:', ...METHODS.map(({ name, summary }) => `${name}: ${summary}`)].join('\n'),
    group: GROUPS.run,
  }),
  games: gamesSetting(),
  /** Has no default value: settings without it belong to runs and jobs that are older than it. */
  moves: setting(z.number().int().min(1).max(1e15).optional(), {
    argument: 'n',
    description: 'end with the game that reaches this many moves, if that comes before --games',
    group: NTUPLE,
    onResume: 'more',
  }),
  game: gameSetting(),
  seed: seedSetting(),
  threads: threadsSetting('threads that learn together; a run on one thread is reproducible bit for bit'),
  from: setting(z.union([z.string(), z.array(z.string()).min(1)]).optional(), {
    argument: 'model',
    description:
      'start from the weights of a model file or run folder, which initialise all stages; MODEL@2 only those from stage 2 on, MODEL@0-1 stages 0 and 1, MODEL@3-4=3 stages 3 and 4 from its stage 3; patterns that the model does not have start from 0; may be repeated',
    group: NTUPLE,
  }),
  rates: setting(z.boolean().optional(), {
    description: "with --from: keep a checkpoint's rates of temporal coherence",
    group: NTUPLE,
  }),
  alpha: setting(z.number().positive().max(10).optional(), {
    argument: 'x',
    description: 'step size: the share of an error that one update removes',
    group: NTUPLE,
    fallback: "the method's: 0.1, or 1 with temporal coherence",
  }),
  /** Yeh et al., IV.E. */
  alphaFinal: setting(z.number().positive().max(10).optional(), {
    argument: 'x',
    description: 'step size once the average score no longer improves',
    group: NTUPLE,
    fallback: '--alpha throughout',
  }),
  alphaDrop: setting(count.optional(), {
    argument: 'games',
    description:
      'with --alpha-final: lower the step size after this many games (with multistage, of each stage), at the end of a block',
    group: NTUPLE,
    fallback: 'once the average score no longer improves',
  }),
  lambda: setting(z.number().min(0).max(1).optional(), {
    argument: 'x',
    description: `how much later returns count, for ${methodsWithLambda().join(', ')}`,
    group: NTUPLE,
    fallback: "the method's: 0.5; backward: 0",
  }),
  initial: setting(z.number().min(0).max(1e7).optional(), {
    argument: 'points',
    description: 'the value that every board starts with',
    group: NTUPLE,
    fallback: '0; otd: 320000',
  }),
  restart: setting(z.boolean().optional(), {
    description: 'replay every game from its middle (the default of backward)',
    negation: 'do not replay games from their middle',
    group: NTUPLE,
  }),
  stages: setting(z.string().default('none'), {
    argument: 'spec',
    description: `weights for each stage of a game: none, reach:…, tiles:…, largest:…, sets:…, or a name: ${Object.keys(STAGE_NAMES).join(', ')}`,
    group: STAGES,
  }),
  starts: setting(z.string().optional(), {
    argument: 'records',
    description:
      'start games from boards of a file of records; RECORDS@16384+8192 only from those that hold these tiles together, RECORDS@16384,32768 from those that hold one of these',
    group: STAGES,
    fallback: 'games start from the deal',
  }),
  carousel: setting(z.boolean().default(false), {
    description: 'start games in each stage in turn',
    group: STAGES,
  }),
  promote: setting(z.boolean().default(false), {
    description: 'initialise the weights of a later stage from the stage before it',
    group: STAGES,
  }),
  /** Has no default value, like `moves`. */
  until: setting(z.number().int().min(1).max(15).optional(), {
    argument: 'stage',
    description: 'end games where this stage begins; its weights and those of later stages are used but not changed',
    group: STAGES,
  }),
  base: setting(z.string().default('td'), {
    argument: 'name',
    description: 'multistage: the method within a stage',
    group: STAGES,
  }),
  boards: setting(count.max(MOST_BOARDS).default(100_000), {
    argument: 'n',
    description: 'how many boards to start from: those that multistage collects for a stage, or that --starts takes',
    group: STAGES,
  }),
  learned: setting(z.number().int().min(1).max(15).optional(), {
    argument: 'n',
    description: 'multistage: take the weights of the first n stages from --from, and do not train them again',
    group: STAGES,
  }),
  block: setting(count.max(1e6).default(1000), {
    argument: 'n',
    description: 'games per line of metrics',
    group: GROUPS.output,
  }),
  checkpoint: checkpointSetting(),
});

export type TrainConfig = ReturnType<typeof trainSettings.parse>;
export type TrainRun = RunFolder<TrainConfig>;

/** The methods that use later returns. */
export function methodsWithLambda(): string[] {
  return METHODS.filter(({ lambda }) => lambda !== undefined).map(({ name }) => name);
}

export interface Plan {
  readonly config: TrainConfig;
  readonly game: Game;
  readonly network: Network;
  readonly method: Method;
  /** The method within a stage, for multi-stage learning; otherwise the method itself. */
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
      `--base ${base.name} is not possible; within a stage use td, tc, td-lambda, tc-lambda or backward`,
    );
  }
  const stages = method.name === 'multistage' && config.stages === 'none' ? defaultStages(game) : config.stages;
  const network = createNetwork({ game: game.name, network: config.network, stages, values: base.values });
  if (method.name === 'multistage' && network.stages.kind !== 'reach') {
    throw new InputError(
      `multistage needs stages that are reached one after another; '${config.stages}' is not of the form reach:…`,
    );
  }
  if (config.starts !== undefined) {
    if (method.name === 'multistage' || config.carousel)
      throw new InputError(
        `--starts says where games start, and so does ${config.carousel ? '--carousel' : '--method multistage'}; give one of them`,
      );
    startsSource(config.starts, game);
  }
  if (config.moves !== undefined && (method.name === 'multistage' || method.name === 'otd'))
    throw new InputError(`--moves is not for ${method.name}, which divides its games among phases; give --games alone`);
  if (config.until !== undefined) {
    if ((method.loop !== 'td' && method.loop !== 'td-delayed') || method.hasPhases)
      throw new InputError(`--until is for td, tc and tc-lambda, not for ${method.name}`);
    if (config.until >= network.stageCount)
      throw new InputError(`--until ${config.until}: the stages are 0 to ${network.stageCount - 1}`);
  }
  if (config.carousel && network.stageCount === 1)
    throw new InputError('--carousel starts games in later stages; give --stages');
  if (config.rates && (config.from === undefined || !base.coherent))
    throw new InputError(
      '--rates takes the rates of temporal coherence from --from, and only methods with temporal coherence have rates',
    );
  if (config.alphaDrop !== undefined && config.alphaFinal === undefined)
    throw new InputError('--alpha-drop says when the step size becomes --alpha-final; give --alpha-final too');
  const sources = sourcesOf(config, network.stageCount);
  if (staged && config.learned !== undefined) requireLearned(config.learned, network.stageCount, sources);
  for (const { text, first, last } of sources) {
    if (last >= network.stageCount || first > last)
      throw new InputError(`--from ${text}: the stages are 0 to ${network.stageCount - 1}`);
  }
  if (config.initial !== undefined && sources.some(({ first, last }) => first === 0 && last === network.stageCount - 1))
    throw new InputError(
      '--from and --initial both set the first weights; give one of them, or limit --from to some stages: --from MODEL@0-1',
    );
  if (config.promote && network.stageCount === 1)
    throw new InputError('--promote copies weights from stage to stage; give --stages');
  return {
    config: { ...config, game: game.spec, stages: network.description.stages },
    game,
    network,
    method,
    base,
  };
}

/** Checks that every stage that is not trained again has a model to come from. */
function requireLearned(learned: number, stageCount: number, sources: readonly Source[]): void {
  if (learned >= stageCount)
    throw new InputError(`--learned ${learned}: there are ${stageCount} stages, and none would be left to train`);
  const missing = Array.from({ length: learned }, (_, stage) => stage).find((stage) =>
    sources.every(({ first, last }) => stage < first || stage > last),
  );
  if (missing !== undefined)
    throw new InputError(
      `--learned ${learned}: stage ${missing} has no weights; give the model that has them: --from MODEL@0-${learned - 1}`,
    );
}

export interface Source {
  readonly text: string;
  readonly file: string;
  readonly first: number;
  readonly last: number;
  /** The stage of the model that all of them take; undefined to take the one with their own number. */
  readonly source?: number;
}

/** The files that learning starts from, each for some stages. */
export function sourcesOf({ from = [] }: Pick<TrainConfig, 'from'>, stageCount: number): Source[] {
  return [from].flat().map((text) => {
    const [, file = text, first, last, source] = /^(.+)@(\d+)(?:-(\d+))?(?:=(\d+))?$/.exec(text) ?? [];
    // FILE is for all stages, FILE@2 for stage 2 and those after it, FILE@3-4=3 for stages 3 and 4 from its stage 3.
    return {
      text,
      file,
      first: Number(first ?? 0),
      last: last === undefined ? Math.max(stageCount - 1, Number(first ?? 0)) : Number(last),
      ...(source !== undefined && { source: Number(source) }),
    };
  });
}

function findMethod(name: string, flag: string): Method {
  const method = METHODS.find((candidate) => candidate.name === name);
  if (!method)
    throw new InputError(`${flag} '${name}' is unknown; choose from ${METHODS.map((one) => one.name).join(', ')}`);
  return method;
}
