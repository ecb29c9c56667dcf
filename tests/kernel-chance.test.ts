// Chance in the kernel: the generator gives the published numbers, and spawns come as often as the rules say.

import type { Game, State } from 'afterstate';
import { parseGame, Random } from 'afterstate';
import { describe, expect, test } from 'vitest';
import * as at from '../packages/afterstate/dist/kernel/layout.js';
import { unpackState } from '../packages/afterstate/dist/kernel/pack.js';
import { chiSquare } from 'afterstate/measure';
import type { DirectKernel } from './kernel.testing.ts';
import { directKernel, halves, wide } from './kernel.testing.ts';

const outputs = ({ call }: DirectKernel, count: number): bigint[] =>
  Array.from({ length: count }, () => BigInt.asUintN(64, call.nextChance()));

describe.each(['2048', 'threes'])('random numbers of the kernel of %s', (spec) => {
  test('are the published outputs of xoshiro256**', async () => {
    const kernel = await directKernel(parseGame(spec));
    kernel.call.setChance(1n, 2n, 3n, 4n);
    expect(outputs(kernel, 10)).toEqual([
      11520n,
      0n,
      1509978240n,
      1215971899390074240n,
      1216172134540287360n,
      607988272756665600n,
      16172922978634559625n,
      8476171486693032832n,
      10595114339597558777n,
      2904607092377533576n,
    ]);
  });

  test('are those of docs/reference/rules.md for seed 0, game 0', async () => {
    const kernel = await directKernel(parseGame(spec));
    kernel.call.seedGame(0n, 0n);
    expect(outputs(kernel, 2)).toEqual([10108759220886529493n, 17605837440599152310n]);
  });

  test('of every game of every seed are those of the rules', async () => {
    const kernel = await directKernel(parseGame(spec));
    const random = Random.forGame(3, 3);
    for (let i = 0; i < 200; i++) {
      const [seed, game] = [random.next(), random.next()].map(({ hi, lo }) => (BigInt(hi) << 32n) | BigInt(lo));
      kernel.call.seedGame(BigInt.asIntN(64, seed!), BigInt.asIntN(64, game!));
      const expected = Random.forGame(seed!, game!);
      for (const output of outputs(kernel, 20)) {
        const { hi, lo } = expected.next();
        expect(output).toBe((BigInt(hi) << 32n) | BigInt(lo));
      }
    }
  });
});

/** Spawns many times on one afterstate and counts the results by the rules' own list of outcomes. */
function frequencies(kernel: DirectKernel, game: Game, state: State, spawns: number) {
  const packed = { low: 0, high: 0, aux: 0 };
  const legal = game.legalMoves(state);
  const after = game.afterstate(state, legal[0]!)!;
  halves(after, packed);
  const cells = wide(packed.low, packed.high);
  const entries = after.entries.reduce((mask, cell) => mask | (1n << BigInt(4 * cell)), 0n);
  const outcomes = game.outcomes(after);
  const key = (one: State): string => `${one.board.join()} ${one.next} ${one.bag?.join()}`;
  const indexOf = new Map(outcomes.map((outcome, i) => [key(outcome.state), i]));
  const counts = new Float64Array(outcomes.length);
  for (let i = 0; i < spawns; i++) {
    kernel.call.spawnOn(cells, packed.aux | 0, entries);
    const state = unpackState(game, {
      cells: kernel.view.getBigUint64(kernel.block + at.CELLS, true),
      aux: kernel.view.getUint32(kernel.block + at.AUX, true),
    });
    const index = indexOf.get(key(state));
    if (index === undefined) throw new Error(`chance cannot have made ${key(state)}`);
    counts[index]!++;
  }
  return { outcomes, counts };
}

type Outcome = ReturnType<Game['outcomes']>[number];

/** How likely counts at least this far from the probabilities are, with outcomes grouped by `by`. */
function likelihood(outcomes: readonly Outcome[], counts: Float64Array, by: (outcome: Outcome) => unknown): number {
  const groups = new Map<string, { count: number; probability: number }>();
  outcomes.forEach((outcome, i) => {
    const group = groups.get(String(by(outcome))) ?? { count: 0, probability: 0 };
    group.count += counts[i]!;
    group.probability += outcome.probability;
    groups.set(String(by(outcome)), group);
  });
  const all = [...groups.values()];
  if (all.length === 1) return 1;
  return chiSquare(
    all.map(({ count }) => count),
    all.map(({ probability }) => probability),
  ).p;
}

// The draws are seeded, so a test that passes once always does; with some forty tests, 0.001 is far from chance.
const LEAST = 0.001;

