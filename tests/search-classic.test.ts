// The players that search on heuristics, or play games out at random, against the plain reference.

import type { Game, Player, State } from 'afterstate';
import { MOVES, parseGame, PLAYERS, printBoard, Random } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { afterEach, describe, expect, test } from 'vitest';
import type { Kernel } from '../packages/afterstate/dist/kernel/kernel.js';
import { readWeights } from '../packages/afterstate/dist/players/evaluation.js';
import type { Judge } from '../packages/afterstate/dist/players/reference.js';
import {
  expectimaxValues,
  minimaxValues,
  nneonneoJudge,
  ovolveValue,
  randomScore,
  sumJudge,
} from '../packages/afterstate/dist/players/reference.js';
import { parseSpec } from '../packages/afterstate/dist/rules/spec.js';
import type { Near } from './search.testing.ts';
import { shortest } from './times.testing.ts';
import { differ, GAMES, largeStates, near, playedStates, timeOf } from './search.testing.ts';

const open: Player[] = [];
afterEach(async () => {
  for (const player of open.splice(0)) await player.close();
});

/** A player whose kernel this thread asks directly for choices. */
interface NearPlayer extends Near {
  readonly game: Game;
  readonly player: Player;
}

async function player(spec: string, game: Game): Promise<NearPlayer> {
  const opened = await openPlayer(spec, { game });
  open.push(opened);
  const { kernel } = opened as unknown as { kernel: Kernel };
  return { ...(await near(kernel)), game, player: opened };
}

const judgeOf = (game: Game, evaluation: string): Judge<undefined> =>
  sumJudge(game, readWeights(parseSpec(`expectimax?eval=${evaluation}`)));

function agree(one: NearPlayer, states: readonly State[], values: (state: State) => (number | undefined)[]): void {
  for (const state of states) {
    const found = one.choose(state);
    const expected = values(state);
    if (differ(found.values, expected))
      expect.fail(`${printBoard(state, one.game)}: ${found.values.join()} instead of ${expected.join()}`);
    if (found.values[found.best] !== Math.max(...found.values.filter((v) => v !== undefined)))
      expect.fail(`${printBoard(state, one.game)}: ${MOVES[found.best]} is not the best of ${found.values.join()}`);
  }
}

const few = (states: State[], empty: number): State[] =>
  states.filter(({ board }) => board.filter((e) => e === 0).length <= empty);

const SUMS = [
  'snake',
  'score',
  'monotonicity*100',
  'smoothness*1000',
  'empty*10',
  'snake+score*0.5+monotonicity*-30+smoothness*7+empty*200',
];

