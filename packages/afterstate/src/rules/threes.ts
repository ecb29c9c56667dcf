// Threes as in the reference programs of the literature (Yeh et al. 2016): a move shifts every line by at most
// one cell, the next tile is shown, and small tiles come from a bag. A tile's exponent is 1 and 2 for the tiles 1
// and 2, and e ≥ 3 for 3 · 2^(e − 3). A bonus tile's value is drawn when it enters, from the board after the move:
// then an afterstate with its hint and its bag says everything that chance depends on.

import {
  type Afterstate,
  type Board,
  type Game,
  type Hint,
  type Move,
  type Outcome,
  type Spawn,
  type State,
  MOVES,
} from './game.ts';
import { InputError } from './input-error.ts';
import { cellName, emptyBoard, emptyCells, FOUR_BY_FOUR, linesOf, withTile } from './lines.ts';
import { pick, type Random, threshold } from './random.ts';

export type Bag = readonly [number, number, number];

/** Four each of the tiles 1, 2 and 3. */
export const FULL_BAG: Bag = [4, 4, 4];

const SHAPE = FOUR_BY_FOUR;
const LINES = linesOf(SHAPE);
const HINTS: readonly Hint[] = [1, 2, 3, 'bonus'];

/** 6144; two of them do not merge. */
const MAX_EXPONENT = 14;
const START_TILES = 9;

/** A bonus may be shown once the board has a 48; it is at least a 6 and at most an eighth of the largest tile. */
const BONUS_FROM_EXPONENT = 7;
const SMALLEST_BONUS = 4;
const BONUS_BELOW_LARGEST = 3;
const BONUS_PROBABILITY = 1 / 21;
const BONUS_THRESHOLD = threshold(BONUS_PROBABILITY);

/** A state of Threes has all three. */
interface ThreesState extends State {
  readonly next: Hint;
  readonly bag: Bag;
}

interface HintChance {
  readonly probability: number;
  readonly next: Hint;
  readonly bag: Bag;
}

export function createThrees(): Game {
  function afterstate(state: State, move: Move): Afterstate | undefined {
    const { board, next, bag } = complete(state);
    const shifted = shift(board, move);
    // Fields are named one by one: a spread makes this five times slower.
    return shifted && { board: shifted.board, gain: shifted.gain, entries: shifted.entries, next, bag };
  }

  function legalMoves(state: State): Move[] {
    return MOVES.filter((move) => shift(state.board, move) !== undefined);
  }

  return {
    ...SHAPE,
    name: 'threes',
    title: 'Threes',
    spec: 'threes',
    options: {},
    rulesVersion: 1,
    maxExponent: MAX_EXPONENT,
    doublesFrom: 3,
    // 192.
    goal: 9,
    rare: 13,
    reportedFrom: 7,
    // Bonus tiles go by the largest tile.
    lowestTop: BONUS_FROM_EXPONENT,
    // 1536, then 3072: Yeh et al.'s three stages.
    milestones: [[12], [13]],
    tile: tileOf,
    exponent: exponentOf,
    merges: (a, b) => a !== 0 && fold(a, b) !== undefined,

    hints: { all: HINTS, keys: ['next', 'bag'], read: readHint, write: writeHint },
    plainSpawns: false,
    spawnScore: tileScore,
    scoreOf: (board) => board.reduce((sum, exponent) => sum + tileScore(exponent), 0),

    start(random) {
      let board = emptyBoard(SHAPE);
      let bag = FULL_BAG;
      for (let i = 0; i < START_TILES; i++) {
        const drawn = drawTile(bag, random.next().lo);
        bag = drawn.bag;
        const empty = emptyCells(board);
        board = withTile(board, empty[random.below(empty.length)]!, drawn.tile);
      }
      return { board, ...drawHint(board, bag, random) };
    },

    afterstate,
    legalMoves,

    outcomes(after) {
      const { board, next, bag } = complete(after);
      const exponents = spawnExponents(board, next);
      const share = 1 / (after.entries.length * exponents.length);
      return after.entries.flatMap((cell) =>
        exponents.flatMap((exponent) => {
          const placed = withTile(board, cell, exponent);
          return hintChances(placed, bag).map((hint): Outcome => ({
            probability: share * hint.probability,
            spawn: { cell, exponent, next: hint.next },
            state: { board: placed, next: hint.next, bag: hint.bag },
          }));
        }),
      );
    },

    /** One output for the tile (low half the cell, high half which bonus), one for the hint after it. */
    spawn(after, random) {
      const { board, next, bag } = complete(after);
      const { hi, lo } = random.next();
      const cell = after.entries[pick(lo, after.entries.length)]!;
      const exponents = spawnExponents(board, next);
      const exponent = exponents[pick(hi, exponents.length)]!;
      const placed = withTile(board, cell, exponent);
      const hint = drawHint(placed, bag, random);
      return { spawn: { cell, exponent, next: hint.next }, state: { board: placed, ...hint } };
    },

    place(after, spawn) {
      const { board, next, bag } = complete(after);
      const { cell, exponent } = spawn;
      if (!after.entries.includes(cell)) {
        throw new RangeError(
          `a tile cannot enter at ${cellName(cell, SHAPE)}, only on the trailing edge of a line that moved`,
        );
      }
      if (!spawnExponents(board, next).includes(exponent)) {
        throw new RangeError(`a ${tileOf(exponent)} cannot enter where the next tile was shown as ${next}`);
      }
      const placed = withTile(board, cell, exponent);
      const hint = hintChances(placed, bag).find((chance) => chance.next === spawn.next);
      if (hint === undefined) throw new RangeError(`the next tile cannot be ${spawn.next}: ${whyNot(spawn, bag)}`);
      return { board: placed, next: hint.next, bag: hint.bag };
    },

    isOver: (state) => legalMoves(state).length === 0,
  };
}

