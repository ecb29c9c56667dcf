// afterstate fit: teaches a neural network from records of games, in a run folder that survives anything.

import type { Command } from 'commander';
import { FIT_RUN } from '../fit/run.ts';
import { addRunCommand } from '../runs/run-command.ts';

export function register(program: Command): void {
  addRunCommand(
    program,
    {
      name: 'fit',
      description: 'teach a neural network from records of games; --resume continues a stopped run',
      line: 'one line per block of actions',
    },
    FIT_RUN,
  );
}
