// A plain simulator of the games that the text of He, Lu & Ou may describe. Most of its rules are not rules of 2048, so they are not
// options of the game either; they serve to show which rules fit the paper's first three tables.

import { Random } from 'afterstate';
import { deviation, mean, meanInterval, uniform } from 'afterstate/measure';
import type { Interval } from 'afterstate/measure';

export interface Reading {
  readonly label: string;
  /** How a line of four moves towards its start. */
  readonly slide?: (line: readonly number[]) => number[];
  /** The chance of a 4. */
  readonly four?: number;
  readonly start?: number;
  /**
   * What happens with a move that changes nothing: it is a turn like any other; it is passed over, and the game ends when none of
   * the agent's moves changes anything; or the game ends at once.
   */
  readonly idle?: 'turn' | 'pass' | 'pass or any' | 'end';
  /** When the game ends: when the board is full after the new tile; full after the move; or full and the agent has no move left. */
  readonly end?: 'full' | 'full after the move' | 'stuck';
}

export interface Simulated {
  readonly label: string;
  /** Random, up-down, up-left. */
  readonly agents: readonly { readonly mean: number; readonly ci95: Interval | null; readonly deviation: number }[];
}

const merged = (line: readonly number[]): number[] => {
  const tiles = line.filter((tile) => tile > 0);
  const out: number[] = [];
  for (let i = 0; i < tiles.length; i++) {
    if (tiles[i] === tiles[i + 1]) out.push(2 * tiles[i++]!);
    else out.push(tiles[i]!);
  }
  return padded(out);
};

/** A tile that was just made merges again. */
const again = (line: readonly number[]): number[] => {
  const out: number[] = [];
  for (const tile of line.filter((one) => one > 0)) {
    out.push(tile);
    while (out.length > 1 && out.at(-1) === out.at(-2)) {
      out.pop();
      out[out.length - 1]! *= 2;
    }
  }
  return padded(out);
};

/** Pairs far from the wall merge first. */
const farFirst = (line: readonly number[]): number[] => {
  const tiles = line.filter((tile) => tile > 0);
  const out: number[] = [];
  for (let i = tiles.length - 1; i >= 0; i--) {
    if (tiles[i] === tiles[i - 1]) out.unshift(2 * tiles[i--]!);
    else out.unshift(tiles[i]!);
  }
  return padded(out);
};

/** Only neighbours merge, before the slide. */
const neighbours = (line: readonly number[]): number[] => {
  const tiles = [...line];
  for (let i = 0; i < 3; i++) {
    if (tiles[i]! > 0 && tiles[i] === tiles[i + 1]) {
      tiles[i]! *= 2;
      tiles[i + 1] = 0;
      i++;
    }
  }
  return padded(tiles.filter((tile) => tile > 0));
};

/** Merges leave gaps. */
const gaps = (line: readonly number[]): number[] => {
  const tiles = padded(line.filter((tile) => tile > 0));
  for (let i = 0; i < 3; i++) {
    if (tiles[i]! > 0 && tiles[i] === tiles[i + 1]) {
      tiles[i]! *= 2;
      tiles[i + 1] = 0;
      i++;
    }
  }
  return tiles;
};

function padded(tiles: readonly number[]): number[] {
  return [0, 1, 2, 3].map((i) => tiles[i] ?? 0);
}

export const READINGS: readonly Reading[] = [
  { label: 'the reading above' },
  { label: 'two tiles at the start', start: 2 },
  { label: '4s with probability 0.1', four: 0.1 },
  { label: 'illegal moves passed over; the game ends where none of the agent’s is legal', idle: 'pass' },
  { label: 'the same, but then any legal move', idle: 'pass or any' },
  { label: 'the first illegal move ends the game', idle: 'end' },
  { label: 'full is tested after the move, not after the new tile', end: 'full after the move' },
  { label: 'ends only when full and no move of the agent changes anything', end: 'stuck' },
  { label: 'merged tiles merge again in the same move', slide: again },
  { label: 'pairs far from the wall merge first', slide: farFirst },
  { label: 'only neighbours merge, before the slide', slide: neighbours },
  { label: 'merges leave gaps', slide: gaps },
  { label: '2048 itself', four: 0.1, start: 2, idle: 'pass', end: 'stuck' },
];

/** Cells of the lines that a move slides, from the wall on: up, right, down, left. */
const LINES: readonly (readonly (readonly number[])[])[] = [
  [0, 1, 2, 3].map((c) => [0, 1, 2, 3].map((i) => 4 * i + c)),
  [0, 1, 2, 3].map((r) => [3, 2, 1, 0].map((i) => 4 * r + i)),
  [0, 1, 2, 3].map((c) => [3, 2, 1, 0].map((i) => 4 * i + c)),
  [0, 1, 2, 3].map((r) => [0, 1, 2, 3].map((i) => 4 * r + i)),
];
/** Random draws from all; the others alternate. */
const AGENT_MOVES = [
  [0, 1, 2, 3],
  [0, 2],
  [0, 3],
] as const;