/** The bag that goes with a hint when nothing more is known: the full one, less the tile shown. */
export function defaultBag(next: Hint): Bag {
  return next === 'bonus' ? FULL_BAG : without(FULL_BAG, next);
}

/** Whether a bonus can be the next tile with this board. */
export function allowsBonus(board: Board): boolean {
  return Math.max(...board) >= BONUS_FROM_EXPONENT;
}

function complete(state: State): ThreesState {
  const { board, next, bag } = state;
  if (next === undefined || bag === undefined) throw new RangeError('a state of Threes has a next tile and a bag');
  return { board, next, bag };
}

function tileOf(exponent: number): number {
  return exponent < 3 ? exponent : 3 * 2 ** (exponent - 3);
}

function exponentOf(tile: number): number | undefined {
  if (tile === 0 || tile === 1 || tile === 2) return tile;
  const exponent = 3 + Math.round(Math.log2(tile / 3));
  return exponent >= 3 && exponent <= MAX_EXPONENT && tileOf(exponent) === tile ? exponent : undefined;
}

function tileScore(exponent: number): number {
  return exponent < 3 ? 0 : 3 ** (exponent - 2);
}

/** What two neighbours of a line become, the one nearer the wall first; undefined if they do not fold. */
function fold(near: number, far: number): number | undefined {
  if (far === 0) return undefined;
  if (near === 0) return far;
  if (near + far === 3) return 3;
  return near === far && near >= 3 && near < MAX_EXPONENT ? near + 1 : undefined;
}

function shift(board: Board, move: Move): Omit<Afterstate, 'next' | 'bag'> | undefined {
  const after = board.slice();
  const entries: number[] = [];
  let gain = 0;
  for (const line of LINES[move]) {
    for (let i = 0; i < 3; i++) {
      const near = board[line[i]!]!;
      const far = board[line[i + 1]!]!;
      const folded = fold(near, far);
      if (folded === undefined) continue;
      gain += tileScore(folded) - tileScore(near) - tileScore(far);
      after[line[i]!] = folded;
      for (let j = i + 1; j < 3; j++) after[line[j]!] = board[line[j + 1]!]!;
      after[line[3]!] = 0;
      entries.push(line[3]!);
      break;
    }
  }
  // Lines are listed from left to right or from top to bottom, so the entries ascend.
  return entries.length > 0 ? { board: after, gain, entries } : undefined;
}

/** The exponents that may enter on this board, equally likely. */
function spawnExponents(board: Board, next: Hint): number[] {
  if (next !== 'bonus') return [next];
  const largest = Math.max(...board) - BONUS_BELOW_LARGEST;
  return Array.from({ length: largest - SMALLEST_BONUS + 1 }, (_, i) => SMALLEST_BONUS + i);
}

