// Expectimax on networks against the plain reference, with and without its shortcuts.

import type { GameName, NetworkDescription, State } from 'afterstate';
import { createNetwork, MOVES, parseGame, PlacedNetwork, printBoard } from 'afterstate';
import { afterEach, describe, expect, test } from 'vitest';
import * as at from '../packages/afterstate/dist/kernel/layout.js';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import { expectimaxValues } from '../packages/afterstate/dist/players/reference.js';
import type { SearchOptions } from '../packages/afterstate/dist/players/search.js';
import { setSearch, tableBytes } from '../packages/afterstate/dist/players/search.js';
import type { Near } from './search.testing.ts';
import { shortest } from './times.testing.ts';
import { differ, largeStates, near, networkJudge, playedStates, timeOf } from './search.testing.ts';

const open: PlacedNetwork[] = [];
afterEach(async () => {
  for (const placed of open.splice(0)) await placed.close();
});

const TABLE = 12;
const PLAIN: SearchOptions = { least: 1, most: 1, by: 'empties', ms: 0, cutoff: 0, table: 0 };

interface Searcher extends Near {
  readonly placed: PlacedNetwork;
  set(options: Partial<SearchOptions>): void;
}

/** A network with a random weight in every entry, as a player that searches. */
async function searcher(
  description: Partial<NetworkDescription> & { network: string },
  spec?: string,
): Promise<Searcher> {
  const network = createNetwork({ game: '2048', stages: 'none', values: 'afterstate', ...description });
  const game = parseGame(spec ?? network.description.game);
  const placed = await PlacedNetwork.open(nodePlatform, { game, network, threads: 1, extra: tableBytes(TABLE, 1) });
  open.push(placed);
  let seed = 1;
  for (const { weights } of placed.segments()) {
    for (let i = 0; i < weights.length; i++) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      weights[i] = (seed >>> 8) / 2 ** 16 - 60;
    }
  }
  placed.kernel.setInt(at.PLAYER, at.PLAYER_NETWORK);
  const set = (options: Partial<SearchOptions>) => {
    const all = { ...PLAIN, ...options };
    setSearch(placed.kernel, { ...all, least: options.least ?? all.most }, placed.extra);
  };
  return { ...(await near(placed.kernel)), placed, set };
}

type Selection = Pick<Partial<SearchOptions>, 'margin' | 'cutoff'>;

/** Every move's value is the reference's, and the first of the best is chosen. */
function agree(searcher: Searcher, states: readonly State[], ply: number, selection: Selection = {}): void {
  const { placed, choose } = searcher;
  const judge = { ...networkJudge(placed, searcher), ...selection };
  states.forEach((state, i) => {
    const stage = i % placed.network.stageCount;
    const { best, values } = choose(state, stage);
    const expected = expectimaxValues(placed.game, judge, state, ply, stage);
    const wrong = differ(values, expected) || values[best] !== Math.max(...values.filter((v) => v !== undefined));
    if (wrong) expect.fail(`${printBoard(state, placed.game)}: ${values.join()} instead of ${expected.join()}`);
  });
}

const NETWORKS: [what: string, description: Partial<NetworkDescription> & { network: string }][] = [
  ['patterns that fold and that do not', { network: '0123 4567 0145 1256 0126' }],
  ['stages by what was reached', { network: '0123 0125', stages: 'reach:16,32' }],
  ['stages by tiles', { network: '0123 1256', stages: 'tiles:64,32' }],
  ['features', { network: '0123 1256 large empty merge' }],
  ['Threes', { game: 'threes', network: '0123 4567 1256' }],
  ['Threes with hints and stages', { game: 'threes', network: '0123h 0145h', stages: 'reach:12,24' }],
  ['Threes with every kind of lookup', { game: 'threes', network: '0125 1256 0126h 0123h', stages: 'tiles:48,12' }],
];

