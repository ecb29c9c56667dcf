// afterstate train: teaches a network, in a run folder that survives anything: n-tuple networks, or neural ones by deep Q-learning.

import type { Command } from 'commander';
import { DQN_RUN } from '../dqn/run.ts';
import { TRAIN_RUN } from '../learn/run.ts';
import { addRunCommand } from '../runs/run-command.ts';

export function register(program: Command): void {
  addRunCommand(
    program,
    {
      name: 'train',
      description: 'teach a network by playing; --resume continues a stopped run',
      line: 'one line per block of games',
    },
    TRAIN_RUN,
    DQN_RUN,
  );
}
