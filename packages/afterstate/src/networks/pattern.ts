// Patterns: which cells a table looks at. Written in hex, cell 0 the upper-left corner: `012345`. In a game with hints,
// a trailing `h` gives the pattern a table for each hint. Names stand for the pattern sets of the literature.

import type { GameName } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { InputError } from '../rules/input-error.ts';
import { SYMMETRIES } from '../rules/symmetry.ts';

export interface Pattern {
  /** In hex, with its `h`. */
  readonly text: string;
  readonly cells: readonly number[];
  readonly hint: boolean;
}

/** What a table may be looked up by, besides patterns; the order is the kernel's (features.ts there). */
export const FEATURES = ['large', 'empty', 'distinct', 'merge', 'double'] as const;
export type Feature = (typeof FEATURES)[number];

/** How many weights a feature has. */
export const FEATURE_ENTRIES: Readonly<Record<Feature, number>> = {
  large: 8 ** 5,
  empty: 32,
  distinct: 32,
  merge: 32,
  double: 32,
};

/** Matsuzaki's eight 6-tuples in the order of their selection: the first m are the best m. */
const MATSUZAKI_2016 = ['012456', '456789', '012345', '234569', '01259a', '345678', '134567', '01489a'];
const STRAIGHT_4_2 = '012345 456789 89abcd';
const RECTANGLE = '012456 45689a';

export const NETWORKS: Readonly<Record<string, string>> = {
  '4x6': '012345 456789 012456 45689a',
  '5x6': `${STRAIGHT_4_2} ${RECTANGLE}`,
  '42-33': `${STRAIGHT_4_2} ${RECTANGLE}`,
  // 4x6 and 5x6 are Wu and Yeh's; the best four and five of Matsuzaki's are m4x6 and m5x6.
  ...Object.fromEntries([1, 2, 3, 6, 7, 8].map((m) => [`${m}x6`, MATSUZAKI_2016.slice(0, m).join(' ')])),
  m4x6: MATSUZAKI_2016.slice(0, 4).join(' '),
  m5x6: MATSUZAKI_2016.slice(0, 5).join(' '),
  '2x7': '0123456 456789a',
  '3x7': '0123456 456789a 89abcde',
  '8x7': '0123456 456789a 89abcde 0124568 0125689 012569a 0145689 1256789',
  '4x5': '01234 45678 01245 45689',
  '5x4': '0123 4567 0145 1256 569a',
  '17x4': '0123 4567 89ab cdef 048c 159d 26ae 37bf 0145 1256 2367 4589 569a 67ab 89cd 9ade abef',
  szubert: '0123 4567 012456 45689a',
  '42-33-4-22-3': `${STRAIGHT_4_2} ${RECTANGLE} 0123 4567 0145 1256 569a 012 456`,
};

export interface Parts {
  readonly patterns: readonly Pattern[];
  readonly features: readonly Feature[];
}

/** Reads a network spec: names, patterns and features, separated by spaces, commas or plus signs. */
export function parseNetwork(text: string, game: GameName): Parts {
  const patterns: Pattern[] = [];
  const features: Feature[] = [];
  const words = text
    .trim()
    .split(/[\s,+]+/)
    .filter((word) => word !== '');
  if (words.length === 0) throw new InputError(`a network needs patterns, such as 4x6 or '012345 456789'`);
  const add = (pattern: Pattern) => {
    if (patterns.some((other) => other.text === pattern.text))
      throw new InputError(`the pattern ${pattern.text} appears twice in '${text}'`);
    patterns.push(pattern);
  };
  for (const word of words) {
    const feature = FEATURES.find((name) => name === word);
    const hint = word.length > 1 && word.endsWith('h');
    const name = hint ? word.slice(0, -1) : word;
    const named = Object.hasOwn(NETWORKS, name) ? NETWORKS[name] : undefined;
    if (feature) {
      if (features.includes(feature)) throw new InputError(`the feature ${feature} appears twice in '${text}'`);
      features.push(feature);
    } else if (named) named.split(' ').forEach((cells) => add(parsePattern(cells + (hint ? 'h' : ''), game)));
    else add(parsePattern(word, game));
  }
  if (patterns.length === 0) throw new InputError(`'${text}' has features but no pattern; add one, such as 4x6`);
  return { patterns, features };
}

function parsePattern(word: string, game: GameName): Pattern {
  const match = /^([0-9a-f]{1,8})(h?)$/.exec(word);
  if (!match?.[1]) {
    throw new InputError(
      `'${word}' is neither a pattern (1 to 8 cells in hex, such as 012345), nor a network (${Object.keys(NETWORKS).join(', ')}), nor a feature (${FEATURES.join(', ')})`,
    );
  }
  const cells = [...match[1]].map((digit) => Number.parseInt(digit, 16));
  if (new Set(cells).size < cells.length) throw new InputError(`the pattern '${word}' names a cell twice`);
  const hint = match[2] === 'h';
  if (hint && !parseGame(game).hints) throw new InputError(`'${word}': ${game} has no hints; leave the h out`);
  return { text: word, cells, hint };
}

/** The text that gives the same parts again. */
export function formatNetwork({ patterns, features }: Parts): string {
  return [...patterns.map(({ text }) => text), ...features].join(' ');
}

/**
 * The symmetries in the order in which the kernel adds up their lookups: as it is, mirrored, flipped, both, and the same
 * four after a transposition. Another order would round sums of weights differently.
 */
const IN_ORDER = [0, 4, 6, 2, 7, 3, 1, 5].map((number) => SYMMETRIES[number]!);

/** A symmetry of the board as a map of cells: bit 0 mirrors, bit 1 flips, bit 2 transposes first. */
export type CellMap = (cell: number) => number;
export function symmetry(which: number): CellMap {
  const cells = IN_ORDER[which]!;
  return (cell) => cells[cell]!;
}

/** A symmetry, other than none, that maps the pattern's cells onto themselves. */
export function selfSymmetry({ cells }: Pattern): number | undefined {
  const own = new Set(cells);
  return [1, 2, 3, 4, 5, 6, 7].find((which) => cells.every((cell) => own.has(symmetry(which)(cell))));
}

/**
 * Whether the kernel keeps one weight for an index and its image (fold.ts). A pattern of seven or eight cells may be cut into
 * slices, which are not folded; so that a file has one meaning, no such pattern is.
 */
export function isFoldable(pattern: Pattern): boolean {
  return pattern.cells.length < 7 && selfSymmetry(pattern) !== undefined;
}

/**
 * The eight symmetries as two rows of four, lane by lane. For a pattern that is its own image under `self`, the second of
 * a lane is the first after `self`: both look at the same cells.
 */
export function lanes(self: number | undefined): [CellMap[], CellMap[]] {
  if (self === undefined) return [[0, 1, 2, 3].map(symmetry), [4, 5, 6, 7].map(symmetry)];
  const first: CellMap[] = [];
  const second: CellMap[] = [];
  const seen = new Set<string>();
  const own = symmetry(self);
  for (let which = 0; which < 8; which++) {
    const map = symmetry(which);
    const image: CellMap = (cell) => map(own(cell));
    if (seen.has(name(map))) continue;
    seen.add(name(map)).add(name(image));
    first.push(map);
    second.push(image);
  }
  return [first, second];
}

function name(map: CellMap): string {
  return Array.from({ length: 16 }, (_, cell) => map(cell)).join();
}
