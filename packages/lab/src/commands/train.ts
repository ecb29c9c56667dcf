// afterstate train: teaches a network, in a run folder that survives anything. n-tuple networks here, deep Q-learning in
// train-dqn.ts.

import { join } from 'node:path';
import { InputError, METHODS, NETWORKS, STAGE_NAMES } from 'afterstate';
import { openFile, requireMemory } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { useHugePages } from '../files/huge-pages.ts';
import { RunFolder } from '../files/run-folder.ts';
import { readSettings } from '../files/settings.ts';
import { MOST_BOARDS, parseConfig, planTraining, sourcesOf } from '../learn/config.ts';
import type { TrainConfig } from '../learn/config.ts';
import { phasesOf } from '../learn/phases.ts';
import { TRAIN_RUN } from '../learn/run-folder.ts';
import type { TrainRun } from '../learn/run-folder.ts';
import type { Trained, TrainEvents } from '../learn/trainer.ts';
import { learnerOptions, train } from '../learn/trainer.ts';
import { trainingLine } from '../learn/training-line.ts';
import { gameOption, jsonOption, positiveNumber, seedOption, share, wholeNumber } from './options.ts';
import { DQN_SUMMARY, dqnOptions, trainByDqn } from './train-dqn.ts';

interface TrainFlags extends Record<string, unknown> {
  out?: string;
  resume?: string;
  json: boolean;
  games?: number;
}

/** Flags that every method has. */
const COMMON = [
  'network',
  'method',
  'games',
  'game',
  'seed',
  'threads',
  'block',
  'checkpoint',
  'out',
  'resume',
  'json',
];

export function register(program: Command): void {
  const command = program
    .command('train')
    .description('teach a network; goes on where it was stopped with --resume')
    .argument('[config]', 'a JSON file with the settings, instead of flags')
    .option(
      '--network <spec>',
      `patterns in hex and features, or a name: ${Object.keys(NETWORKS).join(', ')}; for dqn a neural network, such as 'qnet?hidden=256'`,
    )
    .addOption(
      new Option(
        '--method <name>',
        [...METHODS.map(({ name, summary }) => `${name} (${summary})`), DQN_SUMMARY].join('; '),
      ),
    )
    .addOption(new Option('--games <n>', 'how many games to learn from').argParser(wholeNumber('--games', 1, 1e12)))
    .addOption(gameOption())
    .addOption(
      new Option('--stages <spec>', `none, reach:…, tiles:…, largest:…, or ${Object.keys(STAGE_NAMES).join(', ')}`),
    )
    .addOption(seedOption())
    .addOption(
      new Option('--threads <n>', 'threads that learn together; one repeats itself bit for bit').argParser(
        wholeNumber('--threads', 1, 64),
      ),
    )
    .addOption(
      new Option('--alpha <x>', 'step size: the share of an error that one update removes').argParser(
        positiveNumber('--alpha', 10),
      ),
    )
    .addOption(
      new Option('--alpha-final <x>', 'step size once learning is saturated').argParser(
        positiveNumber('--alpha-final', 10),
      ),
    )
    .addOption(new Option('--lambda <x>', 'how much later returns count, 0 to 1').argParser(share('--lambda')))
    .addOption(
      new Option('--initial <points>', 'value that every board starts with (otd: 320000)').argParser(
        wholeNumber('--initial', 0, 1e7),
      ),
    )
    .addOption(
      new Option(
        '--from <model>',
        'begin from the weights of a model; one without stages begins every stage; MODEL@0-1 begins stages 0 and 1, MODEL@2 those from 2 on',
      ).argParser((text: string, before: string[] = []) => [...before, text]),
    )
    .option('--rates', 'with --from: keep the rates of temporal coherence, which a checkpoint has')
    .option('--restart', 'play every game again from its middle')
    .option('--no-restart', 'do not (backward does unless told)')
    .option('--carousel', 'start games in every stage in turn')
    .option('--promote', 'new weights of a later stage start from the stage before')
    .option('--base <name>', 'multistage: the method within a stage')
    .addOption(
      new Option('--boards <n>', 'multistage: boards to collect at a split').argParser(
        wholeNumber('--boards', 1, MOST_BOARDS),
      ),
    )
    .addOption(new Option('--block <n>', 'games a line of metrics').argParser(wholeNumber('--block', 1, 1e6)))
    .addOption(
      new Option('--checkpoint <seconds>', 'time from one checkpoint to the next').argParser(
        wholeNumber('--checkpoint', 0, 86_400),
      ),
    )
    .option('--out <folder>', 'the run folder; runs/… unless given')
    .option('--resume <folder>', 'go on with a run; --games makes it longer')
    .addOption(jsonOption())
    .action(async (file: string | undefined, flags: TrainFlags) => {
      const given = Object.fromEntries(
        Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
      );
      const method = await methodOf(file, given);
      checkFlags(given, method);
      if (method === 'dqn') return trainByDqn(file, given, flags.json);
      const run = flags.resume === undefined ? await newRun(file, given) : await oldRun(flags.resume, given);
      useHugePages();
      const trained = await teach(run, flags.json);
      if (!flags.json) process.stdout.write(`${closing(run, trained)}\n`);
    });
  command.optionsGroup('With --method dqn:');
  for (const option of dqnOptions()) command.addOption(option);
}

