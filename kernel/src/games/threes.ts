// Threes on 64-bit boards. Exponents 1, 2, 3 are the tiles 1, 2, 3; from 3 on each doubles the tile, 14 is 6144, the last.
// `aux` is what the player knows beyond the board: the hint (bits 0–1: 1, 2, 3, or 0 for a bonus tile) and the bag
// (how many 1s, 2s and 3s are left, four bits each from bit 4, the hint's own tile already out).

import { ROWS } from '../layout';
import { cellOf, empties, presence, reverse, transpose } from '../board';
import { chance, pick } from '../random';

const FULL_BAG: u32 = 0x4440;
/** round(2^32 / 21) */
const BONUS_THRESHOLD: u64 = 204522252;
/** From 48 on (exponent 7) bonus tiles come. */
const BONUS_FROM: u32 = 7;

export const MAX_EXPONENT: u32 = 14;
/** 1 and 2 are tiles of their own kinds. */
export const DOUBLES_FROM: u32 = 3;
/** A 3 is made of a 1 and a 2, and no larger tile may pass for one. */
export const LOWEST_GAP: u32 = 4;
export const HAS_HINT: bool = true;
export const LARGE_TILES: bool = false;
export const SPAWNS_SCORE: bool = true;
export const PLAIN_SPAWNS: bool = false;
export const PLAIN_ROWS: bool = false;
export const TWO_GAINS: bool = true;
export const MEET: u32 = 0;

/** Whether two neighbours merge when they are pushed together. */
export function merges(a: u32, b: u32): bool { return (a == 1 && b == 2) || (a == 2 && b == 1) || (a == b && a >= 3 && a < MAX_EXPONENT); }

/** 3^(e-2) from the tile 3 on. */
function tileScore(exponent: u32): u32 {
  if (exponent < 3) return 0;
  let s: u32 = 3;
  for (let e: u32 = 3; e < exponent; e++) s *= 3;
  return s;
}
export function spawnScore(exponent: u32): u32 { return tileScore(exponent); }

/** The four afterstates, by move. Those of up and down are transposed: values do not change under symmetry. */
export let up: u64 = 0, right: u64 = 0, down: u64 = 0, left: u64 = 0;
export let gainUp: u32 = 0, gainRight: u32 = 0, gainDown: u32 = 0, gainLeft: u32 = 0;
export let auxUp: u32 = 0, auxRight: u32 = 0, auxDown: u32 = 0, auxLeft: u32 = 0;
/** Bit m is set where move m is legal. */
export let legal: u32 = 0;

/** A row moved left, and in the upper half what it gains. */
function fold(row: u32): u64 {
  for (let i: u32 = 0; i < 3; i++) {
    const near = (row >> (i << 2)) & 15, far = (row >> ((i + 1) << 2)) & 15;
    if (far == 0) continue;
    let into: u32 = 0;
    if (near == 0) into = far;
    else if (merges(near, far)) into = near < 3 ? 3 : near + 1;
    if (into == 0) continue;
    const below = row & ((1 << (i << 2)) - 1), beyond = i < 2 ? (row >> ((i + 2) << 2)) << ((i + 1) << 2) : 0;
    return <u64>(below | (into << (i << 2)) | beyond) | (<u64>(tileScore(into) - tileScore(near) - tileScore(far)) << 32);
  }
  return <u64>row;
}

/** A row's entry, 16 bytes: u16 moved left, u16 moved right, u32 gain to the left, u32 gain to the right. */
export function buildRows(): void {
  for (let r: u32 = 0; r < 65536; r++) {
    const l = fold(r), b = fold(reverse(r)), at = ROWS + (r << 4);
    store<u16>(at, <u16>l);
    store<u16>(at + 2, <u16>reverse(<u32>b & 0xffff));
    store<u32>(at + 4, <u32>(l >> 32));
    store<u32>(at + 8, <u32>(b >> 32));
  }
}

