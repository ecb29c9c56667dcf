// 2048 as Gabriele Cirulli published it: tiles slide all the way, a tile merges once per move, the pair nearest the
// wall first; then a 2 or a 4 appears on an empty cell. Written line by line, without tables: the kernel has those,
// and this is what they are checked against.

import {
  type Afterstate,
  type Board,
  type Game,
  type Move,
  type Outcome,
  type Shape,
  type Spawn,
  type State,
  MOVES,
} from './game.ts';
import { cellCount, cellName, emptyBoard, emptyCells, FOUR_BY_FOUR, type Line, linesOf, withTile } from './lines.ts';
import { pick, type Random, threshold } from './random.ts';
import { formatSpec } from './spec.ts';

/** The tiles that may end a game; a board cannot start with one. */
// oxfmt-ignore
export const END_TILES = [
  '8', '16', '32', '64', '128', '256', '512', '1024', '2048', '4096', '8192', '16384', '32768', '65536', '131072',
] as const;
type EndTile = (typeof END_TILES)[number];
/**
 * When the game ends: `stuck`, no move is legal; `full`, that or every cell holds a tile after a spawn; a tile, that or the
 * board holds one as large, once chance has answered the move that made it; or all three.
 */
export type End = 'stuck' | 'full' | EndTile | `full,${EndTile}`;
export const ENDS: readonly End[] = ['stuck', 'full', ...END_TILES, ...END_TILES.map((tile): End => `full,${tile}`)];

/** A move that changes nothing: `refuse`, it is not legal; `spawn`, it is a turn like any other while a cell is empty. */
export const IDLES = ['refuse', 'spawn'] as const;
export type Idle = (typeof IDLES)[number];

export interface Options2048 {
  /** The probability that a new tile is a 4, 0 … 1. */
  readonly four?: number;
  /** How many tiles the board starts with: at least one, at most one per cell. */
  readonly start?: number;
  readonly end?: End;
  readonly idle?: Idle;
}

export const DEFAULTS_2048: Required<Options2048> = { four: 0.1, start: 2, end: 'stuck', idle: 'refuse' };