/** By the flags, by the run that goes on, or by the file of settings; undefined where none of them says. */
async function methodOf(file: string | undefined, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { method, resume } = given;
  // What is wrong with the run's settings is said where they are read in earnest.
  if (typeof resume === 'string')
    return (await readSettings(join(resume, 'config.json')).catch(() => undefined))?.['method'];
  return method ?? (file === undefined ? undefined : (await readSettings(file))['method']);
}

/** Refuses the flags of other methods. */
function checkFlags(given: Readonly<Record<string, unknown>>, method: unknown): void {
  const own = new Set(dqnOptions().map((option) => option.attributeName()));
  for (const name of Object.keys(given)) {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (method !== 'dqn' && own.has(name)) throw new InputError(`${flag} is for --method dqn; leave it out`);
    if (method === 'dqn' && !own.has(name) && !COMMON.includes(name))
      throw new InputError(`${flag} is for n-tuple networks, and --method dqn teaches a neural one; leave it out`);
  }
}

async function newRun(file: string | undefined, given: Record<string, unknown>): Promise<TrainRun> {
  const { out, json: _json, resume: _resume, game, ...settings } = given;
  const base = file === undefined ? {} : await readSettings(file);
  const values = { ...base, ...settings, ...(game !== undefined && { game: (game as { spec: string }).spec }) };
  if (!('network' in values))
    throw new InputError(`--network is missing; give patterns or a name, such as --network 4x6`);
  if (!('games' in values)) throw new InputError('--games is missing; say how many games to learn from');
  const plan = planTraining(parseConfig(values, file ?? 'train'));
  const { config } = plan;
  requireMemory(learnerOptions(plan));
  for (const { file: source } of sourcesOf(config, plan.network.stageCount)) await (await openFile(source)).close();
  return RunFolder.create(TRAIN_RUN, (out as string | undefined) ?? RunFolder.nameFor(config), config);
}

async function oldRun(path: string, given: Record<string, unknown>): Promise<TrainRun> {
  const { games, resume: _resume, json: _json, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined) throw new InputError(`--${other} cannot be changed when a run goes on; only --games can`);
  const run = await RunFolder.open(TRAIN_RUN, path);
  if (games === undefined) return run;
  if ((games as number) < run.config.games)
    throw new InputError(`the run has ${run.config.games} games; --games can only add to them`);
  if (phasesOf(planTraining(run.config)).length > 1)
    throw new InputError(
      `a run by ${run.config.method} divides its games among its phases and cannot be made longer; begin another with --from ${run.modelPath}`,
    );
  return run.change({ games: games as number });
}

async function teach(run: TrainRun, json: boolean): Promise<Trained> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const line = json ? undefined : trainingLine(describe(run.config));
  const events: TrainEvents = json
    ? {
        onBlock: (metrics) => void process.stdout.write(`${JSON.stringify(metrics)}\n`),
        onNote: (text) => void process.stderr.write(`${text}\n`),
      }
    : { onBlock: line!.block, onProgress: line!.progress, onNote: line!.note };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await train(run, events, controller.signal);
  } finally {
    line?.end();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function describe({ game, method, network, stages, seed, threads }: TrainConfig): string {
  const staged = stages === 'none' ? '' : `, stages ${stages}`;
  return `${game}: ${network} by ${method}${staged}, seed ${seed}, ${threads} thread${threads === 1 ? '' : 's'}`;
}

function closing(run: TrainRun, { finished, games, modelPath }: Trained): string {
  return finished
    ? `${games.toLocaleString('en')} games; the network is ${modelPath}. Try it: afterstate eval --player ntuple:${modelPath} --games 1000`
    : `stopped after ${games.toLocaleString('en')} games, and saved; go on with: afterstate train --resume ${run.path}`;
}
