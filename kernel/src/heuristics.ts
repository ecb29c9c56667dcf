// What boards are worth by hand-written rules. Every part of them looks at one row or column, so a row's share is found
// once for each of the 65,536 rows and then looked up.
//
// A sum of He et al.'s five (4.2), each times its weight; where the paper leaves a definition open, this is it:
//   snake         Σ tile · 2^-k, k = 0 … 15 along the snake: the first row from left to right, the second from right to left …
//   score         what the game scores on the way to the board, from the position that is searched (search/tree.ts adds it up)
//   monotonicity  1 / (1 + switches): how often the rows and columns turn from rising to falling or back, empty cells as 0
//   smoothness    1 / (1 + Σ |a − b|) over all neighbouring cells, the numbers on the tiles, empty cells as 0
//   empty         the empty cells
// nneonneo's: for each row and column 200000 + 270 · empty + 700 · merges − 47 · monotonicity − 11 · Σ e^3.5, where e is a
//   tile's exponent and monotonicity the smaller of the falls and the rises of e^4; a lost position is 0.
// ovolve's: 0.1 · smoothness + monotonicity + 2.7 · ln(empty cells) + the largest exponent, of exponents: smoothness is
//   −|a − b| over tiles that see each other, monotonicity the better direction of the rows and of the columns.
// The last two were made for 2048 and see tiles past 32768 as 32768; on Threes they look at its exponents in the same way.

import {
  EVALUATION, EVALUATION_BY_NETWORK, EVALUATION_BY_NNEONNEO, EVALUATION_BY_OVOLVE, EVALUATION_BY_SUM, EVALUATION_WEIGHTS, HEURISTIC_EMPTY,
  HEURISTIC_MONOTONICITY, HEURISTIC_SCORE, HEURISTIC_SMOOTHNESS, HEURISTIC_SNAKE, LINE_CHANGES, LINE_VALUES, SETTINGS,
} from './layout';
import { empties, transpose } from './board';
import { LARGE_TILES, largest, tileOf } from './game';

let kind: i32 = 0;
let snake: f32 = 0, monotonicity: f32 = 0, smoothness: f32 = 0, empty: f32 = 0;
/** What a point of score weighs. */
export let scoreWeight: f32 = 1;
/** Whether symmetric boards are worth the same. */
export let symmetric: bool = true;

function weightOf(heuristic: u32): f32 { return load<f32>(SETTINGS + EVALUATION_WEIGHTS + (heuristic << 2)); }

/** Reads the settings. */
export function openHeuristics(): void {
  kind = load<i32>(SETTINGS + EVALUATION);
  snake = weightOf(HEURISTIC_SNAKE);
  monotonicity = weightOf(HEURISTIC_MONOTONICITY);
  smoothness = weightOf(HEURISTIC_SMOOTHNESS);
  empty = weightOf(HEURISTIC_EMPTY);
  scoreWeight = kind == EVALUATION_BY_NETWORK ? 1 : kind == EVALUATION_BY_SUM ? weightOf(HEURISTIC_SCORE) : 0;
  symmetric = kind != EVALUATION_BY_SUM || snake == 0;
}

/** Fills the tables of the heuristic that the settings name; called once, before any thread searches. */
export function buildHeuristics(): void {
  openHeuristics();
  for (let r: u32 = 0; r < 65536; r++) {
    if (kind == EVALUATION_BY_SUM) buildSum(r);
    else if (kind == EVALUATION_BY_NNEONNEO) store<f32>(LINE_VALUES + (r << 4), nneonneo(r));
    else if (kind == EVALUATION_BY_OVOLVE) buildOvolve(r);
  }
}

// @ts-ignore: decorator
@inline function exponentAt(row: u32, i: u32): u32 { return (row >> (i << 2)) & 15; }

/** The weight of a cell along the snake. */
function along(row: u32, column: u32): f32 {
  const k = (row << 2) + (row & 1 ? 3 - column : column);
  return <f32>1 / <f32>(1 << k);
}

