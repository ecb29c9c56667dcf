// The network built on the page: tuples of any size, in the order they were chosen, and what they amount
// to. It is kept in the browser.

import { computed, signal } from '@preact/signals';
import {
  canonicalTuple,
  createNetwork,
  DEFAULT_GAME,
  isConnected,
  NETWORKS,
  networkBytes,
  networkNamed,
  type TupleClass,
  tupleClasses,
  weightCount,
} from 'afterstate';
import { say } from '../shell/notes.ts';
import { load, save } from '../shell/storage.ts';

/** The sizes in the named networks; a table for nine cells would take 256 GiB. */
export const SIZES = [3, 4, 5, 6, 7, 8] as const;

const cellsOf = (text: string): number[] => [...text].map((digit) => Number.parseInt(digit, 16));

const lists = new Map<number, readonly TupleClass[]>();

/** The connected tuples of a size, up to symmetry; listed when first asked for. */
export function tuplesOf(size: number): readonly TupleClass[] {
  const list = lists.get(size) ?? tupleClasses(size);
  lists.set(size, list);
  return list;
}

function isTuple(text: unknown): text is string {
  if (typeof text !== 'string' || !/^[0-9a-f]{3,8}$/.test(text)) return false;
  return isConnected(cellsOf(text)) && canonicalTuple(cellsOf(text)) === text;
}

const kept = load('networks', ({ tuples, size }) => ({
  tuples: Array.isArray(tuples) ? [...new Set(tuples.filter(isTuple))] : [],
  size: SIZES.find((one) => one === size),
}));

export const size = signal<number>(kept?.size ?? 6);

/** The texts of the tuples. */
const texts = signal<readonly string[]>(kept?.tuples ?? []);
export const chosen = computed(() =>
  texts.value.map((text) => tuplesOf(text.length).find((tuple) => tuple.text === text)!),
);

function keep(): void {
  save('networks', { tuples: texts.peek(), size: size.peek() });
}

export function chooseSize(next: number): void {
  size.value = next;
  keep();
}

function choose(next: readonly string[]): void {
  texts.value = next;
  keep();
}

/** Adds a tuple, or removes it. */
export function toggle({ text }: TupleClass): void {
  const now = texts.peek();
  choose(now.includes(text) ? now.filter((other) => other !== text) : [...now, text]);
}

/** Replaces the chosen tuples; a person may undo it. */
function replace(next: readonly string[], words: string): void {
  const before = texts.peek();
  choose(next);
  if (before.length > 0) say(words, { label: 'Undo', run: () => choose(before) });
}

export function clear(): void {
  replace([], 'Cleared.');
}

/** The tuples of a named network, each in the form that the page shows. */
function tuplesOfNamed(name: string): readonly string[] {
  return [...new Set(NETWORKS[name]!.split(' ').map((text) => canonicalTuple(cellsOf(text))))];
}

export function beginWith(name: string): void {
  const tuples = tuplesOfNamed(name);
  replace(tuples, `Replaced by ${name}.`);
  chooseSize(Math.max(...tuples.map(({ length }) => length)));
}

/** The named networks that can be built here: each under its first name, and none that has a tuple in two placements. */
export const KNOWN: readonly string[] = Object.keys(NETWORKS).filter(
  (name) => networkNamed(tuplesOfNamed(name).map(cellsOf)) === name,
);

/** What the chosen tuples amount to; undefined while there are none. */
export const made = computed(() => {
  const tuples = chosen.value;
  if (tuples.length === 0) return undefined;
  const patterns = tuples.map(({ text }) => text).join(' ');
  const network = createNetwork({ game: DEFAULT_GAME, network: patterns, stages: 'none', values: 'afterstate' });
  return {
    network,
    name: networkNamed(tuples.map(({ cells }) => cells)),
    patterns,
    lookups: tuples.reduce((sum, { lookups }) => sum + lookups, 0),
    weights: weightCount(network),
    bytes: networkBytes(network, false),
    coherentBytes: networkBytes(network, true),
  };
});
