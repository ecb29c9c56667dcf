// 2048 on 64-bit boards. The fast path looks rows up; tiles past 32768 do not fit four bits, so a cell of 15 may stand
// for 32768, 65536 or 131072, told apart by two bits per cell in `aux`. Boards with aux, and moves in which two such cells
// meet, take the slow path, which is exact; everything else never asks.

import { END, FOUR_THRESHOLD, IDLE_SPAWN, ROWS, SETTINGS, START_TILES } from '../layout';
import { cellOf, empties, presence, reverse, transpose } from '../board';
import { chance, pick } from '../random';

export const MAX_EXPONENT: u32 = 17;
export const DOUBLES_FROM: u32 = 1;
export const LOWEST_GAP: u32 = 1;
export const HAS_HINT: bool = false;
export const LARGE_TILES: bool = true;
export const SPAWNS_SCORE: bool = false;
export const PLAIN_SPAWNS: bool = true;
export const PLAIN_ROWS: bool = true;
export const TWO_GAINS: bool = false;
/** Two cells of 15 meet. */
export const MEET: u32 = 1 << 24;

/** Spawns add nothing to the score. */
// @ts-ignore: decorator
@inline export function spawnScore(exponent: u32): u32 { return 0; }

/** Whether two neighbours merge when they are pushed together. */
export function merges(a: u32, b: u32): bool { return a != 0 && a == b; }

/** The four afterstates, by move. Those of up and down are transposed: values do not change under symmetry. */
export let up: u64 = 0, right: u64 = 0, down: u64 = 0, left: u64 = 0;
export let gainUp: u32 = 0, gainRight: u32 = 0, gainDown: u32 = 0, gainLeft: u32 = 0;
export let auxUp: u32 = 0, auxRight: u32 = 0, auxDown: u32 = 0, auxLeft: u32 = 0;
/** Bit m is set where move m is legal. */
export let legal: u32 = 0;

function slide(row: u32): u64 {
  let out: u32 = 0, at: u32 = 0, held: u32 = 0, gain: u32 = 0;
  for (let i: u32 = 0; i < 4; i++) {
    const e = (row >> (i << 2)) & 15;
    if (e == 0) continue;
    if (held == e && e < 15) {
      out |= (e + 1) << (at << 2); at++;
      gain += 1 << (e + 1);
      held = 0;
    } else {
      if (held == 15 && e == 15) gain |= MEET;
      if (held) { out |= held << (at << 2); at++; }
      held = e;
    }
  }
  if (held) out |= held << (at << 2);
  return <u64>out | (<u64>gain << 32);
}

/** A row's entry: u16 moved left, u16 moved right, u32 gain. */
export function buildRows(): void {
  for (let r: u32 = 0; r < 65536; r++) {
    const l = slide(r), backwards = reverse(<u32>slide(reverse(r)) & 0xffff);
    store<u64>(ROWS + (r << 3), l | (<u64>backwards << 16));
  }
}

