// Game i of seed s is one game: the kernel's players play it exactly as the readable rules replay it, whatever the rules' options.

import type { Game, Move, State } from 'afterstate';
import { MOVES, packPly, parseGame, pick, Random, startScore } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { describe, expect, test } from 'vitest';

const GAMES = [
  '2048',
  '2048?four=0',
  '2048?four=1&start=3',
  '2048?start=1&end=full',
  '2048?start=16',
  '2048?idle=spawn',
  '2048?end=64',
  '2048?start=1&end=full,64',
  '2048?four=0.5&end=128&idle=spawn',
  '2048?four=0.25&start=5&end=full&idle=spawn',
  'threes',
];

/** What a player does with a state and its own randomness; undefined if it gives up. */
type Choose = (legal: readonly Move[], own: Random) => Move | undefined;

const anyOf: Choose = (legal, own) => legal[pick(own.next().hi, legal.length)];

/** The next legal move of a cycle, from where the last one left off. */
function cycle(moves: readonly Move[], stuck: Choose): () => Choose {
  return () => {
    let turn = 0;
    return (legal, own) => {
      for (let i = 0; i < moves.length; i++) {
        const move = moves[turn++ % moves.length]!;
        if (legal.includes(move)) return move;
      }
      return stuck(legal, own);
    };
  };
}

const PLAYERS: [spec: string, start: () => Choose][] = [
  ['random', () => anyOf],
  ['cycle?moves=up,left', cycle(['up', 'left'], () => undefined)],
  ['cycle?moves=up,right,up,down&stuck=random', cycle(['up', 'right', 'up', 'down'], anyOf)],
];

function replay(game: Game, seed: number, number: number, choose: Choose) {
  const chance = Random.forGame(seed, number, 0);
  const own = Random.forGame(seed, number, 1);
  const start = game.start(chance);
  let score = startScore(start, game);
  const plies: number[] = [];
  let state: State = start;
  for (;;) {
    const legal = MOVES.filter((move) => game.afterstate(state, move) !== undefined);
    const move = legal.length > 0 ? choose(legal, own) : undefined;
    if (move === undefined) return { start, plies, score, largest: Math.max(...state.board) };
    const after = game.afterstate(state, move)!;
    const answer = game.spawn(after, chance);
    plies.push(packPly({ move, spawn: answer.spawn }));
    score += after.gain + game.spawnScore(answer.spawn.exponent);
    state = answer.state;
  }
}

describe.each(GAMES)('the games of %s are those of the rules', (spec) => {
  test.each(PLAYERS)('played by %s', async (playerSpec, start) => {
    const game = parseGame(spec);
    const player = await openPlayer(playerSpec, { game });
    try {
      const seed = 0x1234_5678_9abc;
      const played = await player.playGames({ games: 120, seed, first: 1_000_000_007, records: true });
      for (let i = 0; i < 120; i++) {
        const expected = replay(game, seed, 1_000_000_007 + i, start());
        const record = played.records![i]!;
        expect(record.start).toEqual(expected.start);
        expect([...record.plies]).toEqual(expected.plies);
        expect([played.scores[i], played.moves[i], played.largest[i]]).toEqual([
          expected.score,
          expected.plies.length,
          expected.largest,
        ]);
      }
    } finally {
      await player.close();
    }
  });
});
