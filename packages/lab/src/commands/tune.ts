// afterstate tune: a search over the weights of a heuristic, in a run folder that survives anything.

import type { Command } from 'commander';
import { addRunCommand } from '../runs/run-command.ts';
import { TUNE_RUN } from '../tune/run.ts';

export function register(program: Command): void {
  addRunCommand(
    program,
    {
      name: 'tune',
      description: 'search for better weights of a heuristic; --resume continues a stopped run',
      line: 'one line per trial, and at the end the result',
    },
    TUNE_RUN,
  );
}
