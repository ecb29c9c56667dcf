// How far a searching player looks, and where the kernel reads it.

import type { Kernel } from '../kernel/kernel.ts';
import * as at from '../kernel/layout.ts';
import { largestKind } from '../kernel/pack.ts';
import type { Game } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import type { Option, Values } from '../rules/options.ts';
import { option } from '../rules/options.ts';
import type { Plies, SEARCH } from './options.ts';
import { tile } from './options.ts';

export interface SearchOptions {
  /** Choices to look ahead, least and most; equal unless the board decides. */
  readonly least: number;
  readonly most: number;
  /** What decides: fewer empty cells or more distinct tiles give more plies. */
  readonly by: 'empties' | 'distinct';
  /** Milliseconds per move, plies growing one by one; 0 for no limit. */
  readonly ms: number;
  /** Less probable branches are not searched further. */
  readonly cutoff: number;
  /** Inner moves whose one-ply value is this much below the best, as a part of it, are not searched; by default all are. */
  readonly margin?: number;
  /** The base-two logarithm of the transposition table's entries per thread; 0 for no table. */
  readonly table: number;
}

/** The plies if a spec does not say how many. */
export function usualPlies(ms: number): Plies {
  const most = ms > 0 ? at.MOST_PLIES : 1;
  return { least: most, most };
}

/** What the options of a spec come to. */
export function searchOf({ ply, ...rest }: Values<typeof SEARCH>, text: string): SearchOptions {
  const { least, most } = ply ?? usualPlies(rest.ms);
  if (rest.ms > 0 && least < most)
    throw new InputError(`'${text}' has both ms and a range of plies; under a time limit give at most one number`);
  return { least, most, ...rest };
}

/** Whether moves are searched at all: at one ply none are. */
export function isSearch({ most, ms }: SearchOptions): boolean {
  return most > 1 || ms > 0;
}

/** The bytes of all threads' transposition tables. */
export function tableBytes(table: number, threads: number): number {
  return table === 0 ? 0 : at.TABLE_ENTRY_BYTES * 2 ** table * threads;
}

/** Writes the options; the transposition tables lie at `tables`. */
export function setSearch(kernel: Kernel, options: SearchOptions, tables: number): void {
  kernel.setInt(at.SEARCH_PLY, options.most);
  kernel.setInt(at.SEARCH_LEAST, options.least);
  kernel.setInt(at.SEARCH_BY, options.by === 'empties' ? at.SEARCH_BY_EMPTIES : at.SEARCH_BY_DISTINCT);
  kernel.setFloat(at.SEARCH_CUTOFF, options.cutoff);
  kernel.setFloat(at.SEARCH_MARGIN, options.margin ?? 0);
  kernel.view.setFloat64(at.SETTINGS + at.SEARCH_MS, options.ms, true);
  kernel.setInt(at.TABLE, tables);
  kernel.setInt(at.TABLE_BITS, options.table);
}

/**
 * The largest tile that a network knows, as an exponent: boards with larger ones are lowered before the search; 0 for
 * never.
 */
export const DOWNGRADE: Option<number | undefined> = option(
  tile((game) => ({ min: game.lowestTop, max: largestKind(game) }), 'never'),
  {
    auto: 'as in training',
    label: 'largest known tile',
    about: 'lower boards with larger tiles than this before searching them',
    rare: true,
  },
);

export function knownByDefault(game: Game, trainedLargest = Infinity): number {
  return Math.max(game.lowestTop, Math.min(trainedLargest, largestKind(game)));
}
