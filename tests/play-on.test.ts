import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { MOVES, parseBoard, parseGame, replay } from '../packages/afterstate/dist/index.js';
import { openPlayer } from '../packages/afterstate/dist/node.js';

const game = parseGame('2048');
const MODEL = `ntuple:${fileURLToPath(new URL('../models/2048-small', import.meta.url))}`;

describe('games played on from a position', () => {
  it('begin there, keep to the rules, and are played at one ply whatever the search', async () => {
    const state = parseBoard('0,2,0,0/0,4,8,2/64,128,32,16/512,256,128,64', game);
    const searching = await openPlayer(`${MODEL}?ply=2`, { game, threads: 2 });
    const greedy = await openPlayer(MODEL, { game });
    const { records, scores, moves, largest } = await searching.playOn!(state, { games: 3, seed: 5, records: true });
    for (const [i, { start, plies }] of records!.entries()) {
      expect(start.board).toEqual(state.board);
      expect(plies.length).toBe(moves[i]);
      const { rulesVersion, spec } = game;
      const record = { game: spec, rulesVersion, player: '', seed: 5, gameNumber: i, score: 0, moves: moves[i]! };
      let end = { board: start.board, score: 0 };
      for (const { ply, before, move, after, score } of replay({ ...record, start, plies }, game)) {
        if (ply <= 5) expect((await greedy.choose(before)).best).toBe(move);
        end = { board: after.board, score };
      }
      expect(scores[i]).toBe(end.score);
      expect(largest[i]).toBe(Math.max(...end.board));
      expect(game.isOver({ board: end.board })).toBe(true);
    }
    // The search is unchanged.
    const deep = await openPlayer(`${MODEL}?ply=2`, { game });
    expect(await searching.choose(state)).toEqual(await deep.choose(state));
    await Promise.all([searching, greedy, deep].map((player) => player.close()));
  });

  it('are the same on any number of threads', async () => {
    const state = parseBoard('2,4,8,16/4,8,16,32/0,0,2,4/0,0,0,2', game);
    const played = async (threads: number) => {
      const player = await openPlayer(MODEL, { game, threads });
      const { scores } = await player.playOn!(state, { games: 12, seed: 9 });
      await player.close();
      return [...scores];
    };
    expect(await played(2)).toEqual(await played(1));
  });

  it('are over at once if no move is left', async () => {
    const player = await openPlayer(MODEL, { game });
    const state = parseBoard('2,4,8,16/4,8,16,32/8,16,32,64/16,32,64,128', game);
    expect(MOVES.some((move) => game.afterstate(state, move))).toBe(false);
    const { scores, moves, largest } = await player.playOn!(state, { games: 2, seed: 1 });
    expect([...scores, ...moves]).toEqual([0, 0, 0, 0]);
    expect([...largest]).toEqual([7, 7]);
    await player.close();
  });
});
