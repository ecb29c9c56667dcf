// The last choice of a search of a game with hints, where nearly all of its time goes. A move has been made, a hint is shown, the
// tile it announces enters on one of a few cells, the next hint is drawn, and the network values what each move leads to.
// The board before the tile is the same whichever hint is shown, so all hints are searched together: a lane for each. A tile
// changes one row and one column, so all moves come from two rows' entries and from what the board without the tile moves
// to; tiles that merge with nothing differ in one cell, and one-cell.ts values them together. Remembering the values of
// boards was refused: hardly any comes twice.

import { LAST_PLY, ROWS } from '../layout';
import { transpose } from '../board';
import { stageAfter } from '../network/stages';
import { block } from '../thread';
import * as game from '../game';
import { openOneCell, valueHints, valueTiles } from './one-cell';

/** f32 × 4 by cell and by tile that enters: the best move by the hint after it. */
const BEST: usize = LAST_PLY;
/** By hint shown 32 bytes: f32 × 4 how likely the next hints are, u32 × 2 the first and the last tile that may enter. */
const SHOWN: usize = LAST_PLY + 0x1000;
/** f32 × 4: the values by hint shown. */
const FOUND: usize = LAST_PLY + 0x1080;

/** Larger than any tile: it merges with nothing. */
const STRANGER: u32 = 15;

/** Reads the settings; false where the network cannot be valued by the addresses of patterns alone. */
export function openLastChance(): bool { return openOneCell(); }

/** By hint shown (those of the mask; others are worth nothing): the mean over all spawns and next hints of the best move. */
export function lastChances(after: u64, auxes: v128, entries: u64, stage: u32, shown: u32): v128 {
  const tiles = openHints(after, auxes, entries, shown);
  const t = transpose(after);
  const a0 = ROWS + ((<u32>after & 0xffff) << 4), a1 = ROWS + ((<u32>after >> 16) << 4);
  const a2 = ROWS + ((<u32>(after >> 32) & 0xffff) << 4), a3 = ROWS + (<u32>(after >> 48) << 4);
  const b0 = ROWS + ((<u32>t & 0xffff) << 4), b1 = ROWS + ((<u32>t >> 16) << 4);
  const b2 = ROWS + ((<u32>(t >> 32) & 0xffff) << 4), b3 = ROWS + (<u32>(t >> 48) << 4);
  const l = <u64>load<u16>(a0) | (<u64>load<u16>(a1) << 16) | (<u64>load<u16>(a2) << 32) | (<u64>load<u16>(a3) << 48);
  const r = <u64>load<u16>(a0, 2) | (<u64>load<u16>(a1, 2) << 16) | (<u64>load<u16>(a2, 2) << 32) | (<u64>load<u16>(a3, 2) << 48);
  const u = <u64>load<u16>(b0) | (<u64>load<u16>(b1) << 16) | (<u64>load<u16>(b2) << 32) | (<u64>load<u16>(b3) << 48);
  const d = <u64>load<u16>(b0, 2) | (<u64>load<u16>(b1, 2) << 16) | (<u64>load<u16>(b2, 2) << 32) | (<u64>load<u16>(b3, 2) << 48);
  const across = transpose(entries);
  alongRows(t, u, 0, load<u32>(b0, 4) + load<u32>(b1, 4) + load<u32>(b2, 4) + load<u32>(b3, 4), across, true, tiles, stage);
  alongRows(t, d, 1, load<u32>(b0, 8) + load<u32>(b1, 8) + load<u32>(b2, 8) + load<u32>(b3, 8), across, true, tiles, stage);
  alongRows(after, l, 0, load<u32>(a0, 4) + load<u32>(a1, 4) + load<u32>(a2, 4) + load<u32>(a3, 4), entries, false, tiles, stage);
  alongRows(after, r, 1, load<u32>(a0, 8) + load<u32>(a1, 8) + load<u32>(a2, 8) + load<u32>(a3, 8), entries, false, tiles, stage);
  v128.store(block + FOUND, f32x4.splat(0));
  for (let hint: u32 = 0; hint < 4; hint++) {
    if ((shown >> hint) & 1) store<f32>(block + FOUND + (<usize>hint << 2), meanOfBest(entries, block + SHOWN + (<usize>hint << 5)));
  }
  return v128.load(block + FOUND);
}