export function create2048(options: Options2048 = {}, shape: Shape = FOUR_BY_FOUR): Game {
  const lines = linesOf(shape);
  const cells = cellCount(shape);
  /** The largest tile that the cells allow, 131072 on sixteen; two of them do not merge. */
  const maxExponent = cells + 1;
  const { four, start, end, idle } = { ...DEFAULTS_2048, ...options };
  if (!(four >= 0 && four <= 1)) throw new RangeError(`four is ${four}; the probability of a 4 is from 0 to 1`);
  if (!(Number.isInteger(start) && start >= 1 && start <= cells)) {
    throw new RangeError(`start is ${start}; a board starts with 1 to ${cells} tiles`);
  }
  if (!ENDS.includes(end)) throw new RangeError(`end is '${String(end)}'; it is one of ${ENDS.join(', ')}`);
  if (!IDLES.includes(idle)) throw new RangeError(`idle is '${String(idle)}'; it is one of ${IDLES.join(', ')}`);
  const fourThreshold = threshold(four);
  const endsFull = end.startsWith('full');
  const endsAt = end === 'stuck' || end === 'full' ? Infinity : Math.log2(Number(end.replace('full,', '')));
  if (endsAt !== Infinity && endsAt > maxExponent)
    throw new RangeError(`end is ${end}; the largest tile of ${cells} cells is ${2 ** maxExponent}`);

  function legalAfterstate(state: State, move: Move): Afterstate | undefined {
    if (endsFull && !state.board.includes(0)) return undefined;
    if (state.board.some((exponent) => exponent >= endsAt)) return undefined;
    const after = slide(state.board, lines[move], maxExponent);
    if (after || idle === 'refuse' || !state.board.includes(0)) return after;
    return { board: state.board, gain: 0, entries: emptyCells(state.board) };
  }

  function legalMoves(state: State): Move[] {
    return MOVES.filter((move) => legalAfterstate(state, move) !== undefined);
  }

  /** One output of the generator: the low half picks the cell, the high half the tile. */
  function draw(entries: readonly number[], random: Random): Spawn {
    const { hi, lo } = random.next();
    return { cell: entries[pick(lo, entries.length)]!, exponent: hi < fourThreshold ? 2 : 1 };
  }

  return {
    ...shape,
    name: '2048',
    title: '2048',
    spec: formatSpec('2048', {
      four: four === DEFAULTS_2048.four ? undefined : four,
      start: start === DEFAULTS_2048.start ? undefined : start,
      end: end === DEFAULTS_2048.end ? undefined : end,
      idle: idle === DEFAULTS_2048.idle ? undefined : idle,
    }),
    options: { four, start, end, idle },
    rulesVersion: 1,
    maxExponent,
    doublesFrom: 1,
    goal: Math.min(11, maxExponent),
    rare: Math.min(11, maxExponent),
    ...(maxExponent >= 11 && { win: 11 }),
    reportedFrom: Math.min(7, maxExponent),
    lowestTop: Math.min(4, maxExponent),
    // 16384, then 8192 beside it: Yeh et al.'s three stages.
    milestones: [[14], [14, 13]].filter((tiles) => tiles.every((exponent) => exponent <= maxExponent)),
    tile: (exponent) => (exponent === 0 ? 0 : 2 ** exponent),
    exponent: (tile) => exponentOf(tile, maxExponent),
    merges: (a, b) => a === b && a > 0 && a < maxExponent,

    plainSpawns: true,
    spawnScore: () => 0,
    scoreOf,

    start(random) {
      let board = emptyBoard(shape);
      for (let i = 0; i < start; i++) {
        const { cell, exponent } = draw(emptyCells(board), random);
        board = withTile(board, cell, exponent);
      }
      return { board };
    },

    afterstate: legalAfterstate,
    legalMoves,

    outcomes({ board, entries }) {
      const tiles = [
        { exponent: 1, probability: 1 - four },
        { exponent: 2, probability: four },
      ].filter(({ probability }) => probability > 0);
      return entries.flatMap((cell) =>
        tiles.map(({ exponent, probability }): Outcome => ({
          probability: probability / entries.length,
          spawn: { cell, exponent },
          state: { board: withTile(board, cell, exponent) },
        })),
      );
    },

    spawn({ board, entries }, random) {
      const spawn = draw(entries, random);
      return { spawn, state: { board: withTile(board, spawn.cell, spawn.exponent) } };
    },

    place({ board, entries }, { cell, exponent, next }) {
      if (!entries.includes(cell))
        throw new RangeError(`a tile cannot appear at ${cellName(cell, shape)}, which is not empty`);
      const possible = (exponent === 1 && four < 1) || (exponent === 2 && four > 0);
      if (!possible) throw new RangeError(`a new tile cannot be a ${2 ** exponent} in this game`);
      if (next !== undefined) throw new RangeError('2048 shows no next tile');
      return { board: withTile(board, cell, exponent) };
    },

    isOver: (state) => legalMoves(state).length === 0,
  };
}

/**
 * A tile 2^e that was merged from 2s has scored (e − 1) 2^e, less 4 for each 4 that appeared as such; if these are a tenth
 * of what appears, they cost 2/11 of the sum of the tiles.
 */
function scoreOf(board: Board): number {
  const points = board.reduce((sum, e) => sum + (e === 0 ? 0 : (e - 1 - 2 / 11) * 2 ** e), 0);
  return Math.max(0, points);
}

function exponentOf(tile: number, maxExponent: number): number | undefined {
  if (tile === 0) return 0;
  const exponent = Math.round(Math.log2(tile));
  return exponent >= 1 && exponent <= maxExponent && 2 ** exponent === tile ? exponent : undefined;
}

/** The board after a move by the rules alone, whatever ends the game; undefined if nothing changes. */
function slide(board: Board, lines: readonly Line[], maxExponent: number): Afterstate | undefined {
  const after = board.slice();
  let gain = 0;
  let changed = false;
  for (const line of lines) {
    let filled = 0; // cells of the line that hold their final tile
    let waiting = 0; // a tile that has slid to the next cell and may still merge, or 0
    for (const cell of line) {
      const exponent = board[cell]!;
      if (exponent === 0) continue;
      if (waiting === exponent && exponent < maxExponent) {
        after[line[filled++]!] = exponent + 1;
        gain += 2 ** (exponent + 1);
        waiting = 0;
      } else {
        if (waiting !== 0) after[line[filled++]!] = waiting;
        waiting = exponent;
      }
    }
    if (waiting !== 0) after[line[filled++]!] = waiting;
    for (; filled < line.length; filled++) after[line[filled]!] = 0;
    changed ||= line.some((cell) => after[cell] !== board[cell]);
  }
  return changed ? { board: after, gain, entries: emptyCells(after) } : undefined;
}
