// What the recipes of Yeh et al. share: their network, step size and splits at each scale, and their tables.

import { createNetwork } from 'afterstate';
import { maximaOf100, plusMinus, ratePlusMinus, reachCell, speedCell } from './cells.ts';
import type { Results, Scale, Settings, Step } from './recipe.ts';
import type { Cell, Column, Row } from './table.ts';

/** Figure 4 (b) and the feature of large tiles. */
export const NETWORK: Readonly<Record<Scale, string>> = {
  smoke: '0123 4567 large',
  short: '4x6 large',
  full: '4x6 large',
};

/** Step sizes per weight; here a step is divided by the lookups, eight for each pattern and one for each feature. */
const ALPHA = 0.0025;
const ALPHA_FINAL = 0.00025;

export function alphaOf(network: string, game: '2048' | 'threes' = '2048'): number {
  const { lookups } = createNetwork({ game, network, stages: 'none', values: 'afterstate' });
  return Number((ALPHA * lookups).toPrecision(6));
}

export function alphaFinalOf(network: string, game: '2048' | 'threes'): number {
  return Number(((ALPHA_FINAL / ALPHA) * alphaOf(network, game)).toPrecision(6));
}

/** Games of a stage; plain TD learning has as many as three stages. */
export const STAGE_GAMES: Readonly<Record<'2048' | 'threes', Readonly<Record<Scale, number>>>> = {
  2048: { smoke: 400, short: 60_000, full: 5_000_000 },
  threes: { smoke: 400, short: 100_000, full: 5_000_000 },
};
const BOARDS: Readonly<Record<Scale, number>> = { smoke: 100, short: 2000, full: 100_000 };
const BLOCK: Readonly<Record<Scale, number>> = { smoke: 50, short: 1000, full: 1000 };

/** The largest tile of a split: theirs is 16384, which games after shorter trainings seldom reach. */
const UNIT: Readonly<Record<string, Readonly<Record<Scale, number>>>> = {
  2048: { smoke: 256, short: 8192, full: 16_384 },
  threes: { smoke: 48, short: 768, full: 1536 },
};

/**
 * The tiles of each split as fractions of the unit: n means unit / n, so [1, 2] is T_16+8k in 2048, and [0.5] is T_3072 in
 * Threes.
 */
export type Splits = readonly (readonly number[])[];
export const THREE_STAGES: Splits = [[1], [1, 2]];
export const STRATEGIES: readonly Splits[] = [
  [[2], [1], [1, 2]],
  [[1], [1, 2], [1, 2, 4]],
  [[1], [1, 2], [1, 2, 4], [1, 2, 4, 8]],
  [[1], [1, 2], [1, 2, 4], [1, 2, 4, 8], [1, 2, 4, 8, 16]],
];
export const THREES_STAGES: Splits = [[1], [0.5]];
export const THREES_STRATEGIES: readonly Splits[] = [
  [[2], [1], [0.5]],
  [[1], [0.5], [0.5, 1]],
];

export function stagesOf(game: '2048' | 'threes', splits: Splits, scale: Scale): string {
  const unit = UNIT[game]![scale];
  return `reach:${splits.map((split) => split.map((n) => unit / n).join('+')).join(',')}`;
}

export function singleStep(name: string, game: '2048' | 'threes', scale: Scale, more: Settings = {}): Step {
  const games = 3 * STAGE_GAMES[game][scale];
  return {
    kind: 'train',
    name,
    settings: {
      network: NETWORK[scale],
      method: 'td',
      alpha: alphaOf(NETWORK[scale], game),
      games,
      block: BLOCK[scale],
      ...(game === 'threes' && { game }),
      seed: 1,
      threads: 1,
      ...more,
    },
  };
}

/** What other steps have already taught: the step to take the first stages from, and how many. */
export interface Shared {
  readonly step: string;
  readonly stages: number;
}

