// The `afterstate` command: registers the commands, and is the one place where errors become a line and a status.

import './neural/players.ts';
import { InputError } from 'afterstate';
import { Command, CommanderError } from 'commander';
import { register as bench } from './commands/bench.ts';
import { register as compare } from './commands/compare.ts';
import { register as convert } from './commands/convert.ts';
import { register as describe } from './commands/describe.ts';
import { register as evaluate } from './commands/eval.ts';
import { register as fit } from './commands/fit.ts';
import { register as move } from './commands/move.ts';
import { register as play } from './commands/play.ts';
import { register as records } from './commands/records.ts';
import { register as selfplay } from './commands/selfplay.ts';
import { register as serve } from './commands/serve.ts';
import { register as train } from './commands/train.ts';
import { register as tune } from './commands/tune.ts';
import { VERSION } from './files/version.ts';
import { Interrupted } from './terminal/interrupt.ts';

/** Exit status: 0 done, 1 failed, 2 wrong arguments, 130 stopped by Ctrl-C, 143 by SIGTERM. */
async function main(args: readonly string[]): Promise<number> {
  // A reader that has seen enough (`afterstate … | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const program = createProgram();
  try {
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    return report(error, args.includes('--verbose'));
  }
}

function createProgram(): Command {
  const program = new Command('afterstate')
    .description('An open laboratory for 2048-like games: play, watch, measure and compare players.')
    .version(VERSION)
    .option('--verbose', 'show the stack of an error')
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  for (const register of [
    play,
    move,
    evaluate,
    compare,
    train,
    tune,
    selfplay,
    records,
    fit,
    describe,
    convert,
    bench,
    serve,
  ])
    register(program);
  return program;
}

function report(error: unknown, verbose: boolean): number {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`afterstate: ${oneLine(message) || 'failed'}\n`);
  if (verbose && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  // `command.error()` of a command is its own failure, with its own status; other errors of commander are about arguments.
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