describe('spawns come as often as the rules say', () => {
  const boards2048: [what: string, board: number[]][] = [
    ['on fifteen empty cells', [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['on seven', [1, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 1]],
    ['on two', [2, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 0]],
    ['on the only one', [2, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2]],
  ];
  test.each(boards2048)('2048, %s', async (_what, board) => {
    for (const spec of ['2048', '2048?four=0.5']) {
      const game = parseGame(spec);
      const kernel = await directKernel(game);
      kernel.call.seedGame(7n, 0n);
      const { outcomes, counts } = frequencies(kernel, game, { board }, 40_000);
      expect(likelihood(outcomes, counts, ({ spawn }) => `${spawn.cell} ${spawn.exponent}`)).toBeGreaterThan(LEAST);
      expect(likelihood(outcomes, counts, ({ spawn }) => spawn.exponent)).toBeGreaterThan(LEAST);
    }
  });

  const small = [0, 1, 3, 0, 2, 3, 0, 4, 0, 0, 1, 3, 5, 3, 2, 1];
  const large = [0, 1, 3, 0, 2, 3, 0, 4, 0, 0, 1, 3, 5, 3, 14, 7];
  const statesThrees: [what: string, state: State][] = [
    ['a full bag and no tile of 48', { board: small, next: 1, bag: [4, 4, 4] }],
    ['a bag of one 3', { board: small, next: 2, bag: [0, 0, 1] }],
    ['an empty bag, which is filled', { board: small, next: 3, bag: [0, 0, 0] }],
    ['a bonus hint beside tiles of 48 and 6144', { board: large, next: 'bonus', bag: [1, 2, 3] }],
    ['a tile of 6144, where the next may be a bonus', { board: large, next: 2, bag: [3, 2, 4] }],
    ['a tile of 48 alone', { board: small.map((e) => (e === 5 ? 7 : e)), next: 3, bag: [2, 0, 1] }],
    ['a tile of 96', { board: small.map((e) => (e === 5 ? 8 : e)), next: 'bonus', bag: [0, 4, 1] }],
  ];
  test.each(statesThrees)('Threes with %s', async (_what, state) => {
    const game = parseGame('threes');
    const kernel = await directKernel(game);
    kernel.call.seedGame(11n, 0n);
    const { outcomes, counts } = frequencies(kernel, game, state, 60_000);
    expect(outcomes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9);
    const kinds: ((outcome: Outcome) => unknown)[] = [
      ({ spawn }) => spawn.cell,
      ({ spawn }) => spawn.exponent,
      ({ spawn }) => spawn.next,
      ({ spawn }) => spawn.next === 'bonus',
      ({ spawn }) => `${spawn.cell} ${spawn.exponent} ${spawn.next}`,
    ];
    for (const kind of kinds) expect(likelihood(outcomes, counts, kind)).toBeGreaterThan(LEAST);
  });

  test('a bonus is shown once in 21, when it may be', async () => {
    const kernel = await directKernel(parseGame('threes'));
    kernel.call.seedGame(13n, 0n);
    // 48 in the first corner, a 3 next, and a bag that is full again after each draw.
    const [cells, aux, draws] = [7n, 0x4443, 1_000_000];
    let bonuses = 0;
    for (let i = 0; i < draws; i++) {
      kernel.call.spawnOn(cells, aux, 1n << 60n);
      if ((kernel.view.getUint32(kernel.block + at.AUX, true) & 3) === 0) bonuses++;
    }
    expect(chiSquare([bonuses, draws - bonuses], [1 / 21, 20 / 21]).p).toBeGreaterThan(LEAST);
  });

  test('the deals of both games: each cell and each tile equally likely', async () => {
    for (const spec of ['2048', 'threes']) {
      const kernel = await directKernel(parseGame(spec));
      const cells = new Float64Array(16);
      const tiles = new Float64Array(3);
      const games = 40_000;
      for (let i = 0; i < games; i++) {
        kernel.call.dealGame(5n, BigInt(i));
        const packed = { cells: kernel.view.getBigUint64(kernel.block + at.CELLS, true), aux: 0 };
        unpackState(parseGame('2048'), packed).board.forEach((exponent, cell) => {
          if (exponent === 0) return;
          cells[cell]!++;
          tiles[exponent - 1]!++;
        });
      }
      // Tiles of one board are on different cells, so the counts of cells vary a little less than independent ones.
      expect(
        chiSquare(
          cells,
          Array.from({ length: 16 }, () => 1 / 16),
        ).p,
      ).toBeGreaterThan(LEAST);
      if (spec === '2048') expect(chiSquare(tiles.subarray(0, 2), [0.9, 0.1]).p).toBeGreaterThan(LEAST);
      else for (const count of tiles) expect(count / games).toBeCloseTo(3, 1);
    }
  });
});
