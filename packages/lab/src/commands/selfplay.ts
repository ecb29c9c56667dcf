// afterstate selfplay: a network that learns from its own games by tree search, in a run folder that survives anything.

import type { Command } from 'commander';
import { addRunCommand } from '../runs/run-command.ts';
import { SELFPLAY_RUN } from '../selfplay/run.ts';

export function register(program: Command): void {
  addRunCommand(
    program,
    {
      name: 'selfplay',
      description:
        'teach a network by its own games and tree search, as AlphaZero does; --resume continues a stopped run',
      line: 'one line per cycle',
    },
    SELFPLAY_RUN,
  );
}
