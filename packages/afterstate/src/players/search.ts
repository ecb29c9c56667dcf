// The options that searching players share, and where the kernel reads them.

import type { Kernel } from '../kernel/kernel.ts';
import * as at from '../kernel/layout.ts';
import type { Game } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import type { Spec } from '../rules/spec.ts';
import { readChoice, readInteger, readNumber, readText } from '../rules/spec.ts';

/** As many choices as the kernel looks ahead. */
export const MOST_PLIES = 12;
/** What is used of a table grows with the plies: at three plies it stays in the cache, whatever there is. */
const DEFAULT_TABLE = 18;
const ENTRY_BYTES = 32;

export interface SearchOptions {
  /** Choices to look ahead, the fewest and the most; the same unless the board decides. */
  readonly least: number;
  readonly most: number;
  /** What decides: fewer empty cells or more distinct tiles give more plies. */
  readonly by: 'empties' | 'distinct';
  /** Milliseconds a move, plies growing one by one; 0 for as long as it takes. */
  readonly ms: number;
  /** Branches less probable than this are not searched further. */
  readonly cutoff: number;
  /** The power of two of the transposition table's entries a thread; 0 for no table. */
  readonly table: number;
}

export const SEARCH_KEYS = ['ply', 'by', 'ms', 'cutoff', 'table'];
export const SEARCH_FORM = `ply=1&by=empties|distinct&ms=0&cutoff=0&table=${DEFAULT_TABLE}`;

/** Reads ply, by, ms, cutoff and table. `ply=2-4` is for boards that are easy … hard. */
export function readSearch(spec: Spec): SearchOptions {
  const ms = readNumber(spec, 'ms', { min: 0, max: 3_600_000 }, 0);
  const text = spec.options.get('ply');
  const match = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(text ?? (ms > 0 ? String(MOST_PLIES) : '1'));
  const least = Number(match?.[1]);
  const most = Number(match?.[2] ?? match?.[1]);
  if (!match || least < 1 || most < least || most > MOST_PLIES) {
    throw new InputError(
      `'${text}' for ply in '${spec.text}' is not possible; ply is a whole number from 1 to ${MOST_PLIES}, or two of them: 2-4`,
    );
  }
  if (ms > 0 && least < most)
    throw new InputError(`'${spec.text}' has both ms and a range of plies; under a time limit give at most one number`);
  return {
    least,
    most,
    by: readChoice(spec, 'by', ['empties', 'distinct'], 'empties'),
    ms,
    cutoff: readCutoff(spec, 0),
    table: readTable(spec),
  };
}

export function readCutoff(spec: Spec, fallback: number): number {
  return readNumber(spec, 'cutoff', { min: 0, max: 1 }, fallback);
}

export function readTable(spec: Spec): number {
  const table = readInteger(spec, 'table', { min: 0, max: 26 }, DEFAULT_TABLE);
  // The kernel's buckets have two entries, and a search of one ply already takes eight of them.
  if (table > 0 && table < 4)
    throw new InputError(`'${table}' for table in '${spec.text}' is too small; table is 0 for none, or from 4 to 26`);
  return table;
}

/** The options that differ from the default, as a spec has them. */
export function formatSearch(options: SearchOptions): Record<string, string | number | undefined> {
  const { least, most, by, ms, cutoff, table } = options;
  const usual = ms > 0 ? MOST_PLIES : 1;
  return {
    ply: least < most ? `${least}-${most}` : most === usual ? undefined : most,
    by: by === 'empties' ? undefined : by,
    ms: ms === 0 ? undefined : ms,
    cutoff: cutoff === 0 ? undefined : cutoff,
    table: formatTable(table),
  };
}

export function formatTable(table: number): number | undefined {
  return table === DEFAULT_TABLE ? undefined : table;
}

/** Whether moves are searched at all: by one ply nothing is. */
export function isSearch({ most, ms }: SearchOptions): boolean {
  return most > 1 || ms > 0;
}

/** Bytes of all threads' transposition tables. */
export function tableBytes(table: number, threads: number): number {
  return table === 0 ? 0 : ENTRY_BYTES * 2 ** table * threads;
}

/** Writes the options; the transposition tables lie at `tables`. */
export function setSearch(kernel: Kernel, options: SearchOptions, tables: number): void {
  kernel.setInt(at.SEARCH_PLY, options.most);
  kernel.setInt(at.SEARCH_LEAST, options.least);
  kernel.setInt(at.SEARCH_BY, options.by === 'empties' ? 0 : 1);
  kernel.setFloat(at.SEARCH_CUTOFF, options.cutoff);
  kernel.view.setFloat64(at.SETTINGS + at.SEARCH_MS, options.ms, true);
  kernel.setInt(at.TABLE, tables);
  kernel.setInt(at.TABLE_BITS, options.table);
}

/**
 * Reads the largest tile that a network knows, as an exponent: boards with larger ones are lowered before they are searched;
 * 0 for never. `auto`, as where the spec says nothing, is the largest that training met, where the model says so.
 */
export function readDowngrade(spec: Spec, game: Game, trainedLargest: number | undefined): number {
  const text = readText(spec, 'downgrade', 'auto');
  if (text === 'auto') return knownByDefault(game, trainedLargest);
  const exponent = game.exponent(Number(text));
  const least = leastKnown(game);
  if (text !== '0' && (exponent === undefined || exponent < least || exponent > mostKnown(game)))
    throw new InputError(
      `'${text}' for downgrade in '${spec.text}' is not possible; downgrade is a tile from ${game.tile(least)} to ${game.tile(mostKnown(game))}, 0 for never, or auto`,
    );
  return text === '0' ? 0 : exponent!;
}

/** In Threes bonus tiles go by the largest tile from 48 (exponent 7) on. */
function leastKnown(game: Game): number {
  return game.name === 'threes' ? 7 : 4;
}

/** The largest exponent that four bits tell apart. */
function mostKnown(game: Game): number {
  return Math.min(game.maxExponent, 15);
}

function knownByDefault(game: Game, trainedLargest = Infinity): number {
  return Math.max(leastKnown(game), Math.min(trainedLargest, mostKnown(game)));
}

export function formatDowngrade(exponent: number, game: Game, trainedLargest: number | undefined): number | undefined {
  if (exponent === knownByDefault(game, trainedLargest)) return undefined;
  return exponent === 0 ? 0 : game.tile(exponent);
}
