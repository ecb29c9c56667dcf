// Up to 16^6 whole numbers, most of them 0, in few bytes. Which are not 0 is a tree: a node is 16 bits that say which of its
// 16 children hold anything; a leaf's children are numbers, and only nodes with children are coded, from the top level down.
// The numbers follow in their order. Both are coded in the context of the neighbours that an entry has in the table: those
// with one exponent smaller by one. Boards that are alike have been met, or not, alike, and have weights of like size; how
// a weight differs from its neighbours' mean was measured and is no smaller than the weight itself, so it is not predicted.
//
// The form: u32 bytes of the tree, u32 bytes of the numbers; the tree and the numbers (symbols.ts); then bits, from the lowest
// of each byte, that belong to large numbers.
//   A node is four symbols of 4 bits, the lowest first. At its place p in its level the neighbours are the nodes p − 16^k whose
//   digit k is not 0 in p, k = 0 … 4. The context is a | b << 4 | c << 8: of the same 4 bits in the neighbours, a those that any
//   has, b those that three or more have; c is 3 for the lowest 4, otherwise 0 where the 4 before are all 0, 2 where the
//   highest of them is set, else 1.
//   A number v is z = 2v − 2 where it is positive, −2v − 1 where it is negative. Below 64, z is its symbol; from there on, with
//   its highest bit at e, the symbol is 64 + 4 (e − 6) + the two bits after it, and e − 2 bits more stand among the bits. The
//   neighbours are the entries i − 16^k that are not 0, k = 0 … 5. The context is 3m + s: s = 0, 1, 2 for a sum of neighbours
//   that is 0, positive, negative; m = 0 without neighbours, else, for the sum x of their sizes with its highest bit at f and
//   the bit after it h, 2f + h + 1 − (0, 2, 3, 4, 4, 5 for 1 … 6 neighbours), at most 21.

import type { Alphabet } from './symbols.ts';
import { SymbolReader, SymbolWriter } from './symbols.ts';

export const BLOCK_ENTRIES = 16 ** 6;
/** The largest size of a number. */
export const LARGEST_NUMBER = 2 ** 24;

const NODES: Alphabet = { symbols: 16, contexts: 1024, bits: 10 };
const NUMBERS: Alphabet = { symbols: 144, contexts: 66, bits: 11 };

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
    for (let p = 0; p < nodes.length; p++) {
      const node = nodes[p]!;
      // The top is there even where nothing is.
      if (node === 0 && nodes.length > 1) continue;
      nodes[p] = 0;
      const planes = neighbourNodes(nodes, p);
      nodes[p] = node;
      const any = planes & 0xffff;
      const most = planes >>> 16;
      for (let shift = 0, c = 3; shift < 16; shift += 4) {
        const symbol = (node >> shift) & 15;
        tree.push(((any >> shift) & 15) | (((most >> shift) & 15) << 4) | (c << 8), symbol);
        c = (symbol >> 3) + (-symbol >>> 31);
      }
    }
  }

  const coded = new SymbolWriter(NUMBERS);
  const bits = new BitWriter();
  for (let i = 0; i < numbers.length; i++) {
    const v = numbers[i]!;
    if (v === 0) continue;
    const z = v > 0 ? 2 * v - 2 : -2 * v - 1;
    numbers[i] = 0;
    const context = numberContext(numbers, i);
    numbers[i] = v;
    if (z < 64) coded.push(context, z);
    else {
      const e = 31 - Math.clz32(z);
      coded.push(context, 64 + 4 * (e - 6) + ((z >> (e - 2)) & 3));
      bits.push(z & ((1 << (e - 2)) - 1), e - 2);
    }
  }
  return joined(tree.finish(), coded.finish(), bits.finish());
}

