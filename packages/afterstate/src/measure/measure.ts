// Plays games in bulk and reports what they show: the document that `afterstate eval --json` prints, and the paired
// comparison of players on the same games. Every number but the timings depends only on player, game, games and
// seed: game i of a seed is the same game on any number of threads, and the sums run in the order of the games.

import type { GameResults, Player } from '../players/player.ts';
import type { Game } from '../rules/game.ts';
import { Random } from '../rules/random.ts';
import type { Interval } from './statistics.ts';
import {
  deviation,
  mean,
  meanInterval,
  median,
  medianInterval,
  meanOfMaxima,
  pairedDifference,
  wilson,
} from './statistics.ts';

export interface Rate {
  readonly rate: number;
  /** Wilson's interval. */
  readonly ci95: Interval;
}

/** What `eval --json` prints. Intervals are pairs [low, high]; null if a single game gives none. */
export interface Measurement {
  readonly player: string;
  readonly game: string;
  readonly games: number;
  readonly seed: number;
  /** The number of the first game; left out if it is 0. */
  readonly first?: number;
  readonly averageScore: number;
  /** Student's interval of the mean. */
  readonly averageScoreCI95: Interval | null;
  readonly medianScore: number;
  /** The percentile bootstrap interval of the median. */
  readonly medianScoreCI95: Interval;
  readonly maxScore: number;
  /** The mean of the largest scores of every 100 games in a row (Yeh et al.'s "maximum score"); null for fewer games. */
  readonly maxScoreOf100: number | null;
  readonly minScore: number;
  /** The sample deviation of the scores. */
  readonly deviation: number | null;
  /** Tile → how many of the games made it or a larger one. */
  readonly reach: Readonly<Record<string, Rate>>;
  /** Tile → how many games ended with it as their largest. */
  readonly largest: Readonly<Record<string, number>>;
  readonly moves: number;
  readonly seconds: number;
  readonly movesPerSecond: number;
  readonly threads: number;
}

/** Games whose largest score counts in `maxScoreOf100`. */
export const MAXIMA_OF = 100;

export interface MeasureOptions {
  readonly games: number;
  readonly seed: number;
  /** The number of the first game in the seed's series; 0 by default. */
  readonly first?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: { games: number; moves: number }) => void) | undefined;
  /**
   * Requests records, and takes the results with them, block by block and in order; `first` is the number of a
   * block's first game. The next block waits until this one has been taken, so memory stays bounded.
   */
  readonly onRecords?: ((results: GameResults, first: number) => Promise<void>) | undefined;
}

/** A measurement and the score of each game, in the order of the games. */
export interface MeasuredGames {
  readonly measurement: Measurement;
  /** Whole numbers below 2³² in both games. */
  readonly scores: Uint32Array;
}

/** Games per request: the results of a block are in memory at once, and at its end threads wait for its last game. */
const BLOCK = 5_000_000;
/** With records, a block also holds every move: 20,000 per game of a strong player. */
const BLOCK_WITH_RECORDS = 1000;

export async function measure(player: Player, options: MeasureOptions): Promise<Measurement> {
  return (await measureGames(player, options)).measurement;
}

export async function measureGames(player: Player, options: MeasureOptions): Promise<MeasuredGames> {
  const { games, seed, first = 0, signal, onProgress, onRecords } = options;
  const scores = new Uint32Array(games);
  const largest = new Map<number, number>();
  const block = onRecords ? BLOCK_WITH_RECORDS : BLOCK;
  let moves = 0;
  let seconds = 0;
  for (let done = 0; done < games; done += block) {
    const movesBefore = moves;
    const results = await player.playGames({
      games: Math.min(block, games - done),
      seed,
      first: first + done,
      ...(onRecords && { records: true }),
      ...(signal && { signal }),
      ...(onProgress && {
        onProgress: (now) => onProgress({ games: done + now.games, moves: movesBefore + now.moves }),
      }),
    });
    scores.set(results.scores, done);
    for (const count of results.moves) moves += count;
    for (const exponent of results.largest) largest.set(exponent, (largest.get(exponent) ?? 0) + 1);
    seconds += results.seconds;
    if (onRecords) await onRecords(results, first + done);
    signal?.throwIfAborted();
  }
  return { measurement: summarise(player, { seed, first, scores, largest, moves, seconds }), scores };
}