describe('search on a network is the plain expectimax', () => {
  test.each(NETWORKS)('at one ply: %s', async (_what, description) => {
    const one = await searcher(description);
    one.set({ most: 1 });
    agree(one, playedStates(one.placed.game, 500, 1), 1);
    agree(one, largeStates(one.placed.game, 300, 2), 1);
  });

  test.each(NETWORKS)('at two plies: %s', async (_what, description) => {
    const two = await searcher(description);
    const { game } = two.placed;
    for (const table of [0, TABLE]) {
      two.set({ most: 2, table });
      agree(two, playedStates(game, 250, 3 + table), 2);
      agree(two, largeStates(game, 150, 4 + table), 2);
    }
  });

  test.each(NETWORKS)('at three plies: %s', async (_what, description) => {
    const three = await searcher(description);
    const { game } = three.placed;
    const states = [...playedStates(game, 800, 5), ...largeStates(game, 800, 6)]
      .filter(({ board }) => board.filter((e) => e === 0).length < 5)
      .slice(0, 100);
    for (const table of [0, TABLE]) {
      three.set({ most: 3, table });
      agree(three, states, 3);
    }
  });

  test('at four plies on nearly full boards', async () => {
    const four = await searcher({ network: '0123 0145' });
    const states = playedStates(four.placed.game, 600, 7).filter(
      ({ board }) => board.filter((e) => e === 0).length < 2,
    );
    four.set({ most: 4, table: TABLE });
    agree(four, states.slice(0, 15), 4);
  });

  test.each(['2048?four=0', '2048?four=1', '2048?four=0.5', '2048?end=full', '2048?end=128', '2048?idle=spawn'])(
    'in %s',
    async (spec) => {
      const two = await searcher({ network: '0123 1256' }, spec);
      for (const table of [0, TABLE]) {
        two.set({ most: 2, table });
        agree(two, playedStates(two.placed.game, 60, 8), 2);
      }
    },
  );

  test('with a cutoff', async () => {
    for (const description of [NETWORKS[0]![1], NETWORKS[4]![1], NETWORKS[6]![1]]) {
      const three = await searcher(description);
      const states = playedStates(three.placed.game, 300, 9).filter(
        ({ board }) => board.filter((e) => e === 0).length < 5,
      );
      for (const cutoff of [0.01, 0.1]) {
        three.set({ most: 3, cutoff });
        agree(three, states.slice(0, 25), 3, { cutoff });
      }
    }
  });
});

describe('a selective search is the plain expectimax without what it leaves out', () => {
  /** Positions with few gaps, and their values without a selection: a selection that changes nothing tests nothing. */
  async function changes(description: (typeof NETWORKS)[number][1], selection: Selection): Promise<void> {
    const three = await searcher(description);
    const states = playedStates(three.placed.game, 300, 16)
      .filter(({ board }) => board.filter((e) => e === 0).length < 5)
      .slice(0, 40);
    three.set({ most: 3 });
    const exact = states.map((state) => three.choose(state).values);
    for (const table of [0, TABLE]) {
      three.set({ most: 3, table, ...selection });
      // A line reached with several probabilities is remembered under one of them.
      if (table === 0 || selection.cutoff === undefined) agree(three, states, 3, selection);
      const found = states.map((state) => three.choose(state).values);
      expect(found.filter((values, i) => differ(values, exact[i]!)).length).toBeGreaterThan(5);
    }
  }

  test.each(NETWORKS)('with a margin: %s', async (_what, description) => {
    await changes(description, { margin: 0.1 });
  });

  test.each(NETWORKS.slice(4))('with a margin and a cutoff: %s', async (_what, description) => {
    await changes(description, { margin: 0.1, cutoff: 0.02 });
  });

  test('that leaves out nothing is the exact search to the bit', async () => {
    for (const [, description] of NETWORKS) {
      const three = await searcher(description);
      const states = playedStates(three.placed.game, 40, 17);
      const found = [{}, { margin: 1e6 }].map((selection) => {
        three.set({ most: 3, table: TABLE, ...selection });
        return states.map((state) => three.choose(state).values);
      });
      expect(found[1]).toEqual(found[0]);
    }
  });
});

