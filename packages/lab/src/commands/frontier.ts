// afterstate frontier: what networks gain for their lookups and their memory, after equally many moves of training.

import type { Command } from 'commander';
import { addRunCommand } from '../runs/run-command.ts';
import { frontierRun } from '../select/frontier-run.ts';
import { addRunEngine, withRunEngine } from './engine-options.ts';

const HELP = `
Every network is trained with several seeds, one thread each, for --moves moves; its strength is the mean
of the last games (10,000 with the default moves). The defaults take about 54 trainings of two to four minutes.

Examples:
  afterstate frontier --out runs/frontier
  afterstate frontier --network 4x6 --network '012459 01256a 456789' --moves 20000000 --ply 3`;

export function register(program: Command): void {
  addRunCommand(
    program,
    {
      name: 'frontier',
      description: 'compare networks after the same number of moves: strength against lookups and memory',
      line: 'one document at the end',
      own: addRunEngine,
      after: HELP,
    },
    frontierRun(withRunEngine),
  );
}
