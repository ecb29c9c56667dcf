// The `afterstate` command: registers the commands, and is the only place where errors become a line and a status.

import { InputError } from 'afterstate';
import { Command, CommanderError, Help } from 'commander';
import type { Option } from 'commander';
import { VERSION } from './files/version.ts';
import { nameModels } from './models/places.ts';
import { addNeuralPlayers } from './neural/host.ts';
import { Interrupted } from './terminal/interrupt.ts';

/** In the order of the help. A command is loaded when it is named: loading all of them takes longer than most take to run. */
const COMMANDS: Readonly<Record<string, () => Promise<{ register(program: Command): void }>>> = {
  play: () => import('./commands/play.ts'),
  move: () => import('./commands/move.ts'),
  eval: () => import('./commands/eval.ts'),
  compare: () => import('./commands/compare.ts'),
  players: () => import('./commands/players.ts'),
  train: () => import('./commands/train.ts'),
  tune: () => import('./commands/tune.ts'),
  selfplay: () => import('./commands/selfplay.ts'),
  records: () => import('./commands/records.ts'),
  fit: () => import('./commands/fit.ts'),
  solve: () => import('./commands/solve.ts'),
  tuples: () => import('./commands/tuples.ts'),
  models: () => import('./commands/models.ts'),
  select: () => import('./commands/select.ts'),
  frontier: () => import('./commands/frontier.ts'),
  reproduce: () => import('./commands/reproduce.ts'),
  describe: () => import('./commands/describe.ts'),
  convert: () => import('./commands/convert.ts'),
  bench: () => import('./commands/bench.ts'),
  jobs: () => import('./commands/jobs.ts'),
  worker: () => import('./commands/worker.ts'),
  serve: () => import('./commands/serve.ts'),
};

/** Exit status: 0 done, 1 failed, 2 wrong arguments, 130 stopped by Ctrl-C, 143 by SIGTERM. */
async function main(args: readonly string[]): Promise<number> {
  // A reader that has seen enough (`afterstate … | head`) is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  addNeuralPlayers();
  try {
    const program = await createProgram(args);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return report(error, args.includes('--verbose'));
  }
}

async function createProgram(args: readonly string[]): Promise<Command> {
  const program = new Command('afterstate')
    .description('An open laboratory for 2048-like games: play, train, measure and compare players.')
    .version(VERSION, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .configureHelp({ optionDescription: describeOption })
    .option(
      '--models <place>',
      'a folder or an address that has more models (AFTERSTATE_MODELS); large ones are downloaded once',
    )
    .option('--verbose', 'show the stack trace of an error')
    .hook('preAction', (_, action) => {
      const { models: place } = action.optsWithGlobals<{ models?: string }>();
      if (place !== undefined) nameModels(place);
    })
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  for (const { register } of await Promise.all(namedIn(args).map((name) => COMMANDS[name]!()))) register(program);
  return program;
}

/** The commands named in the arguments; all of them if there are none, as for help. */
function namedIn(args: readonly string[]): string[] {
  const names = Object.keys(COMMANDS);
  const named = names.filter((name) => args.includes(name));
  return named.length > 0 ? named : names;
}

/** Commander's own description of an option, without the default of a switch that is off. */
function describeOption(option: Option): string {
  return option.defaultValue === false ? option.description : Help.prototype.optionDescription(option);
}

function report(error: unknown, verbose: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`afterstate: ${oneLine(message) || 'failed'}\n`);
  if (verbose && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  // `command.error()` means that a command failed, with its own status; other errors of commander are about arguments.
  if (error instanceof CommanderError) return error.code === 'commander.error' ? error.exitCode : 2;
  if (error instanceof InputError) return 2;
  return error instanceof Interrupted ? error.status : 1;
}

function oneLine(message: string): string {
  return message
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

process.exitCode = await main(process.argv.slice(2));