describe('the transposition table', () => {
  test('changes only the time: the same values, fewer nodes', async () => {
    for (const [, description] of NETWORKS) {
      const four = await searcher(description);
      const { game } = four.placed;
      const states = playedStates(game, 300, 10).filter(({ board }) => board.filter((e) => e === 0).length < 4);
      const looked: number[] = [];
      const found = [0, TABLE].map((table) => {
        four.set({ most: game.name === '2048' ? 4 : 3, table });
        const before = four.call.leavesValued();
        const values = states.slice(0, 20).map((state) => four.choose(state).values);
        looked.push(four.call.leavesValued() - before);
        return values;
      });
      expect(found[1]!.filter((values, i) => differ(values, found[0]![i]!))).toEqual([]);
      // In Threes few lines meet: the hints that follow tell them apart.
      expect(looked[1]).toBeLessThan(looked[0]! / (game.name === '2048' ? 1.5 : 1));
    }
  });

  test('that is far too small also gives the same values', async () => {
    const three = await searcher({ network: '0123 4567 1256' });
    const states = playedStates(three.placed.game, 100, 11);
    const found = [0, 4].map((table) => {
      three.set({ most: 3, table });
      return states.map((state) => three.choose(state).values);
    });
    expect(found[1]!.filter((values, i) => differ(values, found[0]![i]!))).toEqual([]);
  });

  test('does not outlive the weights that it was filled from', async () => {
    const three = await searcher({ network: '0123 1256' });
    const [state] = playedStates(three.placed.game, 1, 12) as [State];
    three.set({ most: 3, table: TABLE });
    three.choose(state);
    three.placed.fill(1000);
    agree(three, [state], 3);
  });

  test('leaves no trace from one position to the next: the values are the same to the bit in any order', async () => {
    const three = await searcher({ network: '0123 4567 1256' });
    three.set({ most: 3, table: TABLE });
    const states = playedStates(three.placed.game, 60, 13);
    const forwards = states.map((state) => three.choose(state).values);
    const backwards = states.toReversed().map((state) => three.choose(state).values);
    expect(backwards.toReversed()).toEqual(forwards);
  });
});

describe('the number of plies', () => {
  test('falls with the empty cells, or rises with the distinct tiles, between the two given', async () => {
    const adaptive = await searcher({ network: '0123' });
    const reached = (board: number[]): number => {
      adaptive.choose({ board });
      return adaptive.call.pliesReached();
    };
    const filled = (tiles: number): number[] => Array.from({ length: 16 }, (_, i) => (i < tiles ? 1 + (i % 7) : 0));
    adaptive.set({ least: 1, most: 4, table: TABLE });
    expect([2, 8, 9, 10, 12, 13, 14, 15].map((tiles) => reached(filled(tiles)))).toEqual([1, 1, 1, 2, 3, 3, 4, 4]);
    adaptive.set({ least: 2, most: 3, by: 'distinct', table: TABLE });
    const kinds = (n: number): number[] => Array.from({ length: 16 }, (_, i) => (i < 13 ? 1 + (i % n) : 0));
    expect([3, 6, 9, 12].map((n) => reached(kinds(n)))).toEqual([2, 2, 2, 3]);
  });
});

describe('a time limit', () => {
  test.each([0.5, 5, 30])('of %d ms is kept to within 5 ms, and at least one ply is searched', async (ms) => {
    const timed = await searcher({ network: '0123 4567 1256' });
    const states = playedStates(timed.placed.game, 6, 14);
    timed.set({ most: 12, ms, table: TABLE });
    timed.choose(states[0]!);
    for (const state of states) {
      let best = -1;
      const took = await shortest(ms + 5, () => timeOf(() => ({ best } = timed.choose(state))));
      expect(best).toBeGreaterThanOrEqual(0);
      expect(timed.call.pliesReached()).toBeGreaterThan(0);
      expect(took - ms).toBeLessThan(5);
    }
  });

  test('gives the values of the deepest completed search', async () => {
    const timed = await searcher({ network: '0123 1256' });
    for (const state of playedStates(timed.placed.game, 10, 15)) {
      timed.set({ most: 12, ms: 10, table: TABLE });
      const { values } = timed.choose(state);
      timed.set({ most: timed.call.pliesReached(), table: TABLE });
      expect(timed.choose(state).values).toEqual(values);
    }
  });

  test('a search is abandoned when all threads are asked to stop', async () => {
    const long = await searcher({ network: '0123' });
    long.set({ most: 12 });
    long.placed.kernel.stop(true);
    const board = Array.from({ length: 16 }, (_, i) => (i < 8 ? i : 0));
    expect(await timeOf(() => long.choose({ board }))).toBeLessThan(500);
    expect(long.call.pliesReached()).toBe(0);
  });
});

