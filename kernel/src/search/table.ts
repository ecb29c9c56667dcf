// What a search remembers. Two tables per thread, so that no thread waits for another or disturbs what it found:
//   chance nodes  the value of an afterstate with a number of plies to come, in memory that the host provides;
//   leaves        the network's value of an afterstate, beside the thread's block and small enough to stay in the cache.
// A board already is 64 bits: one multiplication mixes them, where Zobrist hashing would fetch sixteen numbers. The whole
// state is stored and compared, so no entry is ever taken for another. An entry serves the same number of plies only: what
// is found is what would have been searched. Under a cutoff it serves what is at most as probable as it was itself.
// The chance nodes are forgotten at every root, since symmetric boards share an entry and their sums are rounded
// differently: a choice then depends on the position alone, and games do not depend on how threads share them.

import { BLOCK, LEAVES, LEAVES_BITS, LEAVES_GENERATION, SETTINGS, TABLE, TABLE_BITS, TABLE_GENERATION, THREADS } from '../layout';

const MIX: u64 = 0x9e3779b97f4a7c15;

// ── chance nodes: buckets of two entries of 32 bytes: u64 cells, u64 tag, f32 value, f32 probability ───────────────
// The tag, from its lowest bit: plies 4, stage 4, what the player knows beside the board 14, entries 16, generation 26.
const BUCKET: u32 = 6;
const GENERATION: u64 = 38;
const GENERATIONS: u32 = 1 << 26;

/** Whether there is a table. */
export let on: bool = false;
let base: usize = 0;
let bits: u32 = 0;
let shift: u64 = 0;
let generation: u64 = 0;

/** Reads the settings; forgets the leaves, whose weights may have changed. */
export function openTable(block: usize): void {
  bits = load<u32>(SETTINGS + TABLE_BITS);
  on = bits > 0;
  base = <usize>load<u32>(SETTINGS + TABLE) + (((block - THREADS) / BLOCK) << (bits + 5));
  openLeaves(block);
}

/** Forgets all nodes. A search of few plies uses a part of the table only, which stays in the cache. */
export function forgetNodes(block: usize, ply: u32): void {
  let next = load<u32>(block, TABLE_GENERATION) + 1;
  if (next == GENERATIONS) {
    memory.fill(base, 0, <usize>1 << (bits + 5));
    next = 1;
  }
  store<u32>(block, next, TABLE_GENERATION);
  generation = <u64>next << GENERATION;
  shift = 65 - <u64>min<u32>(bits, ply << 2);
}

/** Where `keep` puts a node that was not found, and its tag. */
export let slot: usize = 0;
export let slotTag: u64 = 0;
export let foundValue: f32 = 0;

/** Looks a chance node up; `rest` has the fields of the tag above the stage. */
export function find(cells: u64, rest: u64, stage: u32, ply: u32, probability: f32): bool {
  const tag = generation | (rest << 8) | <u64>((stage << 4) | ply);
  const at = base + (<usize>((((cells ^ (rest << 20)) * MIX) ^ (<u64>ply << 62)) >> shift) << BUCKET);
  if (load<u64>(at) == cells && load<u64>(at, 8) == tag && load<f32>(at, 20) >= probability) { foundValue = load<f32>(at, 16); return true; }
  if (load<u64>(at, 32) == cells && load<u64>(at, 40) == tag && load<f32>(at, 52) >= probability) { foundValue = load<f32>(at, 48); return true; }
  // The first of a bucket stays where it cost more plies; the second always gives way.
  const first = load<u64>(at, 8);
  slot = at + ((first >> GENERATION) == (tag >> GENERATION) && (first & 15) > <u64>ply ? 32 : 0);
  slotTag = tag;
  return false;
}

// @ts-ignore: decorator
@inline export function keep(at: usize, cells: u64, tag: u64, v: f32, probability: f32): void {
  store<u64>(at, cells);
  store<u64>(at, tag, 8);
  store<f32>(at, v, 16);
  store<f32>(at, probability, 20);
}

// ── the last chance nodes of a game with hints, one for all hints shown: u64 cells, u64 tag, f32 × 4 values, not a number where
// a hint was not searched. Their plies count as 0, which no other node has. ──
export let foundValues: v128 = i32x4.splat(0);

/** As `find`; all hints of the mask must have been searched. */
export function findHints(cells: u64, rest: u64, stage: u32, shown: u32): bool {
  const tag = generation | (rest << 8) | <u64>(stage << 4);
  const at = base + (<usize>(((cells ^ (rest << 20)) * MIX) >> shift) << BUCKET);
  if (load<u64>(at) == cells && load<u64>(at, 8) == tag && hasAll(at, shown)) return true;
  if (load<u64>(at, 32) == cells && load<u64>(at, 40) == tag && hasAll(at + 32, shown)) return true;
  const first = load<u64>(at, 8);
  slot = at + ((first >> GENERATION) == (tag >> GENERATION) && (first & 15) > 0 ? 32 : 0);
  slotTag = tag;
  return false;
}
// @ts-ignore: decorator
@inline function hasAll(at: usize, shown: u32): bool {
  foundValues = v128.load(at, 16);
  return (<u32>i32x4.bitmask(f32x4.eq(foundValues, foundValues)) & shown) == shown;
}

// @ts-ignore: decorator
@inline export function keepHints(at: usize, cells: u64, tag: u64, values: v128): void {
  store<u64>(at, cells);
  store<u64>(at, tag, 8);
  v128.store(at, values, 16);
}

// ── leaves: u64 cells, f32 value, u32 tag: hint 2, stage before 4, generation 26 ──────────────────────────────────
let leafTag: u32 = 0;
let leaves: usize = 0;

function openLeaves(block: usize): void {
  leaves = block + LEAVES;
  let next = load<u32>(block, LEAVES_GENERATION) + 1;
  if (next == GENERATIONS) {
    memory.fill(leaves, 0, <usize>1 << (LEAVES_BITS + 4));
    next = 1;
  }
  store<u32>(block, next, LEAVES_GENERATION);
  leafTag = next << 6;
}

/** Where the value of a leaf is, or would be. */
// @ts-ignore: decorator
@inline export function leafAt(cells: u64): usize { return leaves + (<usize>((cells * MIX) >> (64 - LEAVES_BITS)) << 4); }
// @ts-ignore: decorator
@inline export function leafTagOf(before: u32, hint: u32): u32 { return leafTag | (before << 2) | hint; }
// @ts-ignore: decorator
@inline export function isLeaf(at: usize, cells: u64, tag: u32): bool { return <bool>(<u32>(load<u64>(at) == cells) & <u32>(load<u32>(at, 12) == tag)); }
// @ts-ignore: decorator
@inline export function keepLeaf(at: usize, cells: u64, tag: u32, v: f32): void {
  store<u64>(at, cells);
  store<f32>(at, v, 8);
  store<u32>(at, tag, 12);
}
