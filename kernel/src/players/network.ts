// A network: by one ply, or by search. Values of states and of actions are not searched. A board with tiles that the network
// does not know is lowered first: the move is chosen on the lowered board and made on the real one. Solved endgames may know a
// better move; the values stay those of the network.

import { SETTINGS, VALUES_OF, VALUES_OF_ACTION, VALUES_OF_STATE } from '../layout';
import { chooseByActions } from '../choosers/actions';
import { bestMove, chooseGreedily, writeValues } from '../choosers/greedy';
import { chooseByStates } from '../choosers/states';
import { endgameMove } from '../search/endgames';
import { lower, loweredAux, loweredCells } from '../search/lowered';
import { openSearch, searches, searchRoot } from '../search/root';
import { block } from '../thread';
import * as game from '../game';

export function open(): void { openSearch(); }

export function choose(cells: u64, aux: u32, stage: u32): i32 {
  const kind = load<i32>(SETTINGS + VALUES_OF);
  if (kind == VALUES_OF_STATE) return chooseByStates(block, cells, aux, stage);
  if (kind == VALUES_OF_ACTION) return chooseByActions(block, cells, aux);
  const lowered = lower(cells, aux);
  let move: i32;
  if (searches()) move = searchRoot(lowered ? loweredCells : cells, lowered ? loweredAux : aux, stage);
  else {
    chooseGreedily(block, lowered ? loweredCells : cells, lowered ? loweredAux : aux, stage);
    writeValues(block);
    move = bestMove;
    if (!lowered) return endgameMove(cells, aux, move);
  }
  game.expand(cells, aux);
  return endgameMove(cells, aux, move);
}