/** Finds the four afterstates of a state. */
export function expand(cells: u64, aux: u32): void {
  const t = transpose(cells);
  const a0 = ROWS + ((<u32>cells & 0xffff) << 4), a1 = ROWS + ((<u32>cells >> 16) << 4);
  const a2 = ROWS + ((<u32>(cells >> 32) & 0xffff) << 4), a3 = ROWS + (<u32>(cells >> 48) << 4);
  const b0 = ROWS + ((<u32>t & 0xffff) << 4), b1 = ROWS + ((<u32>t >> 16) << 4);
  const b2 = ROWS + ((<u32>(t >> 32) & 0xffff) << 4), b3 = ROWS + (<u32>(t >> 48) << 4);
  left = <u64>load<u16>(a0) | (<u64>load<u16>(a1) << 16) | (<u64>load<u16>(a2) << 32) | (<u64>load<u16>(a3) << 48);
  right = <u64>load<u16>(a0, 2) | (<u64>load<u16>(a1, 2) << 16) | (<u64>load<u16>(a2, 2) << 32) | (<u64>load<u16>(a3, 2) << 48);
  up = <u64>load<u16>(b0) | (<u64>load<u16>(b1) << 16) | (<u64>load<u16>(b2) << 32) | (<u64>load<u16>(b3) << 48);
  down = <u64>load<u16>(b0, 2) | (<u64>load<u16>(b1, 2) << 16) | (<u64>load<u16>(b2, 2) << 32) | (<u64>load<u16>(b3, 2) << 48);
  gainLeft = load<u32>(a0, 4) + load<u32>(a1, 4) + load<u32>(a2, 4) + load<u32>(a3, 4);
  gainRight = load<u32>(a0, 8) + load<u32>(a1, 8) + load<u32>(a2, 8) + load<u32>(a3, 8);
  gainUp = load<u32>(b0, 4) + load<u32>(b1, 4) + load<u32>(b2, 4) + load<u32>(b3, 4);
  gainDown = load<u32>(b0, 8) + load<u32>(b1, 8) + load<u32>(b2, 8) + load<u32>(b3, 8);
  auxUp = aux; auxRight = aux; auxDown = aux; auxLeft = aux;
  legal = <u32>(up != t) | (<u32>(right != cells) << 1) | (<u32>(down != t) << 2) | (<u32>(left != cells) << 3);
}

/** Where a tile may enter: the far edge of every line that moved. `before` and `after` as the board lies. */
export function entriesOf(move: u32, before: u64, after: u64): u64 {
  const changed = before ^ after;
  if (move == 0 || move == 2) {
    let columns = changed | (changed >> 32);
    columns |= columns >> 16;
    const c = <u32>columns & 0xffff;
    const moved = <u64>((c | (c >> 1) | (c >> 2) | (c >> 3)) & 0x1111);
    return move == 0 ? moved << 48 : moved;
  }
  let rows = changed | (changed >> 8);
  rows |= rows >> 4;
  rows |= rows >> 2;
  rows |= rows >> 1;
  rows &= 0x0001000100010001;
  return move == 1 ? rows : rows << 12;
}

/** What the last spawn was: for records. */
export let spawnCell: u32 = 0, spawnExponent: u32 = 0;
/** The state after a spawn. */
export let cellsAfter: u64 = 0;
export let auxAfter: u32 = 0;

/** Takes a tile out of the bag by 32 random bits: the bag without it, and the tile in bits 0–1. */
function draw(bag: u32, half: u64): u32 {
  if ((bag & 0xfff0) == 0) bag = FULL_BAG;
  const ones = (bag >> 4) & 15, twos = (bag >> 8) & 15, threes = (bag >> 12) & 15;
  const k = pick(half, ones + twos + threes);
  const tile: u32 = k < ones ? 1 : k < ones + twos ? 2 : 3;
  return ((bag & 0xfff0) - (1 << (tile << 2))) | tile;
}

/** The bag after the next hint is drawn, with the hint. */
// @ts-ignore: decorator
@inline function drawHint(cells: u64, bag: u32): u32 {
  const r = chance();
  if (largest(cells, 0) >= BONUS_FROM && (r >> 32) < BONUS_THRESHOLD) return bag & 0xfff0;
  return draw(bag, r & 0xffffffff);
}

export function spawn(cells: u64, aux: u32, entries: u64): void {
  const r = chance();
  spawnCell = cellOf(entries, pick(r & 0xffffffff, <u32>popcnt(entries)));
  const hint = aux & 3;
  spawnExponent = hint ? hint : 4 + pick(r >> 32, largest(cells, 0) - 6);
  cellsAfter = cells | (<u64>spawnExponent << (spawnCell << 2));
  auxAfter = drawHint(cellsAfter, aux);
}

/** The spawn that a record says, with the hint after it; false where chance cannot have done it. */
export function place(cells: u64, aux: u32, entries: u64, cell: u32, exponent: u32, hint: u32): bool {
  const shown = aux & 3;
  if (!((entries >> (cell << 2)) & 1) || !(shown ? exponent == shown : exponent >= 4 && exponent + 3 <= largest(cells, 0))) return false;
  cellsAfter = cells | (<u64>exponent << (cell << 2));
  let bag = aux & 0xfff0;
  if (hint == 0) {
    auxAfter = bag;
    return largest(cellsAfter, 0) >= BONUS_FROM;
  }
  if (bag == 0) bag = FULL_BAG;
  auxAfter = (bag - (1 << (hint << 2))) | hint;
  return hint < 4 && ((bag >> (hint << 2)) & 15) != 0;
}