function refilled(bag: Bag): Bag {
  return bag[0] + bag[1] + bag[2] === 0 ? FULL_BAG : bag;
}

function without(bag: Bag, tile: 1 | 2 | 3): Bag {
  return [bag[0] - Number(tile === 1), bag[1] - Number(tile === 2), bag[2] - Number(tile === 3)];
}

/** Draws a tile with a u32 half; the bag is thought of as its 1s, then its 2s, then its 3s. */
function drawTile(bag: Bag, half: number): { tile: 1 | 2 | 3; bag: Bag } {
  const [ones, twos, threes] = refilled(bag);
  const index = pick(half, ones + twos + threes);
  const tile = index < ones ? 1 : index < ones + twos ? 2 : 3;
  return { tile, bag: without([ones, twos, threes], tile) };
}

/** One output: the high half decides on a bonus, which leaves the bag alone; the low half draws from the bag. */
function drawHint(board: Board, bag: Bag, random: Random): { next: Hint; bag: Bag } {
  const { hi, lo } = random.next();
  if (hi < BONUS_THRESHOLD && allowsBonus(board)) return { next: 'bonus', bag };
  const drawn = drawTile(bag, lo);
  return { next: drawn.tile, bag: drawn.bag };
}

/** Every hint that may be shown on this board, with the bag that is left. */
function hintChances(board: Board, bag: Bag): HintChance[] {
  const bonus = allowsBonus(board) ? BONUS_PROBABILITY : 0;
  const full = refilled(bag);
  const tiles = full[0] + full[1] + full[2];
  const chances = ([1, 2, 3] as const).map((next): HintChance => ({
    probability: ((1 - bonus) * full[next - 1]!) / tiles,
    next,
    bag: without(full, next),
  }));
  return [...chances, { probability: bonus, next: 'bonus' as const, bag }].filter((chance) => chance.probability > 0);
}

function whyNot({ next }: Spawn, bag: Bag): string {
  if (next === undefined) return 'Threes always shows one';
  return next === 'bonus' ? 'no tile of 48 or more is on the board' : `the bag holds ${bag.join(', ')} of 1, 2, 3`;
}

// ── board notation ───────────────────────────────────────────────────────────────────────────────────────────────

function writeHint({ next, bag }: State): string[] {
  if (next === undefined) return [];
  const usual = bag === undefined || bag.join() === defaultBag(next).join();
  return [`next=${next}`, ...(usual ? [] : [`bag=${bag.join()}`])];
}

function readHint(words: ReadonlyMap<string, string>, board: Board): { next: Hint; bag: Bag } {
  const next = parseNext(words.get('next'), board);
  return { next, bag: parseBag(words.get('bag'), next) };
}

function parseNext(text: string | undefined, board: Board): Hint {
  if (text === undefined) {
    throw new InputError('the board does not say which tile comes next; add next=1, next=2, next=3 or next=bonus');
  }
  const hint = HINTS.find((candidate) => String(candidate) === text);
  if (hint === undefined)
    throw new InputError(`'${text}' for next is not possible; next is one of ${HINTS.join(', ')}`);
  if (hint === 'bonus' && !allowsBonus(board)) {
    throw new InputError(
      'next=bonus needs a tile of 48 or more on the board; the largest is smaller, so next is 1, 2 or 3',
    );
  }
  return hint;
}

/** If the bag is not given, it is taken to be the full one less the tile shown. */
function parseBag(text: string | undefined, next: Hint): Bag {
  if (text === undefined) return defaultBag(next);
  const [ones, twos, threes, ...more] = text.split(',').map((word) => (/^\d$/.test(word) ? Number(word) : NaN));
  const most = defaultBag(next);
  if (
    more.length > 0 ||
    !(ones !== undefined && ones <= most[0]) ||
    !(twos !== undefined && twos <= most[1]) ||
    !(threes !== undefined && threes <= most[2])
  ) {
    const less = next === 'bonus' ? '' : ` less the ${next} that is shown`;
    throw new InputError(
      `'${text}' for bag is not possible; bag is how many 1s, 2s and 3s are left, as in bag=${most.join()}, at most ${FULL_BAG[0]} of each${less}`,
    );
  }
  return [ones, twos, threes];
}
