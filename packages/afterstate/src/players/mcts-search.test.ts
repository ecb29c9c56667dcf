// The search against the rules and against exact values.

import { describe, expect, test } from 'vitest';
import type { Expander } from '../kernel/expander.ts';
import { packState, unpackState } from '../kernel/pack.ts';
import { openExpander } from '../node.ts';
import type { State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { parseBoard } from '../rules/notation.ts';
import { Random } from '../rules/random.ts';
import { chancesToBeat, exactValues, ignorant, opinionated } from './mcts.testing.ts';
import { plainSearch } from './mcts-reference.testing.ts';
import type { TreeSearchSettings } from './mcts-search.ts';
import { TreeSearch } from './mcts-search.ts';
import type { Tree } from './mcts-tree.ts';
import { NONE } from './mcts-tree.ts';
import type { ValueSettings } from './mcts-value.ts';
import type { Evaluate } from './neural.ts';

const SCORE: ValueSettings = { meaning: 'score', scale: 'sqrt', reference: 0 };

async function searched(
  expander: Expander,
  state: State,
  settings: TreeSearchSettings,
  evaluate: Evaluate = ignorant,
  values: ValueSettings = SCORE,
): Promise<TreeSearch> {
  const search = new TreeSearch(expander, settings, values);
  const { cells, aux } = packState(state);
  search.begin(cells, aux, 0, 5n);
  const board = new Uint8Array(16);
  while (search.advance(board, 0)) {
    const { policy, value } = await evaluate(board);
    search.absorb(policy, 0, value[0]!);
  }
  return search;
}

function childrenOf(tree: Tree, edge: number): number {
  let count = 0;
  for (let state = tree.child[edge]!; state !== NONE; state = tree.sibling[state]!) count++;
  return count;
}

describe.each(['2048', 'threes', '2048?idle=spawn'])('%s in the kernel, step by step', (spec) => {
  test('is the game of the rules', async () => {
    const game = parseGame(spec);
    const expander = await openExpander(game);
    const [chance, whim] = [Random.forGame(3, 0), Random.forGame(3, 0, 1)];
    let state = game.start(chance);
    for (let n = 0; n < 150; n++) {
      const { cells, aux } = packState(state);
      const board = new Uint8Array(16);
      expander.writeBoard(cells, aux, board, 0);
      expect([...board]).toEqual(state.board);
      const legal = expander.expand(cells, aux);
      const moves = game.legalMoves(state);
      expect(MOVES.filter((_, m) => (legal >> m) & 1)).toEqual(moves);
      if (moves.length === 0) {
        state = game.start(chance);
        continue;
      }
      const move = moves[whim.below(moves.length)]!;
      const m = MOVES.indexOf(move);
      const afterstate = game.afterstate(state, move)!;
      expect(expander.afterstates32[8 * m + 3]).toBe(afterstate.gain);
      expander.seed(7n, n);
      const after = expander.afterstates64[4 * m]!;
      expander.spawn(after, expander.afterstates32[8 * m + 2]!, expander.afterstates64[4 * m + 2]!);
      const found = unpackState(game, { cells: expander.spawned64[0]!, aux: expander.spawned32[0]! });
      const outcome = game.outcomes(afterstate).find(({ state: next }) => next.board.join() === found.board.join());
      expect(outcome, `${state.board.join()} ${move}`).toBeDefined();
      expect(expander.spawned32[1]).toBe(game.spawnScore(outcome!.spawn.exponent));
      state = game.spawn(afterstate, chance).state;
    }
  });
});

describe.each([
  ['chance in the tree, points', '2048', { chance: true, widen: 0 }, SCORE],
  ['chance in the tree, points of Threes', 'threes', { chance: true, widen: 0 }, SCORE],
  ['few tiles per move, points', '2048', { chance: true, widen: 1 }, SCORE],
  ['some tiles per move, points of Threes', 'threes', { chance: true, widen: 2.5 }, SCORE],
  ['one tile a move, points', '2048', { chance: false, widen: 0 }, SCORE],
  [
    "Allik et al.'s",
    '2048',
    { chance: false, widen: 0, ends: false },
    { meaning: 'beat', scale: 'linear', reference: 60 },
  ],
  [
    "Allik et al.'s with true ends",
    '2048',
    { chance: false, widen: 0 },
    { meaning: 'beat', scale: 'linear', reference: 60 },
  ],
  [
    'one tile a move, a ratio',
    '2048',
    { chance: false, widen: 0 },
    { meaning: 'ratio', scale: 'linear', reference: 60 },
  ],
  ['chance in the tree, ends by the network', '2048?end=full', { chance: true, widen: 0, ends: false }, SCORE],
  [
    'chance in the tree, a game that ends early',
    '2048?end=full',
    { chance: true, widen: 0 },
    { ...SCORE, scale: 'linear' },
  ],
] as [string, string, Pick<TreeSearchSettings, 'chance' | 'widen'> & { ends?: boolean }, ValueSettings][])(
  '%s',
  (_, spec, how, values) => {
    test('is searched as by the plain search', async () => {
      const game = parseGame(spec);
      const expander = await openExpander(game);
      const whim = Random.forGame(8, 0, 1);
      for (let number = 0; number < 6; number++) {
        // Positions from the first moves to the last.
        const tiles = Random.forGame(8, number);
        let state = game.start(tiles);
        for (let moves = 60 * number; moves > 0; moves--) {
          const legal = game.legalMoves(state);
          if (legal.length === 0) break;
          const next = game.spawn(game.afterstate(state, legal[whim.below(legal.length)]!)!, tiles).state;
          if (game.isOver(next)) break;
          state = next;
        }
        const settings = { sims: 150, c: 0.7, ends: true, ...how };
        const evaluate = opinionated(values.meaning === 'score' ? 0.5 : 1);
        const { tree } = await searched(expander, state, settings, evaluate, values);
        const plain = await plainSearch(game, state, 5n, evaluate, settings, values);
        expect([...tree.visits.subarray(0, 4)]).toEqual(plain.visits);
        [...tree.total.subarray(0, 4)].forEach((total, m) => expect(total).toBeCloseTo(plain.totals[m]!, 6));
        expect(tree.visitsOf(0)).toBe(149);
      }
    });
  },
);

test('a win that can be forced is found, and the chance of one that cannot', async () => {
  const game = parseGame('2048?end=full');
  const expander = await openExpander(game);
  let certain = 0;
  for (const text of [
    '1024 64 512 16 / 8 256 0 1024 / 128 512 256 8 / 64 32 256 128',
    '32 512 4 256 / 1024 32 128 128 / 512 1024 4 0 / 128 256 8 512',
    '256 128 0 4 / 1024 16 128 128 / 64 1024 4 1024 / 32 64 1024 512',
  ]) {
    for (const reference of [100, 250, 300]) {
      const state = parseBoard(text, game);
      const exact = chancesToBeat(game, state, reference);
      const most = Math.max(...exact.map((chance) => chance ?? -1));
      if (most === 0) continue;
      if (most === 1) certain++;
      const values: ValueSettings = { meaning: 'beat', scale: 'linear', reference };
      const settings = { sims: 8000, c: 1, chance: true, widen: 0, ends: true };
      const { best, values: found } = (await searched(expander, state, settings, ignorant, values)).found();
      expect(exact[best], `${text}, ${reference}: ${exact.join()} and ${found.join()}`).toBeCloseTo(most, 9);
      expect(Math.abs(found[best]! - most)).toBeLessThan(0.05);
    }
  }
  expect(certain).toBeGreaterThan(0);
});

describe('many simulations', () => {
  // One cell is empty, and the game ends when the board is full: some hundred positions in all, in which the better move is not
  // always the one with the larger immediate gain.
  const game = parseGame('2048?end=full');
  test.each([
    '1024 64 512 16 / 8 256 0 1024 / 128 512 256 8 / 64 32 256 128',
    '32 512 4 256 / 1024 32 128 128 / 512 1024 4 0 / 128 256 8 512',
    '0 64 1024 64 / 128 32 64 32 / 16 1024 16 1024 / 512 64 64 32',
    '256 128 0 4 / 1024 16 128 128 / 64 1024 4 1024 / 32 64 1024 512',
  ])('find the exact values of %s', async (text) => {
    const state = parseBoard(text, game);
    const exact = exactValues(game, state);
    const search = await searched(await openExpander(game), state, {
      sims: 16_000,
      c: 1.25,
      chance: true,
      widen: 0,
      ends: true,
    });
    const { best, values, visits, legal } = search.found();
    expect(exact.map((value) => value !== undefined)).toEqual([0, 1, 2, 3].map((m) => ((legal >> m) & 1) === 1));
    const most = Math.max(...exact.map((value) => value ?? -1));
    expect(exact[best], `${exact.join()} and ${values.join()}`).toBe(most);
    // The remaining difference is the share of visits that explore, and the luck of the draws.
    expect(Math.abs(values[best]! / most - 1)).toBeLessThan(0.03);
    expect(visits.reduce((sum, n) => sum + n, 0)).toBe(15_999);
  });

  test('without chance in the tree look at one state per move, the first one drawn', async () => {
    const start = game.start(Random.forGame(1, 0));
    const settings = { sims: 500, c: 1, chance: true, widen: 0, ends: true };
    const expander = await openExpander(game);
    const statesAMove = ({ tree }: TreeSearch): number =>
      Math.max(...Array.from({ length: 4 * tree.count }, (_, edge) => childrenOf(tree, edge)));
    expect(statesAMove(await searched(expander, start, { ...settings, chance: false }))).toBe(1);
    expect(statesAMove(await searched(expander, start, settings))).toBeGreaterThan(10);
  });
});

test('the outcomes of chance are visited as often as they are likely', async () => {
  const game = parseGame('2048?four=0.25');
  const state = parseBoard('2 4 8 16 / 32 64 128 256 / 2 8 4 32 / 64 16 0 0', game);
  const { tree } = await searched(await openExpander(game), state, {
    sims: 12_000,
    c: 1.25,
    chance: true,
    widen: 0,
    ends: true,
  });
  let checked = 0;
  for (let m = 0; m < 4; m++) {
    const all = tree.visits[m]!;
    if (all < 2000) continue;
    const afterstate = game.afterstate(state, MOVES[m]!)!;
    const chiSquare = game.outcomes(afterstate).reduce((sum, { probability, state: next }) => {
      const { cells, aux } = packState(next);
      const node = tree.find(m, cells, aux);
      // A state is visited once when first met, and once for each visit of its moves.
      const seen = node === NONE ? 0 : 1 + tree.visitsOf(node);
      return sum + (seen - all * probability) ** 2 / (all * probability);
    }, 0);
    // 99.9% at 3 degrees of freedom.
    expect(chiSquare).toBeLessThan(16.3);
    checked++;
  }
  expect(checked).toBeGreaterThan(0);
});

test('a search that follows the game keeps what it knows', async () => {
  const game = parseGame('2048');
  const expander = await openExpander(game);
  const state = game.start(Random.forGame(1, 0));
  const search = await searched(expander, state, { sims: 200, c: 1.25, chance: true, widen: 0, ends: true });
  const { best } = search.found();
  let [child, visited] = [NONE, 0];
  for (let node = search.tree.child[best]!; node !== NONE; node = search.tree.sibling[node]!) {
    if (search.tree.visitsOf(node) > visited) [child, visited] = [node, search.tree.visitsOf(node)];
  }
  expect(visited).toBeGreaterThan(2);
  const [cells, aux, score] = [search.tree.cells[child]!, search.tree.aux[child]!, search.tree.score[child]!];
  search.follow(best, cells, aux, score, 9n);
  expect(search.tree.visitsOf(0)).toBe(visited);
  const board = new Uint8Array(16);
  let asked = 0;
  for (; search.advance(board, 0); asked++) {
    const { policy, value } = await ignorant(board);
    search.absorb(policy, 0, value[0]!);
  }
  expect(search.tree.visitsOf(0)).toBe(199);
  expect(asked).toBeLessThanOrEqual(199 - visited);
  // A state that chance had not shown in the search is searched from scratch.
  const other = packState(parseBoard('2 2 2 2 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0', game));
  search.follow(0, other.cells, other.aux, 0, 9n);
  expect(search.tree.count).toBe(1);
});

test('a finished game has no moves, and a broken network is an error', async () => {
  const game = parseGame('2048');
  const expander = await openExpander(game);
  const over = parseBoard('2 4 2 4 / 4 2 4 2 / 2 4 2 4 / 4 2 4 2', game);
  expect(
    (await searched(expander, over, { sims: 10, c: 1, chance: true, widen: 0, ends: true })).found(),
  ).toMatchObject({
    legal: 0,
    best: NONE,
  });
  const broken: Evaluate = async () => ({ policy: new Float32Array(4).fill(NaN), value: new Float32Array(1) });
  const start = game.start(Random.forGame(1, 0));
  await expect(
    searched(expander, start, { sims: 10, c: 1, chance: true, widen: 0, ends: true }, broken),
  ).rejects.toThrow('unusable');
});