/** Notes what may follow each hint; returns the tiles that may enter after one of them, bit by exponent. */
// @ts-ignore: decorator
@inline function openHints(after: u64, auxes: v128, entries: u64, shown: u32): u32 {
  let tiles: u32 = 0;
  v128.store(block + FOUND, auxes);
  for (let hint: u32 = 0; hint < 4; hint++) {
    if (!((shown >> hint) & 1)) continue;
    const at = block + SHOWN + (<usize>hint << 5);
    game.openOutcomes(after, load<u32>(block + FOUND + (<usize>hint << 2)), entries);
    v128.store(at, game.hintChances());
    store<u32>(at, game.entersFrom, 16);
    store<u32>(at, game.entersTo, 20);
    tiles |= (2 << game.entersTo) - (1 << game.entersFrom);
  }
  for (let open = entries; open; open &= open - 1) {
    const best = block + BEST + (<usize>ctz(open) << 6);
    for (let left = tiles; left; left &= left - 1) v128.store(best + (<usize>ctz(left) << 4), f32x4.splat(-Infinity));
  }
  return tiles;
}

/** One move along the rows of a board, to the left (side 0) or to the right, with each tile on each open cell; `moved` and `gain` are without. */
function alongRows(board: u64, moved: u64, side: usize, gain: u32, open: u64, transposed: bool, tiles: u32, stage: u32): void {
  const row = ROWS + (side << 1), gains = ROWS + 4 + (side << 2);
  for (; open; open &= open - 1) {
    const bit = ctz(open), rowAt = bit & 48, inRow = <u32>bit & 12;
    const line = <u32>(board >> rowAt) & 0xffff;
    const without = <u32>load<u16>(row + (line << 4)), rest = gain - load<u32>(gains + (line << 4));
    const best = block + BEST + <usize>(transposed ? ((bit & 12) << 8) + (rowAt << 4) : bit << 6);
    const strange = line | (STRANGER << inRow), strangely = <u32>load<u16>(row + (strange << 4));
    const lands = whereStranger(strangely);
    const still = moved ^ (<u64>(without ^ strangely ^ (STRANGER << lands)) << rowAt);
    // Whether the move is legal is the same for all tiles that merge with nothing.
    const legal = (still | (<u64>STRANGER << (rowAt + lands))) != (board | (<u64>STRANGER << bit));
    const own = stageAfter(still, stage);
    let alone: u32 = 0;
    for (let left = tiles; left; left &= left - 1) {
      const tile = <u32>ctz(left), tiled = line | (tile << inRow), to = <u32>load<u16>(row + (tiled << 4));
      const cells = moved ^ (<u64>(without ^ to) << rowAt), after = stageAfter(cells, stage);
      const merged = to != (strangely ^ ((STRANGER ^ tile) << lands));
      if (!merged && after == own) { alone |= 1 << tile; continue; }
      if (!merged && !legal) continue;
      const at = best + (<usize>tile << 4), v = f32x4.add(f32x4.splat(<f32>(rest + load<u32>(gains + (tiled << 4)))), valueHints(cells, after));
      v128.store(at, f32x4.max(v128.load(at), v));
    }
    if (alone && legal) valueTiles(still, <u32>(rowAt + lands) >> 2, alone, own, <f32>(rest + load<u32>(gains + (strange << 4))), best);
  }
}

/** The bit at which a row has the tile that is larger than any other. */
// @ts-ignore: decorator
@inline function whereStranger(row: u32): u32 {
  const pairs = row & (row >> 1);
  return ctz(pairs & (pairs >> 2) & 0x1111);
}

/** The mean of the best moves after a hint, in the order in which chance's answers are listed. */
// @ts-ignore: decorator
@inline function meanOfBest(entries: u64, shown: usize): f32 {
  const p = v128.load(shown), first = load<u32>(shown, 16), last = load<u32>(shown, 20);
  let sum: f32 = 0;
  for (let open = entries; open; open &= open - 1) {
    for (let tile = first; tile <= last; tile++) {
      const best = v128.load(block + BEST + (<usize>ctz(open) << 6) + (<usize>tile << 4));
      // Where no move is legal the game is over, and nothing is to come.
      const worth = v128.and(best, f32x4.gt(best, f32x4.splat(-Infinity)));
      const terms = f32x4.mul(p, f32x4.add(f32x4.splat(<f32>game.spawnScore(tile)), worth));
      sum += f32x4.extract_lane(terms, 0);
      sum += f32x4.extract_lane(terms, 1);
      sum += f32x4.extract_lane(terms, 2);
      sum += f32x4.extract_lane(terms, 3);
    }
  }
  return sum;
}
