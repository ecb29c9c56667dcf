// afterstate fit: teaches a neural network from records of games, in a run folder that survives anything.

import { InputError, parseGame } from 'afterstate';
import type { Game } from 'afterstate';
import { cores } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { readSettings } from '../files/settings.ts';
import { RunFolder } from '../files/run-folder.ts';
import { createNeuralNetwork, NEURAL_NETWORKS } from '../neural/networks.ts';
import { FIT_RUN, parseFitConfig, parseFitSettings } from '../neural/fit-config.ts';
import type { FitConfig, FitRun } from '../neural/fit-config.ts';
import { fitLine } from '../neural/fit-line.ts';
import { gameOption, jsonOption, maxThreads, positiveNumber, seedOption, share, wholeNumber } from './options.ts';

interface FitFlags extends Record<string, unknown> {
  out?: string;
  resume?: string;
  json: boolean;
}

export function register(program: Command): void {
  const number = (flag: string, name: string, description: string, min: number, max: number): Option =>
    new Option(`${flag} <${name}>`, description).argParser(wholeNumber(flag, min, max));
  program
    .command('fit')
    .description('teach a neural network from records of games; goes on where it was stopped with --resume')
    .argument('[config]', 'a JSON file with the settings, instead of flags')
    .option(
      '--network <spec>',
      Object.values(NEURAL_NETWORKS)
        .map(({ form, summary }) => `${form}: ${summary}`)
        .join('; '),
    )
    .option('--data <file...>', 'files of records (afterstate records)')
    .addOption(
      number('--actions', 'n', 'how many actions to learn from; more than there are begin them again', 1, 1e12),
    )
    .addOption(number('--batch', 'n', 'actions a step; 1,000 unless given', 2, 1e6))
    .option('--optimiser <name>', 'adam, sgd')
    .addOption(new Option('--lr <x>', 'step size; 0.001 unless given').argParser(positiveNumber('--lr', 1e6)))
    .addOption(
      new Option('--lr-end <x>', 'the step size falls to this on a straight line').argParser(share('--lr-end')),
    )
    .addOption(new Option('--momentum <x>', 'of sgd; 0.9 unless given').argParser(share('--momentum')))
    .option('--augment', 'learn from each board in a symmetric form that is drawn')
    .option('--from <file>', 'begin from the weights of a run: its folder, or its model.safetensors')
    .addOption(gameOption())
    .addOption(seedOption())
    .addOption(number('--threads', 'n', `threads that share each batch; ${cores} unless given`, 1, maxThreads()))
    .addOption(new Option('--test-share <x>', 'share of the games kept for tests').argParser(share('--test-share')))
    .addOption(number('--test', 'n', 'actions of a test; 0 learns from all games', 0, 1e7))
    .addOption(number('--plays', 'n', 'games of test play at each snapshot; none unless given', 0, 1e6))
    .addOption(number('--snapshot', 'n', 'actions from one snapshot to the next; 20,000,000 unless given', 1, 1e12))
    .addOption(number('--block', 'n', 'actions a line of metrics; 100,000 unless given', 1, 1e12))
    .addOption(number('--checkpoint', 'seconds', 'time from one checkpoint to the next', 0, 86_400))
    .addOption(number('--memory', 'MiB', 'for the actions that are shuffled together', 1, 1 << 20))
    .option('--out <folder>', 'the run folder; runs/… unless given')
    .option('--resume <folder>', 'go on with a run; --actions, --lr and --threads may change')
    .addOption(jsonOption('print a JSON document a line'))
    .action(async (file: string | undefined, flags: FitFlags, command: Command) => {
      const given = Object.fromEntries(
        Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
      );
      const run = flags.resume === undefined ? await newRun(file, given) : await oldRun(file, flags.resume, given);
      await teach(run, flags.json);
    });
}

async function newRun(file: string | undefined, given: Record<string, unknown>): Promise<FitRun> {
  const { out, json: _json, resume: _resume, game, ...settings } = given;
  const base: Record<string, unknown> = file === undefined ? {} : await readSettings(file);
  const values: Record<string, unknown> = { threads: cores, ...base, ...settings };
  if (!('network' in values)) throw new InputError('--network is missing; give a spec, such as --network dcnn5');
  if (!('data' in values)) throw new InputError('--data is missing; name files of records, made by afterstate records');
  if (!('actions' in values)) throw new InputError('--actions is missing; say how many actions to learn from');
  const wanted = parseFitSettings(values, file ?? 'fit');
  const { checkData, checkStart } = await import('../neural/fit-data.ts');
  values['game'] = await checkData(wanted, game as Game | undefined);
  const asked = parseFitConfig(values, file ?? 'fit');
  const from = await checkStart(asked);
  const config = { ...asked, ...(from !== undefined && { from }) };
  return RunFolder.create(FIT_RUN, (out as string | undefined) ?? RunFolder.nameFor(config), config);
}

async function oldRun(file: string | undefined, path: string, given: Record<string, unknown>): Promise<FitRun> {
  if (file !== undefined) throw new InputError('a run goes on with its own settings; leave the file of settings out');
  const { actions, lr, threads, resume: _resume, json: _json, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new InputError(
      `--${other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} cannot be changed when a run goes on; only --actions, --lr and --threads can`,
    );
  const run = await RunFolder.open(FIT_RUN, path);
  if (actions !== undefined && (actions as number) < run.config.actions)
    throw new InputError(`the run has ${run.config.actions} actions; --actions can only add to them`);
  const changes = {
    ...(actions !== undefined && { actions }),
    ...(lr !== undefined && { lr }),
    ...(threads !== undefined && { threads }),
  } as Partial<FitConfig>;
  if (Object.keys(changes).length === 0) return run;
  parseFitConfig({ ...run.config, ...changes }, 'fit');
  return run.change(changes);
}

async function teach(run: FitRun, json: boolean): Promise<void> {
  const { fit } = await import('../neural/fit.ts');
  const { config } = run;
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const { family } = createNeuralNetwork(config.network, parseGame(config.game));
  const line = json ? undefined : fitLine(describe(config), family === 'value' ? 'error' : 'accuracy');
  const events = line ?? {
    onBlock: (metrics: object) => void process.stdout.write(`${JSON.stringify(metrics)}\n`),
    onNote: (text: string) => void process.stderr.write(`${text}\n`),
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    const { finished, actions } = await fit(run, events, controller.signal);
    line?.end();
    if (!json) process.stdout.write(`${closing(run, family, finished, actions)}\n`);
  } finally {
    line?.end();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function describe({ game, network, data, seed, threads, batch, optimiser, lr }: FitConfig): string {
  const files = `${data.length} file${data.length === 1 ? '' : 's'}`;
  return `${game}: ${network} from ${files} of records, batches of ${batch}, ${optimiser} ${lr}, seed ${seed}, ${threads} thread${threads === 1 ? '' : 's'}`;
}

function closing(run: FitRun, family: string, finished: boolean, actions: number): string {
  const done = actions.toLocaleString('en');
  const { game } = run.config;
  return finished
    ? `${done} actions; the network is ${run.path}/model.onnx. Try it: afterstate eval --player ${family}:${run.path} --games 100${game === '2048' ? '' : ` --game '${game}'`}`
    : `stopped after ${done} actions, and saved; go on with: afterstate fit --resume ${run.path}`;
}