/** Fills `numbers` and gives how many are not 0; throws a RangeError where the bytes cannot be right. */
export function decodeBlock(bytes: Uint8Array, numbers: Int32Array): number {
  if (bytes.length < 8) throw new RangeError('a block is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const treeEnd = 8 + view.getUint32(0, true);
  const numbersEnd = treeEnd + view.getUint32(4, true);
  if (numbersEnd > bytes.length) throw new RangeError('the parts of a block are longer than it is');
  const levels = emptyLevels(numbers.length);
  const tree = new SymbolReader(bytes.subarray(8, treeEnd), NODES);
  for (let l = levels.length - 1; l >= 0; l--) readLevel(tree, levels[l]!, levels[l + 1]);
  const coded = new SymbolReader(bytes.subarray(treeEnd, numbersEnd), NUMBERS);
  const count = readNumbers(coded, bytes.subarray(numbersEnd), levels[0]!, numbers);
  if (!tree.isFinished() || !coded.isFinished()) throw new RangeError('a block does not end where it should');
  return count;
}

/** The nodes of the tree over so many entries, leaves first, the last level a single node; u16 a node. */
function emptyLevels(entries: number): Uint16Array[] {
  const levels = [new Uint16Array(Math.ceil(entries / 16))];
  for (let nodes = levels[0]!; nodes.length > 1; levels.push(nodes))
    nodes = new Uint16Array(Math.ceil(nodes.length / 16));
  return levels;
}

function readLevel(tree: SymbolReader, nodes: Uint16Array, parents: Uint16Array | undefined): void {
  for (let q = 0; q < (parents?.length ?? 1); q++) {
    for (let children = parents ? parents[q]! : 1; children !== 0; children &= children - 1) {
      const p = 16 * q + 31 - Math.clz32(children & -children);
      const planes = neighbourNodes(nodes, p);
      let any = planes & 0xffff;
      let most = planes >>> 16;
      let node = 0;
      for (let shift = 0, c = 3; shift < 16; shift += 4) {
        const symbol = tree.next((any & 15) | ((most & 15) << 4) | (c << 8));
        any >>= 4;
        most >>= 4;
        node |= symbol << shift;
        c = (symbol >> 3) + (-symbol >>> 31);
      }
      nodes[p] = node;
    }
  }
}

function readNumbers(coded: SymbolReader, bits: Uint8Array, leaves: Uint16Array, numbers: Int32Array): number {
  numbers.fill(0);
  const padded = new Uint8Array(bits.length + 4);
  padded.set(bits);
  let bit = 0;
  let count = 0;
  for (let p = 0; p < leaves.length; p++) {
    for (let children = leaves[p]!; children !== 0; children &= children - 1) {
      const i = 16 * p + 31 - Math.clz32(children & -children);
      let z = coded.next(numberContext(numbers, i));
      if (z >= 64) {
        const more = ((z - 64) >> 2) + 4;
        const at = bit >>> 3;
        const word = padded[at]! | (padded[at + 1]! << 8) | (padded[at + 2]! << 16) | (padded[at + 3]! << 24);
        z = ((4 | (z & 3)) << more) | ((word >>> (bit & 7)) & ((1 << more) - 1));
        bit += more;
      }
      // z / 2 + 1 where z is even, −(z + 1) / 2 where it is odd.
      const sign = z & 1;
      numbers[i] = (((z >> 1) + 1) ^ -sign) + sign;
      count++;
    }
  }
  if (bit > 8 * bits.length || bit <= 8 * (bits.length - 1)) throw new RangeError('the bits of a block do not fit');
  return count;
}

// The two functions below run once a node and once a number, and their branches would be as good as random: so there are none.
// A neighbour that does not exist is read at the entry's own place, which the caller must keep 0 meanwhile.

/** The children that any neighbour has (low 16 bits) and that three or more have (high 16 bits), all sixteen at once. */
function neighbourNodes(nodes: Uint16Array, p: number): number {
  const a = nodes[p - (0x1 & (-(p & 0xf) >> 31))]!;
  const b = nodes[p - (0x10 & (-(p & 0xf0) >> 31))]!;
  const c = nodes[p - (0x100 & (-(p & 0xf00) >> 31))]!;
  const d = nodes[p - (0x1000 & (-(p & 0xf000) >> 31))]!;
  const e = nodes[p - (0x10000 & (-(p & 0xf0000) >> 31))]!;
  // Adders of one bit: two of three, twice, count up to five.
  const odd = a ^ b ^ c;
  const carry = (a & b) | (c & (a | b));
  const ones = odd ^ d ^ e;
  const carried = (odd & d) | (e & (odd | d));
  const most = (carry & carried) | ((carry ^ carried) & ones);
  return a | b | c | d | e | (most << 16);
}

/** What the count of neighbours takes off the logarithm of their size: about 2 log2(count). */
const LOG_COUNT = Uint8Array.of(0, 0, 2, 3, 4, 4, 5);

function numberContext(numbers: Int32Array, i: number): number {
  const a = numbers[i - (0x1 & (-(i & 0xf) >> 31))]!;
  const b = numbers[i - (0x10 & (-(i & 0xf0) >> 31))]!;
  const c = numbers[i - (0x100 & (-(i & 0xf00) >> 31))]!;
  const d = numbers[i - (0x1000 & (-(i & 0xf000) >> 31))]!;
  const e = numbers[i - (0x10000 & (-(i & 0xf0000) >> 31))]!;
  const f = numbers[i - (0x100000 & (-(i & 0xf00000) >> 31))]!;
  const size = Math.abs(a) + Math.abs(b) + Math.abs(c) + Math.abs(d) + Math.abs(e) + Math.abs(f);
  if (size === 0) return 0;
  const count =
    ((a | -a) >>> 31) +
    ((b | -b) >>> 31) +
    ((c | -c) >>> 31) +
    ((d | -d) >>> 31) +
    ((e | -e) >>> 31) +
    ((f | -f) >>> 31);
  const sum = a + b + c + d + e + f;
  const bit = 31 - Math.clz32(size);
  const m = 2 * bit + (((2 * size) >> bit) & 1) + 1 - LOG_COUNT[count]!;
  return 3 * Math.min(m, 21) + (-sum >>> 31) + 2 * (sum >>> 31);
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
