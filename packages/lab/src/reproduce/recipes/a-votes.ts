// Kondo & Matsuzaki, section 4.3: votes of the eight views of a board.

import { pairedDifference } from 'afterstate/measure';
import { sideBySide } from '../cells.ts';
import type { Recipe, Scale } from '../recipe.ts';
import type { Row, Table } from '../table.ts';

const VOTES = ['majority', 'sum', 'off'] as const;
const VOTE_GAMES: Readonly<Record<Scale, number>> = { smoke: 2, short: 40, full: 1000 };
/** A game of the network has thousands of moves, so games of smoke end early. */
const SMOKE_GAME = '2048?end=256';

export const votes: Recipe = {
  id: 'a-votes',
  paper: 'a',
  title: 'Votes of the eight views',
  serves: [],
  expectation:
    'eight views score half as much again as one; a majority and a sum of probabilities hardly differ. The paper found a majority better “in our preliminary test”, without numbers.',
  readings: [],
  deviations: ['The network that ships, trained on a fiftieth of the actions; games of smoke end with the first 256.'],
  coreSeconds: { smoke: 2, short: 400, full: 10_000 },
  steps: (scale) =>
    VOTES.map((vote) => ({
      kind: 'eval',
      name: vote,
      player: `dcnn:{models}/2048-dcnn?vote=${vote}`,
      ...(scale === 'smoke' && { game: SMOKE_GAME }),
      games: VOTE_GAMES[scale],
      seed: 7,
    })),
  outcome(results) {
    const reference = results.evaluated('majority');
    const table: Table = {
      items: [],
      title: 'Votes (section 4.3)',
      page: 5,
      columns: [
        { key: 'games', label: 'games' },
        { key: 'average', label: 'average score' },
        { key: 'difference', label: 'difference to majority, same games' },
      ],
      rows: VOTES.map((vote): Row => {
        const measured = results.evaluated(vote);
        const { difference, ci95 } = pairedDifference(measured.scores, reference.scores);
        return {
          label: vote,
          ours: [
            {
              label: 'here',
              cells: {
                games: measured.games,
                average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
                ...(vote !== 'majority' && { difference: { value: difference, ci95: ci95 ?? null } }),
              },
            },
          ],
        };
      }),
    };
    return {
      tables: [table],
      figures: [sideBySide([table], 'average', 'Kondo & Matsuzaki 2019, 4.3: votes', 'points')],
    };
  },
};
