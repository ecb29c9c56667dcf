// The search's arithmetic, by hand.

import { expect, test } from 'vitest';
import { NONE, Tree } from './mcts-tree.ts';

/** A root with its statistics. */
function rootOf(
  settings: { c: number; points: boolean },
  { legal = 15, n, w, p }: { legal?: number; n: number[]; w: number[]; p: number[] },
): Tree {
  const tree = new Tree(8, settings);
  tree.add(0n, 0, 0, NONE);
  tree.legal[0] = legal;
  tree.visits.set(n);
  tree.total.set(w);
  tree.prior.set(p);
  return tree;
}

test("Q + U is Allik et al.'s: P √ΣN / (1 + N)", () => {
  const tree = rootOf({ c: 1, points: false }, { n: [3, 1, 0, 0], w: [1.5, 0.9, 0, 0], p: [0.2, 0.3, 0.5, 0] });
  // √4 = 2: 0.5 + 0.2 · 2/4 = 0.6; 0.9 + 0.3 · 2/2 = 1.2; 0 + 0.5 · 2/1 = 1; 0 + 0.
  expect(tree.select(0)).toBe(1);
  tree.backUp(Int32Array.of(1), 1, 0);
  // √5 = 2.236: 0.5 + 0.2 · 2.236/4 = 0.612; 0.45 + 0.3 · 2.236/3 = 0.674; 0.5 · 2.236 = 1.118.
  expect(tree.select(0)).toBe(2);
  tree.backUp(Int32Array.of(2), 1, 0.1);
  // √6 = 2.449: 0.5 + 0.122; 0.45 + 0.245 = 0.695; 0.1 + 0.5 · 2.449/2 = 0.712.
  expect(tree.select(0)).toBe(2);
  expect([...tree.visits.subarray(0, 4)]).toEqual([3, 2, 1, 0]);
  expect(tree.total[2]).toBeCloseTo(0.1, 12);
});

test('the weight of the prior is c', () => {
  const statistics = { n: [2, 2, 0, 0], w: [1, 0.6, 0, 0], p: [0.1, 0.6, 0.2, 0.1] };
  // c = 0.1: 0.5 + 0.1 · 0.1 · 2/3 = 0.507 against 0.3 + 0.1 · 0.6 · 2/3 = 0.34; c = 2: 0.633 against 1.1.
  expect(rootOf({ c: 0.1, points: false }, statistics).select(0)).toBe(0);
  expect(rootOf({ c: 2, points: false }, statistics).select(0)).toBe(1);
});

test('points are compared as shares of the range seen', () => {
  const tree = rootOf({ c: 1, points: true }, { legal: 7, n: [0, 0, 0, 0], w: [0, 0, 0, 0], p: [0.2, 0.2, 0.6, 0] });
  tree.estimate[0] = 1500;
  for (const [edge, value] of [
    [0, 1000],
    [0, 1200],
    [1, 2000],
    [1, 1600],
  ] as const)
    tree.backUp(Int32Array.of(edge), 1, value);
  // Means seen: 1000, 1100, 2000, 1800. Q: (1100 − 1000)/1000 = 0.1, 0.8, and 0.5 for the untried move.
  // U: √4 · 0.2/3 = 0.133 twice, and 2 · 0.6 = 1.2.
  expect(tree.select(0)).toBe(2);
  tree.prior.set([0.3, 0.6, 0.1]);
  // 0.1 + 0.2 = 0.3; 0.8 + 0.4 = 1.2; 0.5 + 0.2 = 0.7.
  expect(tree.select(0)).toBe(1);
});

test('before the first visit the prior decides, among the legal moves', () => {
  const tree = rootOf({ c: 1, points: false }, { legal: 0b1010, n: [0, 0, 0, 0], w: [0, 0, 0, 0], p: [0, 0, 0, 0] });
  tree.setPriors(0, Float32Array.of(9, 9, 0.4, 0.1, 0.4, 0.3), 2);
  expect([...tree.prior.subarray(0, 4)]).toEqual([0, 0.25, 0, 0.75].map(Math.fround));
  expect(tree.select(0)).toBe(3);
  tree.setPriors(0, Float32Array.of(0.5, 0, 0.5, 0), 0);
  expect([...tree.prior.subarray(0, 4)]).toEqual([0, 0.5, 0, 0.5]);
});

test('a result is added to every move of its path', () => {
  const tree = new Tree(4, { c: 1, points: false });
  tree.add(0n, 0, 0, NONE);
  const child = tree.add(1n, 0, 4, 2);
  tree.backUp(Int32Array.of(2, 4 * child + 3), 2, 0.25);
  tree.backUp(Int32Array.of(2, 4 * child + 3, 99), 2, 0.5);
  expect(tree.visits[2]).toBe(2);
  expect(tree.total[4 * child + 3]).toBe(0.75);
});

test('a new root keeps what follows from it, and nothing else', () => {
  const tree = new Tree(16, { c: 1, points: true });
  tree.add(100n, 0, 0, NONE);
  const lost = tree.add(101n, 0, 0, 0);
  const kept = tree.add(102n, 7, 12, 1);
  tree.add(103n, 0, 0, 4 * lost);
  const first = tree.add(104n, 0, 20, 4 * kept + 3);
  tree.add(105n, 0, 0, 1);
  const second = tree.add(106n, 0, 24, 4 * kept + 3);
  const deep = tree.add(107n, 0, 28, 4 * first);
  tree.legal.fill(15, 0, 8);
  for (const path of [
    [1, 4 * kept + 3],
    [1, 4 * kept + 3, 4 * first],
    [1, 4 * kept + 3],
  ])
    tree.backUp(Int32Array.from(path), path.length, 30);
  tree.prior[4 * deep + 2] = 0.5;
  tree.moveRoot(kept);
  expect([...tree.cells.subarray(0, tree.count)]).toEqual([102n, 104n, 106n, 107n]);
  expect([tree.aux[0], tree.score[0], tree.parent[0], tree.sibling[0]]).toEqual([7, 12, NONE, NONE]);
  expect(tree.visitsOf(0)).toBe(3);
  expect(tree.total[3]).toBe(90);
  expect(tree.find(3, 106n, 0)).toBe(2);
  expect(tree.find(3, 104n, 0)).toBe(1);
  expect(tree.find(4, 107n, 0)).toBe(3);
  expect(tree.find(3, 105n, 0)).toBe(NONE);
  expect(tree.visits[4]).toBe(1);
  expect(tree.prior[4 * 3 + 2]).toBe(0.5);
  expect(second).toBe(6);
});
