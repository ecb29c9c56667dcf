// The kernel replays records as the readable rules do: the same boards and scores, and if a record breaks a rule, the same ply.

import type { GameRecord, State } from 'afterstate';
import { InputError, MOVES, packPly, packState, parseBoard, parseGame, Random, replay, startScore } from 'afterstate';
import { openReplayer } from 'afterstate/node';
import { describe, expect, test } from 'vitest';

const GAMES = [
  '2048',
  '2048?four=0',
  '2048?four=1&start=3',
  '2048?start=1&end=full',
  '2048?idle=spawn',
  '2048?end=64',
  'threes',
];

/** A game of random moves from a state, at most this long. */
function play(spec: string, start: State, random: Random, most = Infinity): GameRecord {
  const game = parseGame(spec);
  const plies: number[] = [];
  let [state, score] = [start, startScore(start, game)];
  while (plies.length < most) {
    const legal = game.legalMoves(state);
    if (legal.length === 0) break;
    const move = legal[random.below(legal.length)]!;
    const after = game.afterstate(state, move)!;
    const { spawn, state: next } = game.spawn(after, random);
    plies.push(packPly({ move, spawn }));
    score += after.gain + game.spawnScore(spawn.exponent);
    state = next;
  }
  const record = { game: game.spec, rulesVersion: game.rulesVersion, player: 'a test', seed: 1, gameNumber: 0, start };
  return { ...record, plies: Uint16Array.from(plies), score, moves: plies.length };
}

/** How many plies the rules allow, and the states and scores on the way. */
function byTheRules(record: GameRecord) {
  const steps = [];
  try {
    for (const step of replay(record)) steps.push(step);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
  return steps;
}

async function compare(spec: string, recordings: Iterable<GameRecord>): Promise<{ plies: number; refused: number }> {
  const game = parseGame(spec);
  const replayer = await openReplayer(game);
  let [plies, refused] = [0, 0];
  for (const record of recordings) {
    const steps = byTheRules(record);
    const found = replayer.replay(packState(record.start), record.plies);
    expect(found.plies).toBe(steps.length);
    const last = steps.at(-1);
    expect(found.end).toEqual(last?.after ?? record.start);
    const score = last?.score ?? startScore(record.start, game);
    expect(found.score).toBe(score);
    const view = new DataView(found.entries.buffer, found.entries.byteOffset, found.entries.length);
    expect(found.entries).toHaveLength(24 * steps.length);
    let before = startScore(record.start, game);
    for (const [i, step] of steps.entries()) {
      const at = 24 * i;
      const { next } = step.before;
      const hint = next === undefined || next === 'bonus' ? 0 : next;
      const entry = [
        ...found.entries.slice(at, at + 16),
        view.getUint32(at + 16, true),
        ...found.entries.slice(at + 20, at + 24),
      ];
      const expected = [
        ...step.before.board,
        score - before,
        MOVES.indexOf(step.move),
        step.spawn.cell,
        step.spawn.exponent,
        hint,
      ];
      if (entry.join() !== expected.join()) expect(entry).toEqual(expected);
      before = step.score;
    }
    plies += steps.length;
    if (steps.length < record.plies.length) refused++;
  }
  return { plies, refused };
}

describe.each(GAMES)('%s', (spec) => {
  const game = parseGame(spec);

  test('whole games come out the same, board by board and score by score', async () => {
    const whole = Array.from({ length: 40 }, (_, i) =>
      play(spec, game.start(Random.forGame(5, i)), Random.forGame(6, i), 400),
    );
    const { plies, refused } = await compare(spec, whole);
    expect(plies).toBeGreaterThan(1000);
    expect(refused).toBe(0);
  });

  test('a ply changed to anything is refused by both or by neither', async () => {
    const random = Random.forGame(7, 0);
    const changed = Array.from({ length: 400 }, (_, i) => {
      const record = play(spec, game.start(Random.forGame(8, i)), Random.forGame(9, i), 60);
      const plies = record.plies.slice();
      const at = random.below(plies.length);
      // One bit of it, or all of it.
      plies[at] = i % 2 ? plies[at]! ^ (1 << random.below(16)) : random.below(65536);
      return { ...record, plies };
    });
    const { refused } = await compare(spec, changed);
    expect(refused).toBeGreaterThan(150);
  });
});

test('tiles past 32768 merge, and are on the boards as they are', async () => {
  const game = parseGame('2048');
  const boards = [
    '32768,32768,0,0/0,0,0,0/0,0,0,0/0,0,0,2',
    '65536,65536,0,0/32768,32768,2,2/0,0,0,0/0,0,0,0',
    '131072,131072,65536,65536/32768,32768,0,0/4,2,0,0/0,0,0,0',
  ];
  const games = boards.flatMap((board) =>
    Array.from({ length: 20 }, (_, i) => play('2048', parseBoard(board, game), Random.forGame(3, i), 100)),
  );
  expect((await compare('2048', games)).refused).toBe(0);
});

test('bonuses enter and are shown as the rules say', async () => {
  const game = parseGame('threes');
  const boards = ['6144,768,48,0/1,2,3,6/0,0,0,0/0,0,0,12 next=bonus', '48,0,0,0/0,1,0,2/0,0,0,0/3,3,0,0 next=bonus'];
  const games = boards.flatMap((board) =>
    Array.from({ length: 60 }, (_, i) => play('threes', parseBoard(board, game), Random.forGame(4, i))),
  );
  expect(games.some(({ plies }) => plies.some((ply) => ((ply >> 6) & 15) > 3))).toBe(true);
  expect((await compare('threes', games)).refused).toBe(0);
});
