// The guide lists the players as declared.

import { readFileSync } from 'node:fs';
import { declareNeural, NEURAL_PLAYERS, parseGame, PLAYERS, describePlayer } from 'afterstate';
import { expect, test } from 'vitest';

const guide = readFileSync(new URL('../docs/guide/players.md', import.meta.url), 'utf8').replaceAll('\\|', '|');

test.each([...PLAYERS, ...NEURAL_PLAYERS.map(declareNeural)].map((kind) => [kind.name, kind] as const))(
  '%s is in the guide with every option and its default',
  (_name, kind) => {
    expect(guide).toContain(`\`${describePlayer(kind, parseGame('2048')).form}\``);
  },
);
