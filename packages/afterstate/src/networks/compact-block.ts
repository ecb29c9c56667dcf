// Up to 16^6 whole numbers, most of them 0, in few bytes. A tree says which are not 0: a node is 16 bits that say which of its
// 16 children hold anything; a leaf's children are numbers, and only nodes with children are coded, from the top level down.
// The numbers follow in order. Both are coded in the context of an entry's neighbours in the table: those
// with one exponent smaller by one. Similar boards tend to have all been met, or none, and have weights of similar size; how
// a weight differs from its neighbours' mean was measured and is no smaller than the weight itself, so it is not predicted.
//
// The form: u32 bytes of the tree, u32 bytes of the numbers; the tree and the numbers (symbols.ts); then bits, lowest
// first in each byte, that belong to large numbers.
//   A node is four symbols of 4 bits, lowest first. At its place p in its level the neighbours are the nodes p − 16^k whose
//   digit k is not 0 in p, k = 0 … 4. The context is a | b << 4 | c << 8: of the same 4 bits in the neighbours, a has those that any
//   has, b those that three or more have; c is 3 for the lowest 4, otherwise 0 if the 4 before are all 0, 2 if the
//   highest of them is set, else 1.
//   A number v is z = 2v − 2 if it is positive, −2v − 1 if it is negative. Below 64, z is its symbol; from 64 up, with
//   its highest bit at e, the symbol is 64 + 4 (e − 6) + the two bits after it, and e − 2 more bits are among the bits. The
//   neighbours are the entries i − 16^k that are not 0, k = 0 … 4 (so each 16^5 numbers, a slice, can be read with little
//   memory), each clamped to −511 … 511. The context is 3m + s: s = 0, 1, 2 for a sum of neighbours that is 0,
//   positive, negative; m = 0 without neighbours, else, for the sum x of their sizes with its highest bit at f and the bit
//   after it h, 2f + h + 2 − (0, 2, 3, 4, 4 for 1 … 5 neighbours), at most 22.

import type { Alphabet } from './symbols.ts';
import { SymbolReader, SymbolWriter } from './symbols.ts';

export const BLOCK_ENTRIES = 16 ** 6;
export const SLICE_ENTRIES = 16 ** 5;
/** The largest size of a number. */
export const LARGEST_NUMBER = 2 ** 24;

const NODES: Alphabet = { symbols: 16, contexts: 1024, bits: 10 };
const NUMBERS: Alphabet = { symbols: 144, contexts: 69, bits: 11 };

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

  const coded = new SymbolWriter(NUMBERS);
  const bits = new BitWriter();
  const met = new Int32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) {
    const v = numbers[i]!;
    if (v === 0) continue;
    const z = v > 0 ? 2 * v - 2 : -2 * v - 1;
    const context = numberContext(met, i, distances(i));
    if (z < 64) coded.push(context, z);
    else {
      const e = 31 - Math.clz32(z);
      coded.push(context, 64 + 4 * (e - 6) + ((z >> (e - 2)) & 3));
      bits.push(z & ((1 << (e - 2)) - 1), e - 2);
    }
    met[i] = packed(v);
  }
  return joined(tree.finish(), coded.finish(), bits.finish());
}

/** Reads a block slice by slice. Impossible bytes throw a RangeError, at the latest in `finish`. */
export class BlockReader {
  private readonly leaves: Uint16Array;
  private readonly coded: SymbolReader;
  private readonly bits: BitReader;
  private readonly met: Int32Array;
  private slice = 0;

  constructor(bytes: Uint8Array, entries: number) {
    if (bytes.length < 8) throw new RangeError('a block is too short');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const treeEnd = 8 + view.getUint32(0, true);
    const numbersEnd = treeEnd + view.getUint32(4, true);
    if (numbersEnd > bytes.length) throw new RangeError('the parts of a block are longer than it is');
    const levels = emptyLevels(entries);
    const tree = new SymbolReader(bytes.subarray(8, treeEnd), NODES);
    for (let l = levels.length - 1; l >= 0; l--) readLevel(tree, levels[l]!, levels[l + 1] ?? Uint16Array.of(1));
    if (!tree.isFinished()) throw new RangeError('the tree of a block does not end where it should');
    this.leaves = levels[0]!;
    this.coded = new SymbolReader(bytes.subarray(treeEnd, numbersEnd), NUMBERS);
    this.bits = new BitReader(bytes.subarray(numbersEnd));
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
    return readNumbers(this.coded, this.bits, leaves, step, weights, this.met);
  }

