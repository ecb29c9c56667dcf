// What a run's metrics show: the curves of its method, and a sentence on how it is doing. Fields missing from a line are left out.

import { DEFAULT_GAME, GAME_NAMES, parseGame } from 'afterstate';
import type { Curve } from '../widgets/chart.tsx';
import { curveColour } from '../widgets/curve-colours.ts';
import { axisNumber, count, percent, small } from '../shell/numbers.ts';
import type { Metrics, RunSummary } from './server.ts';

export interface RunChart {
  readonly title: string;
  readonly summary: string;
  readonly x: readonly number[];
  readonly counts: string;
  readonly curves: readonly Curve[];
  readonly top?: number;
  format(value: number): string;
}

const MOST_TILES = 5;

export function numberIn(line: Metrics | null | undefined, key: string): number | undefined {
  const value = line?.[key];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function reachIn(line: Metrics | undefined): Readonly<Record<string, number>> {
  const value = line?.['reach'];
  return typeof value === 'object' && value !== null ? (value as Record<string, number>) : {};
}

/** The fewest games that a point of a curve covers: a cycle of self-play completes only a handful. */
const ENOUGH_GAMES = 100;

/** Lines of self-play whose tile rates cover the last cycles, as their recent score does. */
function overManyGames(lines: readonly Metrics[]): readonly Metrics[] {
  const endedIn = (line: Metrics): number => numberIn(line, 'gamesEnded') ?? 0;
  let [first, games] = [0, 0];
  const sums: Record<string, number> = {};
  const add = (line: Metrics, sign: 1 | -1): void => {
    const ended = sign * endedIn(line);
    games += ended;
    for (const [tile, share] of Object.entries(reachIn(line))) sums[tile] = (sums[tile] ?? 0) + ended * share;
  };
  return lines.map((line) => {
    add(line, 1);
    while (lines[first] !== line && games - endedIn(lines[first]!) >= ENOUGH_GAMES) add(lines[first++]!, -1);
    const reach = Object.entries(sums).map(([tile, sum]) => [tile, Math.max(0, sum / games)] as const);
    return games > 0 ? { ...line, reach: Object.fromEntries(reach) } : line;
  });
}

/** The average score of a line; in self-play, over the last hundred games. */
function scoreIn(line: Metrics | null | undefined): number | undefined {
  return numberIn(line, 'recentScore') ?? numberIn(line, 'averageScore');
}

export type Axis = 'games' | 'actions' | 'cycles';

/** The horizontal axis of a method's curves. */
export function axisOf({ method }: Pick<RunSummary, 'method'>): Axis {
  return method === 'fit' ? 'actions' : method === 'selfplay' ? 'cycles' : 'games';
}

/** What a method calls the average score of a line. */
function scoreWords(method: string | null): string {
  if (method === 'selfplay') return 'Average score of the last 100 games';
  return method === 'fit' ? 'Average score in test games' : 'Average score';
}

/** The average score along a run. */
export interface Scores {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export function scoresOf(run: Pick<RunSummary, 'method'>, lines: readonly Metrics[]): Scores {
  const axis = axisOf(run);
  const points = lines.flatMap((line) => {
    const [at, score] = [numberIn(line, axis), scoreIn(line)];
    return at === undefined || score === undefined ? [] : [[at, score] as const];
  });
  return { x: points.map(([at]) => at), y: points.map(([, score]) => score) };
}

/** Curves with different points on one axis: where a curve lacks a point, its value is left out. */
export function joined(curves: readonly Scores[]): {
  readonly x: readonly number[];
  readonly columns: readonly (readonly (number | null)[])[];
} {
  const x = [...new Set(curves.flatMap((curve) => curve.x))].sort((a, b) => a - b);
  const place = new Map(x.map((at, i) => [at, i]));
  const columns = curves.map((curve) => {
    const column = Array.from<number | null>({ length: x.length }).fill(null);
    curve.x.forEach((at, i) => (column[place.get(at)!] = curve.y[i]!));
    return column;
  });
  return { x, columns };
}

export function chartsOf(run: Pick<RunSummary, 'method' | 'game'>, lines: readonly Metrics[]): RunChart[] {
  const counts = axisOf(run);
  const counted = lines.filter((line) => numberIn(line, counts) !== undefined);
  const known = run.method === 'selfplay' ? overManyGames(counted) : counted;
  const draw = (
    title: string,
    parts: readonly (readonly [key: string, label: string])[],
    format: (value: number) => string,
    more: { top?: number; axis?: (value: number) => string } = {},
  ): RunChart[] => {
    const told = known.filter((line) => parts.some(([key]) => numberIn(line, key) !== undefined));
    const there = parts.filter(([key]) => told.some((line) => numberIn(line, key) !== undefined));
    if (there.length === 0) return [];
    const now = there.map(([key, label]) => {
      const value = numberIn(
        told.findLast((line) => numberIn(line, key) !== undefined),
        key,
      )!;
      return there.length > 1 ? `${format(value)} ${label}` : format(value);
    });
    return [
      {
        title: `${title}: now ${now.join(', ')}`,
        summary: `${title} over ${counts}, now ${now.join(', ')}`,
        x: told.map((line) => numberIn(line, counts)!),
        counts,
        curves: there.map(([key, label], i) => ({
          label,
          colour: curveColour(i),
          values: told.map((line) => numberIn(line, key) ?? null),
        })),
        format: more.axis ?? format,
        ...(more.top !== undefined && { top: more.top }),
      },
    ];
  };
  const average = known.some((line) => numberIn(line, 'recentScore') !== undefined) ? 'recentScore' : 'averageScore';
  const score = draw(scoreWords(run.method), [[average, 'average']], count, { axis: axisNumber });
  const share = [
    ['testAccuracy', 'test'],
    ['accuracy', 'train'],
  ] as const;
  const losses = [
    ['testLoss', 'test'],
    ['loss', 'train'],
  ] as const;
  const errors = [
    ['testError', 'test'],
    ['error', 'train'],
  ] as const;
  if (run.method === 'fit')
    return [
      ...draw('Moves that match the records', share, percent, { top: 1 }),
      ...draw('Error in points', errors, count, { axis: axisNumber }),
      ...draw('Loss', losses, small),
      ...score,
      ...reachCharts(run, known, counts),
    ];
  if (run.method === 'selfplay')
    return [
      ...score,
      ...reachCharts(run, known, counts),
      ...draw('Policy loss', [['policyLoss', 'policy']], small),
      ...draw('Value loss', [['valueLoss', 'value']], small),
    ];
  return [
    ...score,
    ...reachCharts(run, known, counts),
    ...(run.method === 'dqn' ? draw('Loss', [['loss', 'loss']], small) : []),
  ];
}

function reachCharts({ game }: Pick<RunSummary, 'game'>, lines: readonly Metrics[], counts: Axis): RunChart[] {
  const told = lines.filter((line) => Object.keys(reachIn(line)).length > 0);
  const rules = parseGame(GAME_NAMES.find((name) => name === game?.split('?')[0]) ?? DEFAULT_GAME);
  const tiles = [...new Set(told.flatMap((line) => Object.keys(reachIn(line))))]
    .map(Number)
    .filter((tile) => rules.exponent(tile) !== undefined)
    .sort((a, b) => a - b)
    .slice(-MOST_TILES);
  if (tiles.length === 0) return [];
  const last = reachIn(told.at(-1));
  return [
    {
      title: 'Games that reach a tile',
      summary: tiles.map((tile) => `${tile} in ${percent(last[tile] ?? 0)} of games`).join(', '),
      x: told.map((line) => numberIn(line, counts)!),
      counts,
      curves: tiles.map((tile) => ({
        label: String(tile),
        colour: curveColour(rules.exponent(tile)!),
        values: told.map((line) => reachIn(line)[tile] ?? 0),
      })),
      top: 1,
      format: percent,
    },
  ];
}

/** How the run is doing, in a sentence; undefined before the first measurement. */
export function inWords({ method }: Pick<RunSummary, 'method'>, lines: readonly Metrics[]): string | undefined {
  const newest = (key: string): number | undefined =>
    numberIn(
      lines.findLast((line) => numberIn(line, key) !== undefined),
      key,
    );
  const score = scoreIn(lines.findLast((line) => scoreIn(line) !== undefined));
  if (method === 'fit') {
    const [accuracy, error] = [newest('testAccuracy') ?? newest('accuracy'), newest('testError') ?? newest('error')];
    const unseen = newest('testAccuracy') !== undefined || newest('testError') !== undefined;
    const learned =
      accuracy !== undefined
        ? `matches the records in ${percent(accuracy)} of its moves`
        : error !== undefined
          ? `is off by ${count(error)} points when it values a board`
          : undefined;
    if (learned === undefined) return undefined;
    const played = score === undefined ? '' : ` At its last snapshot it scored ${count(score)} points per game.`;
    return `The network learns from records: it ${learned}${unseen ? ', in games it has not seen' : ''}.${played}`;
  }
  if (score === undefined) return undefined;
  const how =
    method === 'selfplay'
      ? 'learns from its own games, played by tree search'
      : method === 'dqn'
        ? 'learns by deep Q-learning'
        : 'learns by playing';
  return `The network ${how}: ${count(score)} points per game lately.`;
}

/** The latest result in short, and its unit. */
export function resultOf({
  method,
  last,
}: Pick<RunSummary, 'method' | 'last'>): readonly [value: string, unit: string] | undefined {
  const score = scoreIn(last);
  if (method !== 'fit') return score === undefined ? undefined : [count(score), 'average score'];
  const accuracy = numberIn(last, 'testAccuracy') ?? numberIn(last, 'accuracy');
  if (accuracy !== undefined) return [percent(accuracy), 'of moves match the records'];
  const error = numberIn(last, 'testError') ?? numberIn(last, 'error');
  return error === undefined ? undefined : [count(error), 'points off'];
}
