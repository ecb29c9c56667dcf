// Games of random moves, to test what games are packed into.

import { type GameRecord, packPly, parseGame, Random, startScore } from 'afterstate';

/** A game of random moves, at most this many. */
export function playRandomly(spec: string, seed: number, limit = Infinity): GameRecord {
  const game = parseGame(spec);
  const random = Random.forGame(seed, 0);
  const start = game.start(random);
  let [state, score] = [start, startScore(start, game)];
  const plies: number[] = [];
  for (;;) {
    const moves = plies.length < limit ? game.legalMoves(state) : [];
    if (moves.length === 0) break;
    const move = moves[random.below(moves.length)]!;
    const after = game.afterstate(state, move)!;
    const answer = game.spawn(after, random);
    plies.push(packPly({ move, spawn: answer.spawn }));
    score += after.gain + game.spawnScore(answer.spawn.exponent);
    state = answer.state;
  }
  const told = { game: game.spec, rulesVersion: game.rulesVersion, player: 'random', seed, gameNumber: 0 };
  return { ...told, start, plies: Uint16Array.from(plies), score, moves: plies.length };
}