/** The scores of an agent's games, by number: game i of a seed has its own random numbers. */
export function simulatedScores(reading: Reading, agent: number, games: number, seed: number): Float64Array {
  return Float64Array.from({ length: games }, (_, i) => gameOf(reading, agent, Random.forGame(seed, i)));
}

export function simulate(reading: Reading, games: number, seed: number): Simulated {
  const agents = AGENT_MOVES.map((_, agent) => {
    const scores = simulatedScores(reading, agent, games, seed);
    return { mean: mean(scores), ci95: meanInterval(scores) ?? null, deviation: deviation(scores) ?? 0 };
  });
  return { label: reading.label, agents };
}

function gameOf(reading: Reading, agent: number, random: Random): number {
  const { slide = merged, four = 0, start = 1, idle = 'turn', end = 'full' } = reading;
  const below = (count: number): number => (count === 0 ? 0 : random.below(count));
  const own: readonly number[] = AGENT_MOVES[agent]!;
  const cells = Array.from({ length: 16 }, () => 0);
  const table = slidesOf(slide);
  const spawn = (): void => {
    let left = below(cells.reduce((empty, tile) => empty + (tile === 0 ? 1 : 0), 0));
    const at = cells.findIndex((tile) => tile === 0 && left-- === 0);
    if (at >= 0) cells[at] = four > 0 && uniform(random) < four ? 4 : 2;
  };
  const isFull = (): boolean => !cells.includes(0);
  /** Makes a move and returns its points; −1 if it changes nothing. */
  const move = (direction: number, isTrial = false): number => {
    let changed = false;
    let gain = 0;
    for (const line of LINES[direction]!) {
      const [to, points] = table(cells[line[0]!]!, cells[line[1]!]!, cells[line[2]!]!, cells[line[3]!]!);
      for (let i = 0; i < 4; i++) {
        if (cells[line[i]!] === to[i]) continue;
        changed = true;
        if (!isTrial) cells[line[i]!] = to[i]!;
      }
      gain += points;
    }
    return changed ? gain : -1;
  };
  for (let i = 0; i < start; i++) spawn();
  let score = 0;
  for (let turn = 0; ; turn++) {
    if (end === 'full' && isFull()) return score;
    if (end === 'stuck' && isFull() && own.every((one) => move(one, true) < 0)) return score;
    let direction: number | undefined = agent === 0 ? below(4) : own[turn % own.length]!;
    if (idle === 'pass' || idle === 'pass or any') {
      const legal = own.filter((one) => move(one, true) >= 0);
      if (!legal.includes(direction)) direction = agent === 0 ? legal[below(legal.length)] : legal[0];
      if (direction === undefined && idle === 'pass or any') {
        const any = [0, 1, 2, 3].filter((one) => move(one, true) >= 0);
        direction = any[below(any.length)];
      }
      if (direction === undefined) return score;
    }
    const gain = move(direction);
    if (gain < 0 && idle === 'end') return score;
    score += Math.max(0, gain);
    if (end === 'full after the move' && isFull()) return score;
    if (!isFull()) spawn();
  }
}

type Slid = readonly [line: readonly number[], gain: number];

const tables = new Map<(line: readonly number[]) => number[], Map<number, Slid>>();

/** What a line becomes, remembered: tiles are below 2^16, so four exponents are 16 bits. */
function slidesOf(slide: (line: readonly number[]) => number[]): (a: number, b: number, c: number, d: number) => Slid {
  const known = tables.get(slide) ?? new Map<number, Slid>();
  tables.set(slide, known);
  return (a, b, c, d) => {
    const key = (exponent(a) << 12) | (exponent(b) << 8) | (exponent(c) << 4) | exponent(d);
    let slid = known.get(key);
    if (!slid) {
      const line = [a, b, c, d];
      const to = slide(line);
      slid = [to, gainOf(line, to)];
      known.set(key, slid);
    }
    return slid;
  };
}

function exponent(tile: number): number {
  return tile === 0 ? 0 : 31 - Math.clz32(tile);
}

/** A tile 2^n built from 2s has earned (n − 1) 2^n points; a merge adds the difference. */
function gainOf(from: readonly number[], to: readonly number[]): number {
  const worth = (tiles: readonly number[]): number =>
    tiles.reduce((sum, tile) => sum + (tile === 0 ? 0 : (exponent(tile) - 1) * tile), 0);
  return worth(to) - worth(from);
}
