// Monte-Carlo (Allik et al., 3.2): for each legal move a number of games played at random to their end, and the move with the
// best average of what they score from here on. The random games draw on the player's own randomness: chance of the
// real game is as if they had never been played.

import { RUNS, SETTINGS, VALUES } from '../layout';
import { chance, exchangeStreams, pick } from '../random';
import { take, takenAux, takenCells, takenEntries, takenGain } from '../taken';
import { block, stopped } from '../thread';
import * as game from '../game';

/** Writes the average of each legal move to the block and returns the best, -1 for none. Leaves the state expanded. */
export function choose(cells: u64, aux: u32, stage: u32): i32 {
  const runs = load<u32>(SETTINGS + RUNS);
  let best = -1;
  let top: f64 = 0;
  exchangeStreams();
  for (let move = 0; move < 4; move++) {
    game.expand(cells, aux);
    if (!((game.legal >> move) & 1)) continue;
    take(cells, move);
    const after = takenCells, afterAux = takenAux, entries = takenEntries, gain = takenGain;
    let total: u64 = 0;
    for (let run: u32 = 0; run < runs; run++) {
      if (stopped()) break;
      total += playOn(after, afterAux, entries);
    }
    const v = <f64>gain + <f64>total / <f64>runs;
    store<f64>(block + (<usize>move << 3), v, VALUES);
    if (best < 0 || v > top) { best = move; top = v; }
  }
  exchangeStreams();
  game.expand(cells, aux);
  return best;
}

/** Plays a random game from an afterstate; returns what it scores. */
function playOn(cells: u64, aux: u32, entries: u64): u64 {
  let score: u64 = 0;
  game.spawn(cells, aux, entries);
  for (;;) {
    if (game.SPAWNS_SCORE) score += game.spawnScore(game.spawnExponent);
    const now = game.cellsAfter;
    game.expand(now, game.auxAfter);
    if (game.legal == 0) break;
    let k = pick(chance() >> 32, <u32>popcnt(game.legal)), left = game.legal;
    while (k--) left &= left - 1;
    take(now, ctz(left));
    score += takenGain;
    game.spawn(takenCells, takenAux, takenEntries);
  }
  return score;
}