function buildSum(r: u32): void {
  for (let row: u32 = 0; row < 4; row++) {
    let sum: f32 = 0;
    for (let i: u32 = 0; i < 4; i++) {
      const e = exponentAt(r, i);
      sum += e ? snake * <f32>tileOf(e) * along(row, i) : empty;
    }
    store<f32>(LINE_VALUES + (r << 4) + (row << 2), sum);
  }
  const a = tileOf(exponentAt(r, 0)), b = tileOf(exponentAt(r, 1)), c = tileOf(exponentAt(r, 2)), d = tileOf(exponentAt(r, 3));
  store<u32>(LINE_CHANGES + (r << 3), switches(a, b, c, d));
  store<u32>(LINE_CHANGES + (r << 3), differences(a, b, c, d), 4);
}

function switches(a: u32, b: u32, c: u32, d: u32): u32 {
  let count: u32 = 0, direction = 0;
  for (let i = 0; i < 3; i++) {
    const p = i == 0 ? a : i == 1 ? b : c, q = i == 0 ? b : i == 1 ? c : d;
    if (p == q) continue;
    const now = q > p ? 1 : -1;
    if (direction != 0 && now != direction) count++;
    direction = now;
  }
  return count;
}

// @ts-ignore: decorator
@inline function apart(a: u32, b: u32): u32 { return a > b ? a - b : b - a; }
// @ts-ignore: decorator
@inline function differences(a: u32, b: u32, c: u32, d: u32): u32 { return apart(a, b) + apart(b, c) + apart(c, d); }

function nneonneo(r: u32): f32 {
  let sum: f64 = 0, falls: f64 = 0, rises: f64 = 0;
  let holes = 0, merges = 0, run = 0;
  let before: u32 = 0;
  for (let i: u32 = 0; i < 4; i++) {
    const e = exponentAt(r, i), x = <f64>e;
    sum += x * x * x * sqrt<f64>(x);
    if (e == 0) { holes++; continue; }
    // Tiles that are equal and have only empty cells between them.
    if (e == before) run++;
    else if (run > 0) { merges += 1 + run; run = 0; }
    before = e;
  }
  if (run > 0) merges += 1 + run;
  for (let i: u32 = 1; i < 4; i++) {
    const p = <f64>exponentAt(r, i - 1), q = <f64>exponentAt(r, i), change = p * p * p * p - q * q * q * q;
    if (change > 0) falls += change;
    else rises -= change;
  }
  return <f32>(200000 + 270 * <f64>holes + 700 * <f64>merges - 47 * min<f64>(falls, rises) - 11 * sum);
}

/** f32 smoothness, f32 the rises (as a loss), f32 the falls. */
function buildOvolve(r: u32): void {
  let smooth: f32 = 0, rises: f32 = 0, falls: f32 = 0;
  let before: u32 = 0;
  for (let i: u32 = 0; i < 4; i++) {
    const e = exponentAt(r, i);
    if (e == 0 && i > 0 && (i < 3 || before == 0)) continue;
    // The last cell counts in monotonicity even where it is empty, and so does the first.
    if (i > 0) {
      if (before > e) falls -= <f32>(before - e);
      else rises -= <f32>(e - before);
    }
    if (e && before) smooth -= <f32>apart(e, before);
    before = e;
  }
  const at = LINE_VALUES + (r << 4);
  store<f32>(at, smooth);
  store<f32>(at, rises, 4);
  store<f32>(at, falls, 8);
}

/** The natural logarithm of 1 … 16. */
function ln(n: u32): f32 {
  switch (n) {
    case 2: return 0.6931472;
    case 3: return 1.0986123;
    case 4: return 1.3862944;
    case 5: return 1.6094379;
    case 6: return 1.7917595;
    case 7: return 1.9459101;
    case 8: return 2.0794415;
    case 9: return 2.1972246;
    case 10: return 2.3025851;
    case 11: return 2.3978953;
    case 12: return 2.4849066;
    case 13: return 2.5649494;
    case 14: return 2.6390573;
    case 15: return 2.7080502;
    case 16: return 2.7725887;
    default: return 0;
  }
}

// @ts-ignore: decorator
@inline function line(cells: u64, i: u64): u32 { return <u32>(cells >> (i << 4)) & 0xffff; }