describe.each(GAMES)('$name', (game) => {
  test.each(SUMS)('a board is worth what the definitions of %s say', async (evaluation) => {
    const one = await player(`expectimax?eval=${evaluation}&depth=1`, game);
    const states = [...playedStates(game, 150, 1), ...largeStates(game, 150, 2)];
    agree(one, states, (state) => expectimaxValues(game, judgeOf(game, evaluation), state, 1, undefined));
  });

  test.each(SUMS)('expectimax on %s looks at every move and every tile', async (evaluation) => {
    for (const [depth, table, count] of [
      [2, 0, 30],
      [2, 12, 30],
      [3, 12, 6],
    ] as const) {
      const one = await player(`expectimax?eval=${evaluation}&depth=${depth}&table=${table}`, game);
      const states = few([...playedStates(game, 200, 3), ...largeStates(game, 200, 4)], depth === 3 ? 3 : 6).slice(
        0,
        count,
      );
      agree(one, states, (state) => expectimaxValues(game, judgeOf(game, evaluation), state, depth, undefined));
    }
  });

  test.each(['snake', 'score+empty*10'])('minimax on %s expects the worst', async (evaluation) => {
    for (const [depth, count] of [
      [1, 100],
      [2, 40],
      [3, 5],
    ] as const) {
      const one = await player(`minimax?eval=${evaluation}&depth=${depth}`, game);
      const states = few([...playedStates(game, 200, 5), ...largeStates(game, 200, 6)], depth === 3 ? 3 : 8).slice(
        0,
        count,
      );
      agree(one, states, (state) => minimaxValues(game, judgeOf(game, evaluation), state, depth, undefined));
    }
  });

  test.each(['snake', 'score', 'snake+score*0.1+empty*10+monotonicity*50'])(
    'alpha-beta on %s is minimax to the bit, with fewer nodes',
    async (evaluation) => {
      for (const [depth, count] of [
        [2, 400],
        [3, 40],
        [4, 5],
      ] as const) {
        const [plain, pruned] = [
          await player(`minimax?eval=${evaluation}&depth=${depth}`, game),
          await player(`alphabeta?eval=${evaluation}&depth=${depth}`, game),
        ];
        const states = few([...playedStates(game, 600, 7), ...largeStates(game, 600, 8)], depth === 4 ? 3 : 16).slice(
          0,
          count,
        );
        for (const state of states) expect(pruned.choose(state)).toEqual(plain.choose(state));
        if (depth > 2) expect(pruned.call.nodesSearched()).toBeLessThan(plain.call.nodesSearched());
      }
    },
  );

  test('lines may end after chance has answered', async () => {
    for (const [name, values] of [
      ['expectimax', expectimaxValues],
      ['minimax', minimaxValues],
      ['alphabeta', minimaxValues],
    ] as const) {
      for (const depth of [1, 2]) {
        const one = await player(`${name}?eval=snake+score&depth=${depth}&leaf=state`, game);
        const judge = { ...judgeOf(game, 'snake+score'), leafStates: true };
        agree(one, few(playedStates(game, 200, 9), 5).slice(0, 20), (state) =>
          values(game, judge, state, depth, undefined),
        );
      }
    }
  });

  test('nneonneo values lines by its own heuristic and drops improbable ones', async () => {
    for (const [depth, cutoff, table] of [
      [1, 0, 0],
      [2, 0, 12],
      [3, 0.02, 0],
    ] as const) {
      const one = await player(`nneonneo?depth=${depth}&cutoff=${cutoff}&table=${table}`, game);
      const states = few([...playedStates(game, 200, 10), ...largeStates(game, 200, 11)], depth === 3 ? 3 : 8).slice(
        0,
        25,
      );
      agree(one, states, (state) => expectimaxValues(game, { ...nneonneoJudge, cutoff }, state, depth, undefined));
    }
  });

  test('ovolve values boards by its own heuristic', async () => {
    const one = await player('ovolve?depth=1', game);
    const judge: Judge<undefined> = {
      leaf: ({ board }) => ovolveValue(board),
      lost: () => 0,
      after: () => undefined,
      score: 0,
    };
    agree(one, [...playedStates(game, 200, 12), ...largeStates(game, 200, 13)], (state) =>
      expectimaxValues(game, judge, state, 1, undefined),
    );
  });

  test('Monte-Carlo’s averages are those of random games', async () => {
    const runs = 3000;
    const one = await player(`montecarlo?runs=${runs}`, game);
    for (const state of playedStates(game, 3, 14)) {
      const { values, best } = one.choose(state);
      const random = Random.forGame(15, 0);
      MOVES.forEach((move, m) => {
        const after = game.afterstate(state, move);
        if (!after) return expect(values[m]).toBeUndefined();
        const scores = Array.from({ length: 400 }, () => randomScore(game, after, random));
        const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
        const deviation = Math.sqrt(scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length);
        // Four standard errors of the reference, and of the kernel's own average.
        const error = deviation * (1 / Math.sqrt(scores.length) + 1 / Math.sqrt(runs));
        expect(Math.abs(values[m]! - mean)).toBeLessThanOrEqual(4 * error + 1e-6);
      });
      expect(values[best]).toBe(Math.max(...values.filter((v) => v !== undefined)));
    }
  });

  test('Monte-Carlo’s random games do not touch the chance of the real one', async () => {
    const spec = `${game.name === '2048' ? 'montecarlo?runs=3' : 'montecarlo?runs=2'}`;
    const one = await openPlayer(spec, { game });
    open.push(one);
    const { records } = await one.playGames({ games: 1, seed: 4, records: true });
    const [{ start, plies }] = records as [{ start: State; plies: Uint16Array }];
    // The rules, drawing from the same chance, spawn what the game had.
    const random = Random.forGame(4, 0);
    let state = game.start(random);
    expect(state).toEqual(start);
    for (const ply of plies) {
      const spawned = game.spawn(game.afterstate(state, MOVES[ply & 3]!)!, random);
      expect(spawned.spawn.cell).toBe((ply >> 2) & 15);
      state = spawned.state;
    }
    expect(game.isOver(state)).toBe(true);
  });
});

