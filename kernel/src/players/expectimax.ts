// Expectimax on a heuristic.

import { openSearch, searchRoot } from '../search/root';
import * as game from '../game';

export function open(): void { openSearch(); }

export function choose(cells: u64, aux: u32, stage: u32): i32 {
  const move = searchRoot(cells, aux, 0);
  game.expand(cells, aux);
  return move;
}