/** The outcomes of games, in the order of their numbers. */
export interface Played {
  readonly seed: number;
  readonly first: number;
  readonly scores: Uint32Array;
  /** Exponent → how many games ended with it as their largest. */
  readonly largest: ReadonlyMap<number, number>;
  readonly moves: number;
  readonly seconds: number;
}

export function summarise(player: Pick<Player, 'spec' | 'game' | 'threads'>, played: Played): Measurement {
  const { seed, first, scores, largest, moves, seconds } = played;
  const games = scores.length;
  const ascending = scores.slice().sort();
  return {
    player: player.spec,
    game: player.game.spec,
    games,
    seed,
    ...(first !== 0 && { first }),
    averageScore: mean(scores),
    averageScoreCI95: meanInterval(scores) ?? null,
    medianScore: median(ascending),
    medianScoreCI95: medianInterval(ascending, Random.forGame(seed, 0)),
    maxScore: ascending.at(-1)!,
    maxScoreOf100: meanOfMaxima(scores, MAXIMA_OF) ?? null,
    minScore: ascending[0]!,
    deviation: deviation(scores) ?? null,
    reach: reachRates(player.game, largest, games),
    largest: histogram(player.game, largest),
    moves,
    seconds,
    movesPerSecond: moves / seconds,
    threads: player.threads,
  };
}

/** Tile → how many games ended with it as their largest, by exponents; tiles without games are left out. */
export function histogram(
  game: Game,
  largest: Iterable<readonly [exponent: number, games: number]>,
): Record<string, number> {
  const tiles = [...largest].filter(([, games]) => games > 0).sort(([a], [b]) => a - b);
  return Object.fromEntries(tiles.map(([exponent, games]) => [game.tile(exponent), games]));
}

/** The tiles from the first that the game reports to the largest that any game made, plus the next one, which none made. */
export function reachRates(game: Game, largest: ReadonlyMap<number, number>, games: number): Record<string, Rate> {
  const first = game.reportedFrom;
  const top = Math.max(...largest.keys(), first - 1);
  const rates: Record<string, Rate> = {};
  for (let exponent = first; exponent <= Math.min(top + 1, game.maxExponent); exponent++) {
    let reached = 0;
    for (const [made, count] of largest) if (made >= exponent) reached += count;
    rates[game.tile(exponent)] = { rate: reached / games, ci95: wilson(reached, games) };
  }
  return rates;
}

/** How a player's scores differ from the first player's on the same games. */
export interface Difference {
  readonly player: string;
  readonly against: string;
  /** The mean over the games of this player's score − the first player's. */
  readonly difference: number;
  /** Student's interval of the paired difference; null for one game. */
  readonly ci95: Interval | null;
  /** In how many games this player scored more, the same, or less. */
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** What `compare --json` prints. */
export interface Comparison {
  readonly game: string;
  readonly games: number;
  readonly seed: number;
  readonly players: readonly Measurement[];
  readonly differences: readonly Difference[];
}

/** The players play one after another, each on all of its threads; `onPlayer` says whose turn it is. */
export async function compare(
  players: readonly Player[],
  options: MeasureOptions & { onPlayer?: (player: Player) => void },
): Promise<Comparison> {
  const measured: MeasuredGames[] = [];
  for (const player of players) {
    options.onPlayer?.(player);
    measured.push(await measureGames(player, options));
  }
  const [reference, ...others] = measured;
  if (!reference) throw new RangeError('compare needs at least one player');
  return {
    game: reference.measurement.game,
    games: options.games,
    seed: options.seed,
    players: measured.map(({ measurement }) => measurement),
    differences: others.map(({ measurement, scores }) => {
      const { difference, ci95, wins, ties, losses } = pairedDifference(scores, reference.scores);
      return {
        player: measurement.player,
        against: reference.measurement.player,
        difference,
        ci95: ci95 ?? null,
        wins,
        ties,
        losses,
      };
    }),
  };
}
