// afterstate select: which tuples make a good network, found by training candidates, in a run folder that survives anything.

import type { Command } from 'commander';
import { addRunCommand } from '../runs/run-command.ts';
import { selectRun } from '../select/run.ts';
import { addRunEngine, withRunEngine } from './engine-options.ts';

const HELP = `
Starting with no tuple, each step trains every candidate together with the tuples chosen so far; the one with
the largest mean joins them. The defaults are the experiment of Matsuzaki (2016): TD(0) from zero weights,
2⁻¹⁰ of the error per weight, a million games, the mean of the last 10,000, five seeds. It takes 2,580
trainings for eight 6-tuples, some 1,170 CPU-hours.

--race makes the same choices as the full experiment at half the cost. --short does not: after 20,000 games
the paper's first choice is only fourth or fifth, and the tuple that leads then trails after a million.

Examples:
  afterstate select --size 4 --tuples 3 --games 1000 --seeds 2
  afterstate select --size 6 --tuples 4 --short --out runs/short
  afterstate select --size 6 --tuples 8 --race --engine redis --redis redis://queue.example.org:6379`;

export function register(program: Command): void {
  addRunCommand(
    program,
    {
      name: 'select',
      description: 'select the tuples of a network, one by one; --resume continues a stopped run',
      line: 'one document per step',
      own: addRunEngine,
      after: HELP,
    },
    selectRun(withRunEngine),
  );
}
