// All tuples of n cells up to the eight symmetries of the board: the candidates for a systematic choice of patterns. There
// are 65,536 sets of cells in all, so each one is examined; growing tuples cell by cell was refused as longer and no quicker.

import { InputError } from '../rules/input-error.ts';
import { isFoldable, NETWORKS, symmetry } from './pattern.ts';

const CELLS = 16;

/** A class of tuples that are the same up to the board's symmetries. */
export interface TupleClass {
  /** Its representative as a pattern, the cells in hex and in order: `canonicalTuple` says which of its members that is. */
  readonly text: string;
  readonly cells: readonly number[];
  /** How many sets of cells belong to the class: 8, or 4, 2 or 1 if symmetries map the tuple onto itself. */
  readonly placements: number;
  /** How many weights the kernel looks up for it: 8, or 4 if it folds the table. */
  readonly lookups: number;
}

export interface TupleOptions {
  /** Whether the cells must be connected by their sides; true by default. */
  readonly connected?: boolean;
}

/** The classes of tuples with this many cells, 1 to 16, in the order of their texts. */
export function tupleClasses(size: number, { connected = true }: TupleOptions = {}): readonly TupleClass[] {
  if (!Number.isInteger(size) || size < 1 || size > CELLS)
    throw new InputError(`a tuple has 1 to ${CELLS} cells, not ${size}`);
  const classes: TupleClass[] = [];
  const seen = new Set<string>();
  for (const found of subsets(size)) {
    if (seen.has(textOf(found)) || (connected && !isConnected(found))) continue;
    const images = imagesOf(found);
    for (const image of images) seen.add(image);
    const text = first(images);
    const cells = cellsOf(text);
    const lookups = isFoldable({ text, cells, hint: false }) ? 4 : 8;
    classes.push({ text, cells, placements: images.length, lookups });
  }
  return classes.sort((a, b) => (a.text < b.text ? -1 : 1));
}

/**
 * The representative of the cells' class, in hex: of the members that are not taller than wide, the one whose text comes first
 * alphabetically. Many tuples in the literature are written this way: 012345, 456789, 012456, 45689a.
 */
export function canonicalTuple(cells: readonly number[]): string {
  return first(imagesOf(cells));
}

/** Whether every cell can be reached from every other by steps up, down, left and right within the tuple. */
export function isConnected(cells: readonly number[]): boolean {
  const left = new Set(cells.slice(1));
  const reached = cells.slice(0, 1);
  for (const cell of reached) {
    for (const other of left) {
      if (!areNeighbours(cell, other)) continue;
      left.delete(other);
      reached.push(other);
    }
  }
  return left.size === 0;
}

let names: ReadonlyMap<string, string> | undefined;

/** The name of the network that has these patterns, each possibly in another placement. */
export function networkNamed(patterns: readonly (readonly number[])[]): string | undefined {
  // Of several names for the same patterns, the first.
  names ??= new Map(
    Object.entries(NETWORKS)
      .reverse()
      .map(([name, network]) => [formOf(network.split(' ').map(cellsOf)), name]),
  );
  return names.get(formOf(patterns));
}

const rowOf = (cell: number): number => Math.floor(cell / 4);
const columnOf = (cell: number): number => cell % 4;
const formOf = (patterns: readonly (readonly number[])[]): string => patterns.map(canonicalTuple).sort().join(' ');
const cellsOf = (text: string): number[] => [...text].map((digit) => Number.parseInt(digit, 16));
const textOf = (cells: readonly number[]): string => cells.map((cell) => cell.toString(16)).join('');

/** All sets of this many cells, each in order. */
function* subsets(size: number, from = 0): Generator<readonly number[]> {
  if (size === 0) yield [];
  else
    for (let cell = from; cell <= CELLS - size; cell++)
      for (const rest of subsets(size - 1, cell + 1)) yield [cell, ...rest];
}

/** The members of a class, each once, as texts. */
function imagesOf(cells: readonly number[]): readonly string[] {
  const images = [0, 1, 2, 3, 4, 5, 6, 7].map((which) => textOf(cells.map(symmetry(which)).sort((a, b) => a - b)));
  return [...new Set(images)];
}

function first(images: readonly string[]): string {
  const [least] = images.filter(isLying).sort();
  return least!;
}

function areNeighbours(a: number, b: number): boolean {
  return Math.abs(rowOf(a) - rowOf(b)) + Math.abs(columnOf(a) - columnOf(b)) === 1;
}

/** Whether the box around the cells is at least as wide as it is tall; of a class, some always are. */
function isLying(text: string): boolean {
  const cells = cellsOf(text);
  const extent = (of: (cell: number) => number): number => Math.max(...cells.map(of)) - Math.min(...cells.map(of));
  return extent(columnOf) >= extent(rowOf);
}
