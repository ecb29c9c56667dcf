// The player of ovolve's 2048-AI: minimax with alpha-beta in which chance answers only with what annoys most, the spawns
// that leave the least smooth board with the most islands (groups of equal tiles). It deepens ply by ply while time is left, or
// searches a fixed number of plies. Unlike the original it does not stop at 2048, and values every move of the root.

import { SEARCH_MS, SEARCH_PLY, SETTINGS, VALUES } from '../layout';
import { empties, transpose } from '../board';
import { evaluate, smoothnessOf } from '../heuristics';
import { block } from '../thread';
import { clock, interrupted, openClock, tick } from '../search/clock';
import { firstOutcome, NEXT_OUTCOME, outcomes } from '../search/outcomes';
import { openTree } from '../search/tree';
import * as game from '../game';

const LOST: f32 = -10000;
const WON: f32 = 10000;
/** The original stops by the clock; a position whose lines all end is searched to at most this depth. */
const MOST: u32 = 12;

let up: f64 = 0, right: f64 = 0, down: f64 = 0, left: f64 = 0;

export function open(): void { openTree(); }

/** Writes the value of each legal move to the block and returns the best, -1 for none. Leaves the state expanded. */
export function choose(cells: u64, aux: u32, stage: u32): i32 {
  const move = search(cells, aux);
  game.expand(cells, aux);
  return move;
}

function search(cells: u64, aux: u32): i32 {
  const milliseconds = load<f64>(SETTINGS + SEARCH_MS), plies = load<u32>(SETTINGS + SEARCH_PLY);
  game.expand(cells, aux);
  if (game.legal == 0) return -1;
  if (milliseconds == 0) {
    openClock(0);
    return deepen(cells, aux, plies);
  }
  const until = clock() + milliseconds;
  openClock(0);
  let best = deepen(cells, aux, 1);
  for (let ply: u32 = 2; ply <= MOST; ply++) {
    openClock(until);
    const move = deepen(cells, aux, ply);
    if (interrupted) break;
    best = move;
  }
  return best;
}

/** One iteration; the block keeps the values of the last that came to its end. */
function deepen(cells: u64, aux: u32, ply: u32): i32 {
  let best = -1;
  let top: f32 = 0;
  for (let move: u32 = 0; move < 4; move++) {
    game.expand(cells, aux);
    if (!((game.legal >> move) & 1)) continue;
    const v = after(cells, move, ply, 0, LOST, WON);
    if (interrupted) return best < 0 ? <i32>move : best;
    if (move == 0) up = <f64>v;
    else if (move == 1) right = <f64>v;
    else if (move == 2) down = <f64>v;
    else left = <f64>v;
    if (best < 0 || v > top) { best = move; top = v; }
  }
  store<f64>(block, up, VALUES);
  store<f64>(block, right, VALUES + 8);
  store<f64>(block, down, VALUES + 16);
  store<f64>(block, left, VALUES + 24);
  return best;
}

function after(cells: u64, move: u32, ply: u32, depth: u32, alpha: f32, beta: f32): f32 {
  const board = move == 0 ? transpose(game.up) : move == 1 ? game.right : move == 2 ? transpose(game.down) : game.left;
  const aux = move == 0 ? game.auxUp : move == 1 ? game.auxRight : move == 2 ? game.auxDown : game.auxLeft;
  if (ply == 1) return evaluate(board, aux);
  return annoying(board, aux, game.entriesOf(move, cells, board), ply - 1, depth, alpha, beta);
}

function annoying(board: u64, aux: u32, entries: u64, ply: u32, depth: u32, alpha: f32, beta: f32): f32 {
  if (tick()) return 0;
  const end = outcomes(board, aux, entries, depth);
  let most: f32 = -Infinity;
  for (let o = firstOutcome(depth); o < end; o += NEXT_OUTCOME) {
    const a = annoyance(load<u64>(o));
    store<f32>(o, a, 12);
    if (a > most) most = a;
  }
  let least = beta;
  for (let o = firstOutcome(depth); o < end; o += NEXT_OUTCOME) {
    if (load<f32>(o, 12) != most) continue;
    const v = choice(load<u64>(o), load<u32>(o, 8), ply, depth + 1, alpha, least);
    if (v < least) least = v;
    if (interrupted || least <= alpha) break;
  }
  return least;
}

function choice(cells: u64, aux: u32, ply: u32, depth: u32, alpha: f32, beta: f32): f32 {
  game.expand(cells, aux);
  const legal = game.legal;
  let most = alpha;
  for (let move: u32 = 0; move < 4; move++) {
    if (!((legal >> move) & 1)) continue;
    game.expand(cells, aux);
    const v = after(cells, move, ply, depth, most, beta);
    if (v > most) most = v;
    if (interrupted || most >= beta) break;
  }
  return most;
}

// @ts-ignore: decorator
@inline function annoyance(cells: u64): f32 { return <f32>islands(cells) - smoothnessOf(cells); }

/** Groups of neighbouring equal tiles. */
export function islands(cells: u64): u32 {
  let left = ~empties(cells) & 0x1111111111111111;
  let count: u32 = 0;
  while (left) {
    const first = ctz(left), exponent = (cells >> first) & 15;
    const alike = left & empties(cells ^ (exponent * 0x1111111111111111));
    let island = <u64>1 << first;
    for (;;) {
      // Neighbours above and below, and to the right and left within the row.
      const grown = (island | (island << 16) | (island >> 16) | ((island & 0x0fff0fff0fff0fff) << 4) | ((island & 0xfff0fff0fff0fff0) >> 4)) & alike;
      if (grown == island) break;
      island = grown;
    }
    left &= ~island;
    count++;
  }
  return count;
}
