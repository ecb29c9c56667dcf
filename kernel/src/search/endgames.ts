// Solved endgames (endgame.ts) that a network's player consults: where a board is in one of them, the move that the network
// chose gives way to the best one of the endgame if that has a larger chance of success. A move of a locked tile has no
// chance in the table, though it may well be right: it stays. Using chances inside the search was not tried: they would
// have to be turned into points first.

import { ENDGAME_TABLES, ENDGAMES, SETTINGS } from '../layout';
import { symmetric } from '../board';
import { endgameChance, lockedCells, targetOf } from '../endgame';

/** By how much a chance must be larger: below it the network knows better what comes after the target. */
const LEAD: f32 = 0.005;

/** The move to make instead of one that was chosen: that one, or a better one of the first endgame that the board is in. */
export function endgameMove(cells: u64, aux: u32, move: i32): i32 {
  const count = load<u32>(SETTINGS + ENDGAMES);
  if (count == 0 || aux || move < 0) return move;
  for (let i: u32 = 0; i < count; i++) {
    const at = <usize>load<u32>(SETTINGS + ENDGAME_TABLES + (<usize>i << 2));
    const which = fit(at, cells);
    if (which < 0) continue;
    const board = symmetric(cells, which) | lockedCells(at);
    const own = endgameChance(at, board, moved(move, which));
    if (own < 0) return move;
    let best = own + LEAD, better = move;
    for (let m = 0; m < 4; m++) {
      const chance = endgameChance(at, board, moved(m, which));
      if (chance > best) { best = chance; better = m; }
    }
    return better;
  }
  return move;
}

/** The symmetry under which a board is in the endgame of a table; -1 for none. */
function fit(at: usize, cells: u64): i32 {
  const target = targetOf(at), locked = lockedCells(at);
  let large: u64 = 0;
  for (let shift: u64 = 0; shift < 64; shift += 4) {
    if ((<u32>(cells >> shift) & 15) >= target) large |= <u64>15 << shift;
  }
  if (popcnt(large) != popcnt(locked) || merges(cells, target)) return -1;
  for (let which = 0; which < 8; which++) if (symmetric(large, which) == locked) return which;
  return -1;
}

/** Whether two neighbours from the target on are equal. */
function merges(cells: u64, target: u32): bool {
  for (let cell: u32 = 0; cell < 16; cell++) {
    const e = exponentAt(cells, cell);
    if (e < target) continue;
    if ((cell & 3) < 3 && e == exponentAt(cells, cell + 1)) return true;
    if (cell < 12 && e == exponentAt(cells, cell + 4)) return true;
  }
  return false;
}
// @ts-ignore: decorator
@inline function exponentAt(cells: u64, cell: u32): u32 { return <u32>(cells >> (cell << 2)) & 15; }

/** What a move is on the symmetric board: `symmetric` transposes it, then mirrors, then flips. */
function moved(move: u32, which: i32): u32 {
  if (which & 4) move ^= 3;
  if (move & 1 ? which & 1 : which & 2) move ^= 2;
  return move;
}
