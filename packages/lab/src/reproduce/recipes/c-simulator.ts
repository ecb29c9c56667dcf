// Allik et al.: the speed of a simulator.

import { parseGame } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { mean, meanInterval } from 'afterstate/measure';
import type { Interval } from 'afterstate/measure';
import { sideBySide } from '../cells.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Table } from '../table.ts';

const GAMES: Readonly<Record<Scale, number>> = { smoke: 10_000, short: 10_000, full: 1_000_000 };

interface Played {
  readonly games: number;
  /** Moves of a game. */
  readonly moves: number;
  readonly ci95: Interval | null;
  /** The shortest of three times on one thread: other work may use the core. */
  readonly seconds: number;
}

async function played(games: number): Promise<Played> {
  const player = await openPlayer('random', { game: parseGame('2048'), threads: 1 });
  try {
    const times: number[] = [];
    let moves: Uint32Array = new Uint32Array();
    for (let i = 0; i < 3; i++) {
      const results = await player.playGames({ games, seed: 1, first: 0 });
      times.push(results.seconds);
      moves = results.moves;
    }
    return { games, moves: mean(moves), ci95: meanInterval(moves) ?? null, seconds: Math.min(...times) };
  } finally {
    await player.close();
  }
}

export const simulator: Recipe = {
  id: 'c-simulator',
  paper: 'c',
  title: 'The simulator',
  serves: ['figure1'],
  expectation: 'about 115 moves a game, as random play has, and 10,000 games in well under a second of one core.',
  readings: ['The games are read as random play, because its average of 115 moves is theirs.'],
  deviations: [],
  coreSeconds: { smoke: 1, short: 1, full: 10 },
  steps: (scale): Step[] => [
    {
      kind: 'compute',
      name: 'random',
      command: `npx afterstate eval --player random --games ${GAMES[scale]} --threads 1`,
      compute: () => played(GAMES[scale]),
    },
  ],
  outcome(results) {
    const measured = results.computed<Played>('random');
    const table: Table = {
      items: [],
      title: 'Random games (section 4.1)',
      page: 7,
      columns: [
        { key: 'games', label: 'games' },
        { key: 'moves', label: 'moves a game', format: 'tenths' },
        { key: 'seconds', label: 'core-seconds for 10,000 games', format: 'seconds', isTiming: true },
      ],
      rows: [
        {
          label: 'random play',
          paper: { games: 10_000, moves: 115, seconds: 'under 1' },
          ours: [
            {
              label: 'here',
              cells: {
                games: measured.games,
                moves: { value: measured.moves, ci95: measured.ci95 },
                seconds: (measured.seconds * 10_000) / measured.games,
              },
            },
          ],
        },
      ],
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'moves', 'Allik et al. 2018, 4.1: moves of a random game', 'moves')],
    };
  },
};