/** Finds the four afterstates of a state. */
export function expand(cells: u64, aux: u32): void {
  const t = transpose(cells);
  const a0 = load<u64>(ROWS + ((<u32>cells & 0xffff) << 3)), a1 = load<u64>(ROWS + ((<u32>cells >> 16) << 3));
  const a2 = load<u64>(ROWS + ((<u32>(cells >> 32) & 0xffff) << 3)), a3 = load<u64>(ROWS + (<u32>(cells >> 48) << 3));
  const b0 = load<u64>(ROWS + ((<u32>t & 0xffff) << 3)), b1 = load<u64>(ROWS + ((<u32>t >> 16) << 3));
  const b2 = load<u64>(ROWS + ((<u32>(t >> 32) & 0xffff) << 3)), b3 = load<u64>(ROWS + (<u32>(t >> 48) << 3));
  const across = <u32>(a0 >> 32) + <u32>(a1 >> 32) + <u32>(a2 >> 32) + <u32>(a3 >> 32);
  const along = <u32>(b0 >> 32) + <u32>(b1 >> 32) + <u32>(b2 >> 32) + <u32>(b3 >> 32);
  if (aux | ((across | along) & ~(MEET - 1))) { expandExactly(cells, aux); return; }
  const l = (a0 & 0xffff) | ((a1 & 0xffff) << 16) | ((a2 & 0xffff) << 32) | (a3 << 48);
  const r = ((a0 >> 16) & 0xffff) | (a1 & 0xffff0000) | ((a2 & 0xffff0000) << 16) | ((a3 & 0xffff0000) << 32);
  const u = (b0 & 0xffff) | ((b1 & 0xffff) << 16) | ((b2 & 0xffff) << 32) | (b3 << 48);
  const d = ((b0 >> 16) & 0xffff) | (b1 & 0xffff0000) | ((b2 & 0xffff0000) << 16) | ((b3 & 0xffff0000) << 32);
  left = l; right = r; up = u; down = d;
  gainLeft = across; gainRight = across; gainUp = along; gainDown = along;
  auxLeft = 0; auxRight = 0; auxUp = 0; auxDown = 0;
  legal = <u32>(u != t) | (<u32>(r != cells) << 1) | (<u32>(d != t) << 2) | (<u32>(l != cells) << 3);
  if (ownRules) legal = legalByOwnRules(cells, aux);
}

/** Whether this game has other rules of what is legal; read by `configureRules`, since every move asks. */
let ownRules: bool = false;
export function configureRules(): void { ownRules = load<i32>(SETTINGS + IDLE_SPAWN) != 0 || load<u32>(SETTINGS + END) != 0; }

function legalByOwnRules(cells: u64, aux: u32): u32 {
  const end = load<u32>(SETTINGS + END);
  if (end > 1 && largest(cells, aux) >= end >> 1) return 0;
  if (empties(cells)) return load<i32>(SETTINGS + IDLE_SPAWN) ? 15 : legal;
  return end & 1 ? 0 : legal;
}

let exactCells: u64 = 0;
let exactAux: u32 = 0;
let exactGain: u32 = 0;

/** One move, cell by cell, for tiles of any size. */
function moveExactly(cells: u64, aux: u32, move: u32): void {
  exactCells = 0; exactAux = 0; exactGain = 0;
  for (let line: u32 = 0; line < 4; line++) {
    let at: u32 = 0, held: u32 = 0;
    for (let i: u32 = 0; i <= 4; i++) {
      let e: u32 = 0;
      if (i < 4) {
        const c = cellAt(move, line, i);
        e = <u32>(cells >> (c << 2)) & 15;
        if (e == 0) continue;
        e += (aux >> (c << 1)) & 3;
      }
      if (held && held == e && e < MAX_EXPONENT) {
        put(cellAt(move, line, at++), e + 1);
        exactGain += 1 << (e + 1);
        held = 0;
      } else {
        if (held) put(cellAt(move, line, at++), held);
        held = e;
      }
    }
  }
}

/** Cell number i of a line, counted from the wall that the tiles move to. */
function cellAt(move: u32, line: u32, i: u32): u32 {
  if (move == 0) return i * 4 + line;
  if (move == 1) return line * 4 + 3 - i;
  if (move == 2) return (3 - i) * 4 + line;
  return line * 4 + i;
}

function put(cell: u32, exponent: u32): void {
  exactCells |= <u64>min<u32>(exponent, 15) << (cell << 2);
  if (exponent > 15) exactAux |= (exponent - 15) << (cell << 1);
}

function expandExactly(cells: u64, aux: u32): void {
  moveExactly(cells, aux, 0);
  up = transpose(exactCells); auxUp = exactAux; gainUp = exactGain;
  legal = <u32>(exactCells != cells || exactAux != aux);
  moveExactly(cells, aux, 1);
  right = exactCells; auxRight = exactAux; gainRight = exactGain;
  legal |= <u32>(exactCells != cells || exactAux != aux) << 1;
  moveExactly(cells, aux, 2);
  down = transpose(exactCells); auxDown = exactAux; gainDown = exactGain;
  legal |= <u32>(exactCells != cells || exactAux != aux) << 2;
  moveExactly(cells, aux, 3);
  left = exactCells; auxLeft = exactAux; gainLeft = exactGain;
  legal |= <u32>(exactCells != cells || exactAux != aux) << 3;
  if (ownRules) legal = legalByOwnRules(cells, aux);
}

