// Minimax, and the same with alpha-beta pruning: chance is an adversary that puts the worst tile on the worst cell. The value
// of a line is what it scored, times the score's weight, and what a heuristic says of its last board. Scores are carried
// down and not added on the way up, so that pruning compares the very numbers that minimax compares, and both are equal
// to the bit. Every move of the root is searched with the whole window: its value is shown, not only that it is worse.

import { LEAF_STATES, SEARCH_PLY, SETTINGS, VALUES } from '../layout';
import { transpose } from '../board';
import { evaluate, scoreWeight } from '../heuristics';
import { block } from '../thread';
import { interrupted, openClock, tick } from '../search/clock';
import { firstOutcome, NEXT_OUTCOME, outcomes } from '../search/outcomes';
import { openTree } from '../search/tree';
import * as game from '../game';

let pruning: bool = false, leafStates: bool = false;

export function open(): void { openMinimax(false); }

export function openMinimax(prune: bool): void {
  openTree();
  pruning = prune;
  leafStates = load<i32>(SETTINGS + LEAF_STATES) != 0;
}

/** Writes the value of each legal move to the block and returns the best, -1 for none. Leaves the state expanded. */
export function choose(cells: u64, aux: u32, stage: u32): i32 {
  openClock(0);
  let best = -1;
  let top: f32 = 0;
  const ply = load<u32>(SETTINGS + SEARCH_PLY);
  for (let move: u32 = 0; move < 4; move++) {
    game.expand(cells, aux);
    if (!((game.legal >> move) & 1)) continue;
    const v = after(cells, move, 0, ply, 0, -Infinity, Infinity);
    store<f64>(block + (<usize>move << 3), <f64>v, VALUES);
    if (best < 0 || v > top) { best = move; top = v; }
  }
  game.expand(cells, aux);
  return best;
}

/** The value of a move of the last `expand`, after a line that scored `score`. */
function after(cells: u64, move: u32, score: f32, ply: u32, depth: u32, alpha: f32, beta: f32): f32 {
  const board = move == 0 ? transpose(game.up) : move == 1 ? game.right : move == 2 ? transpose(game.down) : game.left;
  const aux = move == 0 ? game.auxUp : move == 1 ? game.auxRight : move == 2 ? game.auxDown : game.auxLeft;
  const gain = move == 0 ? game.gainUp : move == 1 ? game.gainRight : move == 2 ? game.gainDown : game.gainLeft;
  const entries = game.entriesOf(move, cells, board);
  return smallest(board, aux, entries, score + <f32>gain * scoreWeight, ply - 1, depth, alpha, beta);
}

function smallest(board: u64, aux: u32, entries: u64, score: f32, ply: u32, depth: u32, alpha: f32, beta: f32): f32 {
  if (ply == 0 && !leafStates) return score + evaluate(board, aux);
  if (tick()) return 0;
  const end = outcomes(board, aux, entries, depth);
  let least: f32 = Infinity;
  for (let o = firstOutcome(depth); o < end; o += NEXT_OUTCOME) {
    const now = score + load<f32>(o, 12);
    const v = ply == 0 ? now + evaluate(load<u64>(o), load<u32>(o, 8)) : largest(load<u64>(o), load<u32>(o, 8), now, ply, depth + 1, alpha, min<f32>(beta, least));
    if (v < least) least = v;
    if (interrupted || (pruning && least <= alpha)) break;
  }
  return least;
}

function largest(cells: u64, aux: u32, score: f32, ply: u32, depth: u32, alpha: f32, beta: f32): f32 {
  let most: f32 = -Infinity;
  game.expand(cells, aux);
  const legal = game.legal;
  if (legal == 0) return score + evaluate(cells, aux);
  for (let move: u32 = 0; move < 4; move++) {
    if (!((legal >> move) & 1)) continue;
    // What is below has expanded other boards.
    if (most != -Infinity) game.expand(cells, aux);
    const v = after(cells, move, score, ply, depth, max<f32>(alpha, most), beta);
    if (v > most) most = v;
    if (interrupted || (pruning && most >= beta)) break;
  }
  return most;
}
