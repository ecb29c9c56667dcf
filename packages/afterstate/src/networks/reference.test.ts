// The reference is what the kernel is checked against; here it is checked against the definition itself.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Board, GameName, State } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { anyState } from '../rules/states.testing.ts';
import { SYMMETRIES, transform } from '../rules/symmetry.ts';
import { imageOf, unfold } from './fold.ts';
import type { Network, NetworkDescription } from './network.ts';
import { createNetwork } from './network.ts';
import { isFolded } from './placement.ts';
import { ReferenceNetwork } from './reference.ts';

const create = (network: string, changes: Partial<NetworkDescription> = {}): Network =>
  createNetwork({ game: '2048', network, stages: 'none', values: 'afterstate', ...changes });

/** Weights that distinguish every entry from every other. */
function fill(reference: ReferenceNetwork): void {
  const { network } = reference;
  network.patterns.forEach((pattern, p) => {
    const weights = reference.tableOf(0, pattern).weights as Float32Array;
    const image = isFolded(network, pattern) ? imageOf(pattern) : undefined;
    weights.forEach((_, i) => (weights[i] = image && image(i) < i ? 0 : ((i * 7919 + p * 104729) % 100003) / 64));
  });
}

/** V(s) = Σ over patterns, Σ over the eight symmetries: table[Σ exponent · 16^i], with every table unfolded. */
function byDefinition(reference: ReferenceNetwork, state: State): number {
  const { network } = reference;
  return network.patterns.reduce((sum, pattern) => {
    const weights = Float32Array.from(reference.tableOf(0, pattern).weights as Float32Array);
    if (isFolded(network, pattern)) unfold(weights, imageOf(pattern)!);
    const hint = state.next === 'bonus' || state.next === undefined ? 0 : state.next;
    const valueOf = (board: Board): number =>
      weights[
        pattern.cells.reduce((index, cell, i) => index + Math.min(board[cell]!, 15) * 16 ** i, 0) +
          (pattern.hint ? hint * 16 ** pattern.cells.length : 0)
      ]!;
    return sum + SYMMETRIES.reduce((part, symmetry) => part + valueOf(transform(state.board, symmetry)), 0);
  }, 0);
}

describe('the value of a board', () => {
  test.each([
    ['2048', '012 0123 45'],
    ['2048', '0 5 17e8'],
    ['threes', '012h 45 0h'],
  ] as const)('is the sum over patterns and symmetries: %s %s', (game, text) => {
    const reference = new ReferenceNetwork(create(text, { game }));
    fill(reference);
    fc.assert(
      fc.property(anyState(parseGame(game)), (state) => {
        expect(reference.value(state, 0)).toBeCloseTo(byDefinition(reference, state), 1);
      }),
      { numRuns: 30 },
    );
  });

  test('is the same for all eight forms of a board', () => {
    const reference = new ReferenceNetwork(create('012 0123 0145 5'));
    fill(reference);
    fc.assert(
      fc.property(anyState(parseGame('2048')), fc.constantFrom(...SYMMETRIES), ({ board }, symmetry) => {
        const image = { board: transform(board, symmetry) };
        expect(reference.value(image, 0)).toBeCloseTo(reference.value({ board }, 0), 1);
      }),
    );
  });
});

describe('features', () => {
  const indexOf = (feature: string, board: Board, game: GameName = '2048'): number =>
    new ReferenceNetwork(create(`0 ${feature}`, { game })).lookups({ board }, 0).features[0]!.index;
  const board = [1, 1, 2, 3, 0, 11, 11, 12, 15, 15, 15, 14, 0, 0, 1, 16];

  test('count what they say', () => {
    expect(indexOf('empty', board)).toBe(3);
    expect(indexOf('distinct', board)).toBe(7);
    // 2048: two 11s, one 12, no 13, one 14, four that look like 15.
    expect(indexOf('large', board)).toBe(2 + 1 * 8 + 1 * 512 + 4 * 4096);
    // Rows: 1–1, 11–11, 15–15 twice; columns: none.
    expect(indexOf('merge', board)).toBe(4);
    // Rows: 1–2, 2–3, 11–12, 15–14; columns: 14–15.
    expect(indexOf('double', board)).toBe(5);
  });

  test('count no more than seven large tiles of a kind', () => {
    expect(
      indexOf(
        'large',
        Array.from({ length: 16 }, () => 13),
      ),
    ).toBe(7 * 64);
  });

  test('of Threes follow its own merging', () => {
    const threes = [1, 2, 1, 1, 3, 3, 4, 14, 14, 0, 10, 10, 0, 0, 0, 0];
    // 1–2, 2–1, 3–3, 10–10; two 6144s do not merge.
    expect(indexOf('merge', threes, 'threes')).toBe(4);
    // 3–4 only: 1 and 2 are no double of each other, nor 2 and 3.
    expect(indexOf('double', threes, 'threes')).toBe(1);
    expect(indexOf('large', threes, 'threes')).toBe(2 + 2 * 4096);
  });
});

describe('an update', () => {
  test('moves a value by the step times the number of lookups, if no entry is looked up twice', () => {
    const reference = new ReferenceNetwork(create('0123 012 45'));
    const state = { board: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0] };
    reference.adjust(state, 0, Math.fround(1 / 24), 240, false);
    expect(reference.value(state, 0)).toBeCloseTo(240, 3);
  });

  test('with coherence stops where errors cancel', () => {
    const reference = new ReferenceNetwork(create('012'));
    const state = { board: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0] };
    const step = Math.fround(1 / 8);
    for (const error of [100, -100]) reference.adjust(state, 0, step, error, true);
    const value = reference.value(state, 0);
    reference.adjust(state, 0, step, 50, true);
    expect(reference.value(state, 0)).toBe(value);
    reference.adjust(state, 0, step, 50, true);
    // E = 50 and A = 250: a fifth.
    expect(reference.value(state, 0)).toBeCloseTo(value + 10, 3);
  });
});