describe('positions at the edge', () => {
  const boards: [what: string, board: number[]][] = [
    ['no legal move', [1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1]],
    ['one empty cell', [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 0]],
    ['one legal move', [0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 1, 2, 3]],
    ['sixteen 32768s', Array.from({ length: 16 }, () => 15)],
    ['fifteen 32768s and a gap', [0, ...Array.from({ length: 15 }, () => 15)]],
    ['a 65536', [16, 1, 2, 1, 2, 3, 4, 5, 1, 2, 3, 4, 0, 0, 1, 1]],
    ['two 65536s that merge', [16, 16, 2, 1, 2, 3, 4, 5, 1, 2, 3, 4, 0, 0, 1, 1]],
    ['two 131072s, which do not', [17, 17, 2, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['32768s that a new tile keeps apart', [15, 0, 0, 15, 0, 1, 0, 0, 15, 0, 0, 0, 0, 0, 3, 15]],
  ];
  test.each(boards)('%s', async (_what, board) => {
    const edge = await searcher({ network: '0123 0145' });
    for (const [ply, table] of [
      [1, 0],
      [2, 0],
      [2, TABLE],
      [3, TABLE],
    ] as const) {
      if (ply === 3 && board.filter((e) => e === 0).length > 4) continue;
      edge.set({ most: ply, table });
      if (edge.placed.game.isOver({ board })) expect(edge.choose({ board }).best).toBe(-1);
      else agree(edge, [{ board }], ply);
    }
  });
});

describe('tiles that the network was not trained on', () => {
  /** The board lowered by hand, and a search on it. */
  async function chosen(board: number[], lowered: number[], known: number, ply: number): Promise<void> {
    const one = await searcher({ network: '0123 1256' });
    one.set({ most: ply, table: TABLE });
    const expected = one.choose({ board: lowered });
    one.placed.kernel.setInt(at.DOWNGRADE, known);
    const found = one.choose({ board });
    expect(found).toEqual(expected);
    expect(MOVES[found.best]).toBeDefined();
  }

  test.each([1, 2])('are lowered into the gap below them, at %d plies', async (ply) => {
    await chosen(
      [14, 13, 0, 1, 9, 8, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0],
      [13, 12, 0, 1, 9, 8, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0],
      13,
      ply,
    );
  });

  test('gap after gap, until the largest is known', async () => {
    await chosen(
      [16, 13, 0, 1, 9, 8, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0],
      [12, 11, 0, 1, 9, 8, 0, 2, 2, 1, 0, 0, 1, 0, 0, 0],
      12,
      1,
    );
    await chosen(
      [17, 16, 14, 1, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0],
      [15, 14, 13, 1, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0],
      15,
      2,
    );
  });

  test('stay if no gap is left', async () => {
    const full = [16, 15, 14, 13, 9, 10, 11, 12, 8, 7, 6, 5, 1, 2, 3, 4];
    await chosen([...full.slice(0, 12), 1, 1, 3, 2], [15, 14, 13, 12, 8, 9, 10, 11, 7, 6, 5, 4, 1, 1, 3, 2], 15, 1);
    const one = await searcher({ network: '0123' });
    one.set({ most: 1 });
    one.placed.kernel.setInt(at.DOWNGRADE, 15);
    expect(one.choose({ board: full }).best).toBe(-1);
  });

  test.each<[game: GameName, last: number]>([
    ['2048', 17],
    ['threes', 14],
  ])('stay if two of the last tile of %s are there, which do not merge', async (name, last) => {
    const one = await searcher({ game: name, network: '0123 1256' });
    const board = [last, last, 4, 5, 4, 5, 6, 7, 5, 6, 7, 8, 4, 5, 6, 7];
    for (const most of [1, 2]) {
      one.set({ most });
      one.placed.kernel.setInt(at.DOWNGRADE, 12);
      const state: State = name === '2048' ? { board } : { board, next: 1, bag: [1, 1, 1] };
      expect(one.placed.game.isOver(state)).toBe(true);
      expect(one.choose(state).best).toBe(-1);
    }
  });

  test('are restored after the choice: a whole game is scored by its own tiles', async () => {
    const one = await searcher({ network: '0123 1256' });
    one.set({ most: 1 });
    one.placed.kernel.setInt(at.DOWNGRADE, 4);
    one.call.playGames(3n, 0n, 1);
    const { score, largest } = one.placed.kernel.result(0, 0);
    expect(largest).toBeGreaterThan(4);
    expect(score).toBeGreaterThan(200);
  });
});