  finish(): void {
    if (!this.coded.isFinished() || !this.bits.isFinished())
      throw new RangeError('a block does not end where it should');
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
  coded: SymbolReader,
  bits: BitReader,
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
      let z = coded.next(numberContext(met, i, apart));
      if (z >= 64) {
        const more = ((z - 64) >> 2) + 4;
        z = ((4 | (z & 3)) << more) | bits.next(more);
      }
      // z / 2 + 1 if z is even, −(z + 1) / 2 if it is odd.
      const sign = z & 1;
      const v = (((z >> 1) + 1) ^ -sign) + sign;
      met[i] = packed(v);
      weights[i] = v * step;
      count++;
    }
  }
  return count;
}

// ── neighbours ───────────────────────────────────────────────────────────────────────────────────────────────────
// The rest runs once per node and once per number, where branches would be as unpredictable as random ones: so there are none.

/** How far away the neighbours are in the digits that sixteen siblings share; 0 if there is none. */
interface Distances {
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
}

function distances(i: number): Distances {
  return {
    b: 0x10 & (-(i & 0xf0) >> 31),
    c: 0x100 & (-(i & 0xf00) >> 31),
    d: 0x1000 & (-(i & 0xf000) >> 31),
    e: 0x10000 & (-(i & 0xf0000) >> 31),
  };
}

// A missing neighbour is read at the entry's own place, which is 0 until the entry has been met.

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

/** A number packed so that neighbours add up at once: bits 0–3 count, 4–15 add the sizes, 16–31 the numbers themselves. */
function packed(v: number): number {
  const size = Math.min(Math.abs(v), 511);
  const negative = v >> 31;
  return (((size ^ negative) - negative) << 16) + (size << 4) + 1;
}

/** What the number of neighbours takes off the logarithm of their size: about 2 log2(count). */
const LOG_COUNT = Uint8Array.of(0, 0, 2, 3, 4, 4);

function numberContext(met: Int32Array, i: number, apart: Distances): number {
  const all =
    (met[i - (1 & (-(i & 0xf) >> 31))]! +
      met[i - apart.b]! +
      met[i - apart.c]! +
      met[i - apart.d]! +
      met[i - apart.e]!) |
    0;
  const count = all & 15;
  const size = (all >> 4) & 0xfff;
  const sum = all >> 16;
  // −1 without neighbours, which makes m 0.
  const bit = 31 - Math.clz32(size);
  const m = 2 * bit + (((2 * size) >> bit) & 1) + 2 - LOG_COUNT[count]!;
  return 3 * Math.min(m, 22) + (-sum >>> 31) + 2 * (sum >>> 31);
}

class BitReader {
  private readonly bytes: Uint8Array;
  private readonly length: number;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.length = bytes.length;
    // Four bytes are read at a time.
    this.bytes = new Uint8Array(bytes.length + 4);
    this.bytes.set(bytes);
  }

  /** Up to 24 bits. */
  next(bits: number): number {
    const { bytes, at } = this;
    const i = at >>> 3;
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    this.at = at + bits;
    return (word >>> (at & 7)) & ((1 << bits) - 1);
  }

  isFinished(): boolean {
    return Math.ceil(this.at / 8) === this.length;
  }
}

class BitWriter {
  private bytes = new Uint8Array(1 << 10);
  private length = 0;

  push(value: number, bits: number): void {
    if (this.length + bits > 8 * this.bytes.length) {
      const larger = new Uint8Array(2 * this.bytes.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    for (let bit = 0; bit < bits; bit++, this.length++)
      this.bytes[this.length >> 3]! |= ((value >> bit) & 1) << (this.length & 7);
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, Math.ceil(this.length / 8));
  }
}

function joined(tree: Uint8Array, numbers: Uint8Array, bits: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + tree.length + numbers.length + bits.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, tree.length, true);
  view.setUint32(4, numbers.length, true);
  bytes.set(tree, 8);
  bytes.set(numbers, 8 + tree.length);
  bytes.set(bits, 8 + tree.length + numbers.length);
  return bytes;
}
