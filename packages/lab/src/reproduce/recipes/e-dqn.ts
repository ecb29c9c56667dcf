// He, Lu & Ou, 4.4: deep Q-learning.

import { mean, meanInterval } from 'afterstate/measure';
import { scoreCells } from '../cells.ts';
import type { Recipe, Scale, Step } from '../recipe.ts';
import type { Cell, Row } from '../table.ts';
import { HE_GAME } from './e-baselines.ts';

const UNTIL_STUCK = '2048?four=0&start=1';
const RUNS = [
  { name: 'the paper’s game', id: 'paper', game: HE_GAME, more: {} },
  { name: 'the same, nothing follows an end', id: 'ends', game: HE_GAME, more: { continuing: false } },
  { name: 'until no move is left', id: 'stuck', game: UNTIL_STUCK, more: {} },
] as const;
// A line of metrics has 20 games: smoke has two lines.
const GAMES: Readonly<Record<Scale, number>> = { smoke: 21, short: 2000, full: 6000 };
const PLAYS: Readonly<Record<Scale, number>> = { smoke: 20, short: 1000, full: 1000 };
const SEEDS: Readonly<Record<Scale, number>> = { smoke: 1, short: 3, full: 10 };
const seedsOf = (scale: Scale): number[] => Array.from({ length: SEEDS[scale] }, (_, i) => i + 1);

export const dqn: Recipe = {
  id: 'e-dqn',
  paper: 'e',
  title: 'Deep Q-learning',
  serves: [],
  expectation:
    'about 1,550 points as played in the game that continues until no move is left, where random play has 1,203; and less than random play (571) in the game that ends when the board is full, where a move that changes nothing costs nothing. The paper’s 1,200 is the score of random play in the former game.',
  readings: [
    'The paper does not say in which game its agent was trained; both are run.',
    'Two hidden layers of 16, and all other numbers missing from the text, are those of its framework, DeepQLearning.',
  ],
  deviations: [
    'With the rewards of 10⁸ and the framework’s step size, training diverges at step 3; here rewards are scaled by 10⁻⁸ and the step size is 0.00001.',
  ],
  coreSeconds: { smoke: 5, short: 1100, full: 11_000 },

  steps: (scale): Step[] => [
    ...RUNS.flatMap(({ id, game, more }) =>
      seedsOf(scale).flatMap((seed): Step[] => [
        {
          kind: 'dqn',
          name: `${id}-${seed}`,
          settings: {
            method: 'dqn',
            variant: 'he',
            games: GAMES[scale],
            game,
            lr: 0.00001,
            rewardScale: 1e-8,
            ...more,
            seed,
            threads: 1,
          },
        },
        { kind: 'eval', name: `${id}-${seed}-plays`, player: `dqn:{${id}-${seed}}`, game, games: PLAYS[scale] },
      ]),
    ),
    { kind: 'eval', name: 'random-full', player: 'random', game: HE_GAME, games: 10 * PLAYS[scale] },
    { kind: 'eval', name: 'random-stuck', player: 'random', game: UNTIL_STUCK, games: 10 * PLAYS[scale] },
  ],

  outcome(results, scale) {
    const over = (values: readonly number[]): Cell => ({ value: mean(values), ci95: meanInterval(values) ?? null });
    const last = (name: string): number => {
      const lines = results.learnedQ(name).metrics;
      return mean(
        lines.slice(-Math.max(1, Math.floor(lines.length / 10))).map(({ averageScore }) => averageScore ?? 0),
      );
    };
    const rows = RUNS.map(({ name, id, game }): Row => {
      const plays = seedsOf(scale).map((seed) => results.evaluated(`${id}-${seed}-plays`));
      return {
        label: name,
        paper: { learning: 1200, max: 4548 },
        ours: [
          {
            label: `${plays.length} seeds`,
            cells: {
              learning: over(seedsOf(scale).map((seed) => last(`${id}-${seed}`))),
              max: Math.max(
                ...seedsOf(scale).flatMap((seed) =>
                  results.learnedQ(`${id}-${seed}`).metrics.map(({ maxScore }) => maxScore),
                ),
              ),
              plays: over(plays.map(({ averageScore }) => averageScore)),
            },
          },
          {
            label: 'random play',
            cells: {
              plays: scoreCells(results.evaluated(game === HE_GAME ? 'random-full' : 'random-stuck'))['mean']!,
            },
          },
        ],
      };
    });
    const curve = (id: string): { x: number; y: number }[] => {
      const runs = seedsOf(scale).map((seed) => results.learnedQ(`${id}-${seed}`).metrics);
      return (runs[0] ?? []).map(({ games }, i) => ({
        x: games,
        y: mean(runs.map((lines) => lines[i]?.averageScore ?? 0)),
      }));
    };
    return {
      tables: [
        {
          items: [],
          title: 'Deep Q-learning (section 4.4)',
          page: 6,
          columns: [
            { key: 'learning', label: 'last tenth of learning' },
            { key: 'max', label: 'highest in learning' },
            { key: 'plays', label: 'without random moves' },
          ],
          rows,
        },
      ],
      figures: [
        {
          title: 'He, Lu & Ou 2015, 4.4: scores while learning',
          x: { label: 'games' },
          y: { label: 'average of 20 games' },
          series: [
            ...RUNS.map(({ name, id }) => ({ name, points: curve(id) })),
            {
              name: 'paper: “stabilizes at average 1200”',
              isPublished: true,
              points: [
                { x: 1, y: 1200 },
                { x: GAMES[scale], y: 1200 },
              ],
            },
          ],
        },
      ],
    };
  },
};