export function stagedStep(name: string, game: '2048' | 'threes', splits: Splits, scale: Scale, shared?: Shared): Step {
  const taught = splits.length + 1 - (shared?.stages ?? 0);
  return singleStep(name, game, scale, {
    method: 'multistage',
    stages: stagesOf(game, splits, scale),
    games: STAGE_GAMES[game][scale] * taught,
    boards: BOARDS[scale],
    ...(shared && { from: `{${shared.step}}@0-${shared.stages - 1}`, learned: shared.stages }),
  });
}

/** Games at one, two and three plies; fewer where they take longer. */
const PLAYS: Readonly<Record<Scale, Readonly<Record<number, number>>>> = {
  smoke: { 1: 100, 2: 10, 3: 2 },
  short: { 1: 1000, 2: 300, 3: 100 },
  full: { 1: 10_000, 2: 10_000, 3: 10_000 },
};

export function playSteps(
  model: string,
  game: '2048' | 'threes',
  scale: Scale,
  plies: readonly number[] = [1, 2, 3],
): Step[] {
  return plies.map((ply) => ({
    kind: 'eval',
    name: `${model}-ply${ply}`,
    player: `ntuple:{${model}}?ply=${ply}`,
    ...(game === 'threes' && { game }),
    games: PLAYS[scale][ply]!,
    seed: 1000,
  }));
}

export function columnsOf(tiles: readonly number[]): Column[] {
  return [
    { key: 'games', label: 'games' },
    ...tiles.map((tile): Column => ({ key: String(tile), label: String(tile), format: 'percent' })),
    { key: 'maximum', label: 'mean of the maxima of 100 games' },
    { key: 'average', label: 'average' },
    { key: 'speed', label: 'moves/s', isTiming: true },
  ];
}

export interface Published {
  readonly rates: readonly (readonly [rate: number, half: number])[];
  readonly maximum: readonly [number, number];
  readonly average: readonly [number, number];
  readonly speed: readonly [number, number];
}

/** A row of a table: a depth or a strategy. The paper has the last of the tiles; smaller ones tell shorter trainings apart. */
export function rowOf(label: string, tiles: readonly number[], paper: Published, results: Results, step: string): Row {
  const measured = results.evaluated(step);
  const maximum = maximaOf100(measured);
  const rates = Object.fromEntries(
    tiles.slice(-paper.rates.length).map((tile, i) => [tile, ratePlusMinus(...paper.rates[i]!)] as const),
  );
  return {
    label,
    paper: {
      games: 10_000,
      ...rates,
      maximum: plusMinus(...paper.maximum),
      average: plusMinus(...paper.average),
      speed: plusMinus(...paper.speed),
    },
    ours: [
      {
        label: 'here',
        cells: {
          games: measured.games,
          ...Object.fromEntries(tiles.map((tile): [string, Cell] => [String(tile), reachCell(measured, tile)])),
          ...(maximum !== undefined && { maximum }),
          average: { value: measured.averageScore, ci95: measured.averageScoreCI95 },
          speed: speedCell(measured),
        },
      },
    ],
  };
}

/** What their ± can mean: 1.96 s / √10,000 = 6,843 gives s, and no scores between 0 and 400,000 deviate that much. */
export const PLUS_MINUS_READING =
  'The brackets of the paper’s numbers are what it prints after ± and calls 95% intervals. For averages they are too wide for a mean of 10,000 games: ± 6,843 for one ply in table 1 would need scores that deviate by 349,000, and theirs are between 0 and 400,000. The deviation of means of 100 games is of that size.';

/** Deviations that all of them share. */
export function deviationsOf(game: '2048' | 'threes'): string[] {
  const units = UNIT[game]!;
  return [
    `At short a stage has ${STAGE_GAMES[game].short.toLocaleString('en')} games instead of 5 million, and the splits are at ${units['short']} instead of ${units['full']}, which such short trainings seldom reach; smoke uses two 4-tuples.`,
    'Boards at a split are collected after the next tile, in the paper after the move.',
    'One seed; the paper does not mention seeds.',
  ];
}
