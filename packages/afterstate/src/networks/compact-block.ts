// Up to 16^6 whole numbers, most of them 0, in few bytes. A tree says which are not 0: a node is 16 bits that say which of its
// 16 children hold anything; a leaf's children are numbers, and only nodes with children are coded, from the top level down.
// The numbers follow in order (compact-numbers.ts). Both are coded in the context of an entry's neighbours in the table
// (compact-neighbours.ts).
//
// The form: u32 bytes of the tree; the tree (symbols.ts); the numbers.
//   A node is four symbols of 4 bits, lowest first. The neighbours at its place p in its level are nodes of that level. The
//   context is a | b << 4 | c << 8: of the same 4 bits in the neighbours, a has those that any has, b those that three or
//   more have; c is 3 for the lowest 4, otherwise 0 if the 4 before are all 0, 2 if the highest of them is set, else 1.
// Files of form 1 have u32 bytes of the tree, u32 bytes of the numbers' symbols, the tree, and the numbers as
// compact-numbers-1.ts reads them.

import type { Distances } from './compact-neighbours.ts';
import { distances } from './compact-neighbours.ts';
import { NumberReader as FirstNumberReader } from './compact-numbers-1.ts';
import { encodeNumbers, NumberReader } from './compact-numbers.ts';
import type { Alphabet } from './symbols.ts';
import { SymbolReader, SymbolWriter } from './symbols.ts';

export const BLOCK_ENTRIES = 16 ** 6;
export const SLICE_ENTRIES = 16 ** 5;
/** The largest size of a number. */
export const LARGEST_NUMBER = 2 ** 24;

const NODES: Alphabet = { symbols: 16, contexts: 1024, bits: 10 };

export function encodeBlock(numbers: Int32Array): Uint8Array {
  const levels = emptyLevels(numbers.length);
  const leaves = levels[0]!;
  for (let i = 0; i < numbers.length; i++) if (numbers[i] !== 0) leaves[i >> 4]! |= 1 << (i & 15);
  for (const [l, parents] of levels.slice(1).entries()) {
    const children = levels[l]!;
    for (let p = 0; p < children.length; p++) if (children[p] !== 0) parents[p >> 4]! |= 1 << (p & 15);
  }

  const tree = new SymbolWriter(NODES);
  for (const nodes of levels.toReversed()) {
    const met = new Uint16Array(nodes.length);
    for (let p = 0; p < nodes.length; p++) {
      const node = nodes[p]!;
      // The top is there even if nothing else is.
      if (node === 0 && nodes.length > 1) continue;
      const planes = neighbourNodes(met, p, distances(p));
      for (let shift = 0, c = 3; shift < 16; shift += 4) {
        const symbol = (node >> shift) & 15;
        tree.push(((planes >> shift) & 15) | (((planes >>> (shift + 16)) & 15) << 4) | (c << 8), symbol);
        c = (symbol >> 3) + (-symbol >>> 31);
      }
      met[p] = node;
    }
  }

  const treeBytes = tree.finish();
  const coded = encodeNumbers(numbers);
  const bytes = new Uint8Array(4 + treeBytes.length + coded.length);
  new DataView(bytes.buffer).setUint32(0, treeBytes.length, true);
  bytes.set(treeBytes, 4);
  bytes.set(coded, 4 + treeBytes.length);
  return bytes;
}

/** Reads a block slice by slice. Impossible bytes throw a RangeError, at the latest in `finish`. */
export class BlockReader {
  private readonly leaves: Uint16Array;
  private readonly numbers: NumberReader | FirstNumberReader;
  private readonly met: Int32Array;
  private slice = 0;