/** Where a tile may appear after a move: any empty cell. `before` is the state that the move was made in. */
// @ts-ignore: decorator
@inline export function entriesOf(move: u32, before: u64, after: u64): u64 { return empties(after); }

/** What the last spawn was: for records. */
export let spawnCell: u32 = 0, spawnExponent: u32 = 0;
/** The state after a spawn. */
export let cellsAfter: u64 = 0;
export let auxAfter: u32 = 0;

// @ts-ignore: decorator
@inline export function spawn(cells: u64, aux: u32, entries: u64): void {
  const r = chance();
  spawnCell = cellOf(entries, pick(r & 0xffffffff, <u32>popcnt(entries)));
  spawnExponent = 1 + <u32>((r >> 32) < load<u64>(SETTINGS + FOUR_THRESHOLD));
  cellsAfter = cells | (<u64>spawnExponent << (spawnCell << 2));
  auxAfter = aux;
}

/** The spawn that a record says; false where chance cannot have done it. */
export function place(cells: u64, aux: u32, entries: u64, cell: u32, exponent: u32, hint: u32): bool {
  const four = load<u64>(SETTINGS + FOUR_THRESHOLD);
  if (!((entries >> (cell << 2)) & 1) || !(exponent == 1 ? four < 0x100000000 : exponent == 2 && four > 0) || hint) return false;
  cellsAfter = cells | (<u64>exponent << (cell << 2));
  auxAfter = aux;
  return true;
}

/** What is shown of the tile to come: nothing. */
// @ts-ignore: decorator
@inline export function hintOf(aux: u32): u32 { return 0; }

/** The first state of a game: cellsAfter, auxAfter; returns its score. */
export function deal(): u32 {
  cellsAfter = 0; auxAfter = 0;
  for (let n = load<i32>(SETTINGS + START_TILES); n > 0; n--) spawn(cellsAfter, 0, empties(cellsAfter));
  return 0;
}

/** The largest exponent on a board. */
export function largest(cells: u64, aux: u32): u32 {
  if (aux & 0xaaaaaaaa) return 17;
  if (aux) return 16;
  return 31 - <u32>clz(presence(cells));
}

// ── everything that chance may do to an afterstate, one by one ───────────────────────────────────────────────────

let openCells: u64 = 0, openMask: u64 = 0, openHigh: bool = false;
let openAux: u32 = 0;
let pairProbability: f64 = 0, fourProbability: f64 = 0;
export const entersFrom: u32 = 1, entersTo: u32 = 2;
export function hintChances(): v128 { return f32x4.splat(0); }
export function hintAux(hint: u32): u32 { return 0; }
export let outcomeCells: u64 = 0;
export let outcomeAux: u32 = 0, outcomeScore: u32 = 0;
export let outcomeProbability: f64 = 0;

export function openOutcomes(cells: u64, aux: u32, entries: u64): void {
  openCells = cells; openAux = aux; openMask = entries; openHigh = false;
  fourProbability = <f64>load<u64>(SETTINGS + FOUR_THRESHOLD) / 4294967296.0;
  pairProbability = 1 / <f64>popcnt(entries);
}

/** The next outcome that is possible; false after the last. */
export function nextOutcome(): bool {
  while (openMask) {
    const bit = openMask & (0 - openMask);
    const p = openHigh ? fourProbability : 1 - fourProbability;
    outcomeCells = openCells | (openHigh ? bit << 1 : bit);
    outcomeAux = openAux;
    outcomeProbability = p * pairProbability;
    if (openHigh) openMask ^= bit;
    openHigh = !openHigh;
    if (p > 0) return true;
  }
  return false;
}

/** The number on a tile. */
// @ts-ignore: decorator
@inline export function tileOf(exponent: u32): u32 { return exponent == 0 ? 0 : 1 << exponent; }
