// Settings that several kinds of runs share, and the headings of help.

import { DEFAULT_GAME, GAME_NAMES } from 'afterstate';
import { z } from 'zod';
import { setting } from './settings.ts';

export const GROUPS = {
  run: 'What to run:',
  output: 'Run folder and output:',
} as const;

export function gameSetting() {
  return setting(z.string().default(DEFAULT_GAME), {
    argument: 'spec',
    description: `the game and its rules: ${GAME_NAMES.join(', ')}, or with options, '2048?four=0&start=1'`,
    group: GROUPS.run,
  });
}

export function gamesSetting() {
  return setting(z.number().int().min(1).max(1e12), {
    argument: 'n',
    description: 'how many games to learn from',
    group: GROUPS.run,
    remedy: 'say how many games to learn from',
    onResume: 'more',
  });
}

export function seedSetting() {
  return setting(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(1), {
    argument: 'n',
    description: 'seed of all random numbers, including those of the games',
    group: GROUPS.run,
  });
}

/** Threads that take part in learning; a run on one thread is reproducible bit for bit. */
export function threadsSetting(description: string, onResume?: 'any') {
  return setting(z.number().int().min(1).max(64).default(1), {
    argument: 'n',
    description,
    group: GROUPS.run,
    ...(onResume && { onResume }),
  });
}

/** The fewest seconds from one checkpoint to the next. */
export function checkpointSetting() {
  return setting(z.number().min(0).max(86_400).default(300), {
    argument: 'seconds',
    description: 'the shortest time between checkpoints',
    group: GROUPS.output,
  });
}