/** What is shown of the tile to come: 1, 2, 3, or 0 for a bonus. */
// @ts-ignore: decorator
@inline export function hintOf(aux: u32): u32 { return aux & 3; }

/** The first state of a game: cellsAfter, auxAfter; returns its score. */
export function deal(): u32 {
  let cells: u64 = 0, bag: u32 = FULL_BAG, score: u32 = 0;
  for (let n = 0; n < 9; n++) {
    bag = draw(bag, chance() & 0xffffffff);
    const free = empties(cells), cell = cellOf(free, pick(chance() & 0xffffffff, <u32>popcnt(free)));
    cells |= <u64>(bag & 3) << (cell << 2);
    score += tileScore(bag & 3);
  }
  cellsAfter = cells;
  auxAfter = drawHint(cells, bag);
  return score;
}

/** The largest exponent on a board. */
export function largest(cells: u64, aux: u32): u32 {
  return 31 - <u32>clz(presence(cells));
}

export function configureRules(): void {}

// ── everything that chance may do to an afterstate, one by one: where, which tile, and which hint then ────────────

let openCells: u64 = 0, openMask: u64 = 0;
let openAux: u32 = 0, tileNow: u32 = 0, hintNow: u32 = 0;
export let entersFrom: u32 = 0, entersTo: u32 = 0;
let cellProbability: f64 = 0;
export let outcomeCells: u64 = 0;
export let outcomeAux: u32 = 0, outcomeScore: u32 = 0;
export let outcomeProbability: f64 = 0;

export function openOutcomes(cells: u64, aux: u32, entries: u64): void {
  openCells = cells; openAux = aux; openMask = entries;
  const hint = aux & 3;
  entersFrom = hint ? hint : 4;
  entersTo = hint ? hint : largest(cells, 0) - 3;
  tileNow = entersFrom;
  hintNow = 0;
  cellProbability = 1 / (<f64>popcnt(entries) * <f64>(entersTo - entersFrom + 1));
}

/** The next outcome that is possible; false after the last. */
export function nextOutcome(): bool {
  while (openMask) {
    const bit = openMask & (0 - openMask), hint = hintNow;
    outcomeCells = openCells | (bit * <u64>tileNow);
    outcomeScore = tileScore(tileNow);
    let bag = openAux & 0xfff0;
    const bonus: f64 = largest(outcomeCells, 0) >= BONUS_FROM ? <f64>BONUS_THRESHOLD / 4294967296.0 : 0;
    let p: f64;
    if (hint == 0) {
      p = bonus;
      outcomeAux = bag;
    } else {
      if (bag == 0) bag = FULL_BAG;
      const count = (bag >> (hint << 2)) & 15;
      p = (1 - bonus) * <f64>count / <f64>(((bag >> 4) & 15) + ((bag >> 8) & 15) + ((bag >> 12) & 15));
      outcomeAux = count ? (bag - (1 << (hint << 2))) | hint : 0;
    }
    outcomeProbability = p * cellProbability;
    if (++hintNow == 4) {
      hintNow = 0;
      if (tileNow++ == entersTo) { tileNow = entersFrom; openMask ^= bit; }
    }
    if (p > 0) return true;
  }
  return false;
}

/** The tile that enters changes neither the bag nor whether bonus tiles come. */
export function hintChances(): v128 {
  let bag = openAux & 0xfff0;
  if (bag == 0) bag = FULL_BAG;
  const bonus: f64 = largest(openCells, 0) >= BONUS_FROM ? <f64>BONUS_THRESHOLD / 4294967296.0 : 0;
  const ones = (bag >> 4) & 15, twos = (bag >> 8) & 15, threes = (bag >> 12) & 15, all = <f64>(ones + twos + threes);
  return f32x4(
    <f32>(bonus * cellProbability), <f32>((1 - bonus) * <f64>ones / all * cellProbability),
    <f32>((1 - bonus) * <f64>twos / all * cellProbability), <f32>((1 - bonus) * <f64>threes / all * cellProbability),
  );
}

export function hintAux(hint: u32): u32 {
  const bag = openAux & 0xfff0;
  return hint ? ((bag ? bag : FULL_BAG) - (1 << (hint << 2))) | hint : bag;
}

/** The number on a tile. */
// @ts-ignore: decorator
@inline export function tileOf(exponent: u32): u32 { return exponent < 3 ? exponent : 3 << (exponent - 3); }