/** One of the four numbers of all rows. */
// @ts-ignore: decorator
@inline function rowSum(x: u64, lane: u32): f32 {
  return (load<f32>(LINE_VALUES + (line(x, 0) << 4) + lane) + load<f32>(LINE_VALUES + (line(x, 1) << 4) + lane)) +
    (load<f32>(LINE_VALUES + (line(x, 2) << 4) + lane) + load<f32>(LINE_VALUES + (line(x, 3) << 4) + lane));
}

/** The switches of all rows, or with 4 their differences. */
// @ts-ignore: decorator
@inline function changes(x: u64, which: u32): u32 {
  return load<u32>(LINE_CHANGES + (line(x, 0) << 3) + which) + load<u32>(LINE_CHANGES + (line(x, 1) << 3) + which) +
    load<u32>(LINE_CHANGES + (line(x, 2) << 3) + which) + load<u32>(LINE_CHANGES + (line(x, 3) << 3) + which);
}

/** The value of a board by the heuristic of the settings, without the score. */
export function evaluate(cells: u64, aux: u32): f32 {
  if (kind == EVALUATION_BY_SUM) return LARGE_TILES && aux ? sumExactly(cells, aux) : sum(cells);
  const t = transpose(cells);
  if (kind == EVALUATION_BY_NNEONNEO) return rowSum(cells, 0) + rowSum(t, 0);
  return ovolve(cells, t);
}

function ovolve(cells: u64, t: u64): f32 {
  const smooth = rowSum(cells, 0) + rowSum(t, 0);
  const monotone = max<f32>(rowSum(cells, 4), rowSum(cells, 8)) + max<f32>(rowSum(t, 4), rowSum(t, 8));
  return <f32>0.1 * smooth + monotone + <f32>2.7 * ln(<u32>popcnt(empties(cells))) + <f32>largest(cells, 0);
}

/** How smooth a board is by ovolve's rule. */
export function smoothnessOf(cells: u64): f32 { return rowSum(cells, 0) + rowSum(transpose(cells), 0); }

function sum(cells: u64): f32 {
  const total = (load<f32>(LINE_VALUES + (line(cells, 0) << 4)) + load<f32>(LINE_VALUES + (line(cells, 1) << 4), 4)) +
    (load<f32>(LINE_VALUES + (line(cells, 2) << 4), 8) + load<f32>(LINE_VALUES + (line(cells, 3) << 4), 12));
  if (monotonicity == 0 && smoothness == 0) return total;
  const t = transpose(cells);
  return total + reciprocals(changes(cells, 0) + changes(t, 0), changes(cells, 4) + changes(t, 4));
}

// @ts-ignore: decorator
@inline function reciprocals(turns: u32, steps: u32): f32 {
  return monotonicity / (<f32>1 + <f32>turns) + smoothness / (<f32>1 + <f32>steps);
}

/** The sum cell by cell, for boards with tiles past 32768. */
function sumExactly(cells: u64, aux: u32): f32 {
  let total: f32 = 0;
  let turns: u32 = 0, steps: u32 = 0;
  for (let row: u32 = 0; row < 4; row++) {
    for (let column: u32 = 0; column < 4; column++) {
      const tile = tileAt(cells, aux, row, column);
      total += tile ? snake * <f32>tile * along(row, column) : empty;
    }
    turns += switches(tileAt(cells, aux, row, 0), tileAt(cells, aux, row, 1), tileAt(cells, aux, row, 2), tileAt(cells, aux, row, 3)) +
      switches(tileAt(cells, aux, 0, row), tileAt(cells, aux, 1, row), tileAt(cells, aux, 2, row), tileAt(cells, aux, 3, row));
    steps += differences(tileAt(cells, aux, row, 0), tileAt(cells, aux, row, 1), tileAt(cells, aux, row, 2), tileAt(cells, aux, row, 3)) +
      differences(tileAt(cells, aux, 0, row), tileAt(cells, aux, 1, row), tileAt(cells, aux, 2, row), tileAt(cells, aux, 3, row));
  }
  return total + reciprocals(turns, steps);
}

function tileAt(cells: u64, aux: u32, row: u32, column: u32): u32 {
  const cell = (row << 2) | column, e = <u32>(cells >> (cell << 2)) & 15;
  return tileOf(e == 15 ? 15 + ((aux >> (cell << 1)) & 3) : e);
}