  /** `form` is that of the file. */
  constructor(bytes: Uint8Array, entries: number, form: 1 | 2 = 2) {
    const begin = form === 1 ? 8 : 4;
    if (bytes.length < begin) throw new RangeError('a block is too short');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const treeEnd = begin + view.getUint32(0, true);
    if (treeEnd > bytes.length) throw new RangeError('the tree of a block is longer than it is');
    const levels = emptyLevels(entries);
    const tree = new SymbolReader(bytes.subarray(begin, treeEnd), NODES);
    for (let l = levels.length - 1; l >= 0; l--) readLevel(tree, levels[l]!, levels[l + 1] ?? Uint16Array.of(1));
    if (!tree.isFinished()) throw new RangeError('the tree of a block does not end where it should');
    this.leaves = levels[0]!;
    const rest = bytes.subarray(treeEnd);
    this.numbers = form === 1 ? new FirstNumberReader(rest, view.getUint32(4, true)) : new NumberReader(rest);
    this.met = new Int32Array(Math.min(entries, SLICE_ENTRIES));
  }

  /**
   * Fills `weights`, which must be 16^5 or all that are left, with the next numbers times `step`, and returns how many are
   * not 0; if none is, it leaves them as they are.
   */
  read(step: number, weights: Float32Array): number {
    const first = this.slice++ * (SLICE_ENTRIES / 16);
    const leaves = this.leaves.subarray(first, first + Math.ceil(weights.length / 16));
    if (leaves.every((leaf) => leaf === 0)) return 0;
    weights.fill(0);
    this.met.fill(0);
    return readNumbers(this.numbers, leaves, step, weights, this.met);
  }

  finish(): void {
    if (!this.numbers.isFinished()) throw new RangeError('a block does not end where it should');
  }
}

/** The nodes of the tree over this many entries, leaves first, the last level a single node; one u16 per node. */
function emptyLevels(entries: number): Uint16Array[] {
  const levels = [new Uint16Array(Math.ceil(entries / 16))];
  for (let nodes = levels[0]!; nodes.length > 1; levels.push(nodes))
    nodes = new Uint16Array(Math.ceil(nodes.length / 16));
  return levels;
}

function readLevel(tree: SymbolReader, nodes: Uint16Array, parents: Uint16Array): void {
  for (let q = 0; q < parents.length; q++) {
    const apart = distances(16 * q);
    for (let children = parents[q]!; children !== 0; children &= children - 1) {
      const p = 16 * q + 31 - Math.clz32(children & -children);
      let planes = neighbourNodes(nodes, p, apart);
      let node = 0;
      for (let shift = 0, c = 3; shift < 16; shift += 4) {
        const symbol = tree.next((planes & 15) | ((planes >>> 12) & 0xf0) | (c << 8));
        planes >>>= 4;
        node |= symbol << shift;
        c = (symbol >> 3) + (-symbol >>> 31);
      }
      nodes[p] = node;
    }
  }
}

function readNumbers(
  numbers: NumberReader | FirstNumberReader,
  leaves: Uint16Array,
  step: number,
  weights: Float32Array,
  met: Int32Array,
): number {
  let count = 0;
  for (let p = 0; p < leaves.length; p++) {
    if (leaves[p] === 0) continue;
    const apart = distances(16 * p);
    for (let children = leaves[p]!; children !== 0; children &= children - 1) {
      const i = 16 * p + 31 - Math.clz32(children & -children);
      weights[i] = numbers.next(met, i, apart) * step;
      count++;
    }
  }
  return count;
}

/** The children that any neighbour has (low 16 bits) and that three or more have (high 16 bits), all sixteen at once. */
function neighbourNodes(met: Uint16Array, p: number, apart: Distances): number {
  const a = met[p - (1 & (-(p & 0xf) >> 31))]!;
  const b = met[p - apart.b]!;
  const c = met[p - apart.c]!;
  const d = met[p - apart.d]!;
  const e = met[p - apart.e]!;
  // One-bit adders: two of three inputs, used twice, count up to five.
  const odd = a ^ b ^ c;
  const carry = (a & b) | (c & (a | b));
  const ones = odd ^ d ^ e;
  const carried = (odd & d) | (e & (odd | d));
  const most = (carry & carried) | ((carry ^ carried) & ones);
  return a | b | c | d | e | (most << 16);
}
