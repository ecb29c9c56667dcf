// Actions to learn from: boards of random play with moves that were drawn, so that nothing but memory helps.

import { MOVES, parseGame, Random } from 'afterstate';

export interface Actions {
  /** Sixteen exponents a board. */
  readonly boards: Uint8Array;
  readonly moves: Uint8Array;
}

export function randomActions(count: number, seed = 1): Actions {
  const game = parseGame('2048');
  const boards = new Uint8Array(16 * count);
  const moves = new Uint8Array(count);
  const random = Random.forGame(seed, 0, 1);
  let filled = 0;
  for (let number = 0; filled < count; number++) {
    const chance = Random.forGame(seed, number);
    let state = game.start(chance);
    for (let legal = game.legalMoves(state); legal.length > 0 && filled < count; legal = game.legalMoves(state)) {
      const move = legal[random.below(legal.length)]!;
      boards.set(state.board, 16 * filled);
      moves[filled++] = MOVES.indexOf(move);
      state = game.spawn(game.afterstate(state, move)!, chance).state;
    }
  }
  return { boards, moves };
}