describe('2048 only', () => {
  const game = parseGame('2048');

  test('only 2s are expected', async () => {
    for (const [name, values] of [
      ['expectimax', expectimaxValues],
      ['minimax', minimaxValues],
    ] as const) {
      const one = await player(`${name}?eval=score&depth=2&spawn=2`, game);
      const judge = { ...judgeOf(game, 'score'), spawn: 1 };
      agree(one, few(playedStates(game, 200, 16), 6).slice(0, 40), (state) => values(game, judge, state, 2, undefined));
    }
  });

  test('a sampled cell gives one of the cells’ values', async () => {
    const one = await player('expectimax?eval=score&depth=2&sample=1&spawn=2', game);
    for (const state of few(playedStates(game, 60, 17), 4).slice(0, 20)) {
      const { values } = one.choose(state);
      MOVES.forEach((move, m) => {
        const after = game.afterstate(state, move);
        if (!after) return;
        const possible = after.entries.map((cell) => {
          const replies = MOVES.map(
            (reply) => game.afterstate(game.place(after, { cell, exponent: 1 }), reply)?.gain ?? 0,
          );
          return after.gain + Math.max(...replies);
        });
        expect(possible).toContain(values[m]);
      });
    }
  });

  test('ovolve keeps its time limit, and plays better the deeper it looks', async () => {
    const timed = await player('ovolve?ms=20', game);
    for (const state of playedStates(game, 4, 18))
      expect(await shortest(25, () => timeOf(() => timed.choose(state)))).toBeLessThan(25);
    const [shallow, deep] = [await player('ovolve?depth=1', game), await player('ovolve?depth=3', game)];
    const mean = async (one: NearPlayer): Promise<number> => {
      const { scores } = await one.player.playGames({ games: 20, seed: 1 });
      return scores.reduce((sum, score) => sum + score, 0) / scores.length;
    };
    expect(await mean(deep)).toBeGreaterThan(await mean(shallow));
  });

  test('tiles past 32768 count at their true size', async () => {
    const boards = [
      [17, 16, 15, 1, 2, 0, 0, 0, 0, 3, 0, 0, 16, 0, 0, 0],
      [16, 16, 15, 15, 2, 0, 0, 0, 0, 3, 0, 0, 1, 0, 0, 0],
    ];
    for (const evaluation of SUMS) {
      const one = await player(`expectimax?eval=${evaluation}&depth=1`, game);
      agree(
        one,
        boards.map((board) => ({ board })),
        (state) => expectimaxValues(game, judgeOf(game, evaluation), state, 1, undefined),
      );
    }
  });
});

describe('a spec', () => {
  const game = parseGame('2048');
  const wrong: [spec: string, says: string][] = [
    ['expectimax?eval=snale', "'snale' for eval"],
    ['expectimax?eval=snake*x', "'snake*x'"],
    ['expectimax?eval=snake*1e999', "'snake*1e999' for eval"],
    ['minimax?eval=snake+empty*-1e13', "'empty*-1e13' for eval in 'minimax?eval=snake+empty*-1e13' has a weight above"],
    ['expectimax?eval=snake+snake', "'snake' for eval in 'expectimax?eval=snake+snake' appears twice"],
    ['expectimax?depth=0', 'depth is a whole number from 1 to 12'],
    ['expectimax?table=2', 'table is a whole number from 4 to 26, or 0 for no table'],
    ['minimax?ply=2', "unknown option 'ply'"],
    ['montecarlo?runs=0', 'runs is a whole number'],
    ['ovolve?depth=2&ms=10', 'has both depth and ms'],
    ['nneonneo?cutoff=0', 'give a depth'],
    ['nneonneo:file', 'takes none'],
  ];
  test.each(wrong)('%s is refused with what is possible', async (spec, says) => {
    await expect(openPlayer(spec, { game })).rejects.toThrow(says);
  });

  const canonical: [spec: string, canonical: string][] = [
    ['expectimax', 'expectimax?eval=snake&depth=2'],
    ['expectimax?table=18&eval=snake*1+empty*2e2&leaf=after', 'expectimax?eval=snake+empty*200&depth=2'],
    ['alphabeta?leaf=state&depth=3&spawn=2', 'alphabeta?eval=snake&depth=3&spawn=2&leaf=state'],
    ['nneonneo?depth=auto&cutoff=0.0001', 'nneonneo'],
    ['ovolve?ms=50', 'ovolve?ms=50'],
    ['montecarlo', 'montecarlo?runs=500'],
  ];
  test.each(canonical)('%s is %s', async (spec, expected) => {
    const one = await openPlayer(spec, { game });
    open.push(one);
    expect(one.spec).toBe(expected);
    const again = await openPlayer(one.spec, { game });
    open.push(again);
    expect(again.spec).toBe(expected);
  });

  test('of every player is in its form', () => {
    for (const { name, form } of PLAYERS) expect(form.startsWith(name)).toBe(true);
  });
});
