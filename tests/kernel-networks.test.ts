// Values of networks in the kernel against the plain reference: bit for bit if a network lies in one memory.

import { totalmem } from 'node:os';
import * as fc from 'fast-check';
import type { LearnerOptions, NetworkDescription, State } from 'afterstate';
import { createNetwork, InputError, Learner, MOVES, NETWORKS, parseGame, SYMMETRIES, transform } from 'afterstate';
import { afterEach, describe, expect, test } from 'vitest';
import { MEMORY_LIMIT } from '../packages/afterstate/dist/kernel/kernel.js';
import { PLAYER } from '../packages/afterstate/dist/kernel/layout.js';
import type { Platform } from '../packages/afterstate/dist/kernel/platform.js';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import type { ReferenceNetwork } from '../packages/afterstate/dist/networks/reference.js';
import { asValued } from '../packages/afterstate/dist/networks/reference.js';
import { stageOfTiles } from '../packages/afterstate/dist/networks/stages.js';
import { referenceOver, scatter, someStates } from './networks.testing.ts';

const open: Learner[] = [];
afterEach(async () => {
  for (const learner of open.splice(0)) await learner.close();
});

async function openLearner(
  description: Partial<NetworkDescription> & { network: string },
  options: Partial<LearnerOptions> = {},
  platform: Platform = nodePlatform,
): Promise<Learner> {
  const network = createNetwork({ game: '2048', stages: 'none', values: 'afterstate', ...description });
  const game = parseGame(network.description.game);
  const learner = await Learner.open(platform, { game, network, threads: 1, coherent: false, ...options });
  open.push(learner);
  return learner;
}

/** All values of the states in all stages are those of the reference, and the network did have weights. */
async function expectValues(learner: Learner, reference: ReferenceNetwork, states: readonly State[]): Promise<void> {
  const values = new Set<number>();
  for (let stage = 0; stage < learner.network.stageCount; stage++) {
    for (const state of states) {
      const value = await learner.value(state, stage);
      expect(value).toBe(reference.value(state, stage));
      values.add(value);
    }
  }
  expect(values.size).toBeGreaterThan(states.length / 2);
}

/** The player's values of moves, which the kernel finds by addresses if it can, are also those of the reference. */
async function expectMoves(learner: Learner, reference: ReferenceNetwork, states: readonly State[]): Promise<void> {
  const { game, kernel, network } = learner;
  kernel.setInt(PLAYER, 2);
  for (const state of states) {
    const best = await kernel.callWith(0, 'chooseHere', state, 0);
    const values = kernel.values(0);
    const expected = MOVES.map((move) => {
      const after = game.afterstate(state, move);
      if (!after) return -Infinity;
      const present = after.board.reduce((bits, exponent) => bits | (1 << Math.min(exponent, 15)), 0);
      return Math.fround(reference.value(asValued(after, move), stageOfTiles(network.stages, present)) + after.gain);
    });
    expect(best).toBe(Math.max(...expected) === -Infinity ? -1 : expected.indexOf(Math.max(...expected)));
    if (best >= 0) expect([...values]).toEqual(expected);
  }
}

async function check(learner: Learner, count: number): Promise<void> {
  const { game } = learner;
  const states = someStates(game, count, 1);
  const after = states.flatMap((state) => MOVES.flatMap((move) => game.afterstate(state, move) ?? []));
  const reference = referenceOver(learner);
  scatter(reference, [...states, ...after], 2);
  await expectValues(learner, reference, states);
  if (learner.network.stages.kind !== 'reach' && learner.network.description.values === 'afterstate')
    await expectMoves(learner, reference, states);
}

describe('values are those of the reference, bit for bit', () => {
  test.each(Object.keys(NETWORKS).filter((name) => !name.endsWith('x7')))('the network %s', async (network) => {
    await check(await openLearner({ network }), 25);
  });

  test.each(['01 45 0145', '4x5', '17x4h', '012345h 456789 0123h 5'])('in Threes, %s', async (network) => {
    await check(await openLearner({ network, game: 'threes' }), 30);
  });

  test.each(['large', 'empty', 'distinct', 'merge', 'double', 'double large empty merge distinct'])(
    'with the features %s',
    async (features) => {
      for (const game of ['2048', 'threes'] as const) {
        await check(await openLearner({ network: `0123 ${features}`, game }), 40);
      }
    },
  );

  test.each([
    ['2048', 'jaskowski'],
    ['2048', 'largest:8,1024,16384'],
    ['2048', 'yeh-4'],
    ['threes', 'tiles:6144,3072,768,3'],
    ['threes', 'threes3'],
    ['threes', 'largest:48'],
  ] as const)('%s with stages %s', async (game, stages) => {
    await check(await openLearner({ network: '0145 012 large', game, stages }, { coherent: stages === 'yeh-4' }), 30);
  });

  test.each(['2048', 'threes'] as const)('of states and of actions of %s', async (game) => {
    const network = game === 'threes' ? '0123 01245h 5 empty' : '0123 01245 5 empty';
    await check(await openLearner({ network, game, values: 'state' }), 60);
    await check(await openLearner({ network, game, values: 'action' }), 60);
  });

  test('any patterns of one to six cells', async () => {
    const pattern = fc
      .shuffledSubarray([...'0123456789abcdef'], { minLength: 1, maxLength: 6 })
      .map((cells) => cells.join(''));
    const patterns = fc.uniqueArray(pattern, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(patterns, fc.constantFrom('2048' as const, 'threes' as const), async (cells, game) => {
        const learner = await openLearner({ network: cells.join(' '), game });
        await check(learner, 6);
        await open.pop()!.close();
      }),
      { numRuns: 30, seed: 20_48 },
    );
  });

  test('more patterns than the kernel keeps addresses for', async () => {
    const all = [...'0123456789abcdef'];
    const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => a + b));
    await check(await openLearner({ network: pairs.slice(0, 100).join(' ') }), 10);
    const backwards = pairs.map(([a, b]) => `${b}${a}`);
    const tooMany = [...pairs, ...backwards, ...all, '012'];
    await check(await openLearner({ network: tooMany.slice(0, 256).join(' ') }), 4);
    await expect(openLearner({ network: tooMany.join(' ') })).rejects.toThrow('a network has at most 256 patterns');
  });
});

describe('values do not change under the eight symmetries', () => {
  test.each(['afterstate', 'state'] as const)('of the board: %s', async (values) => {
    for (const game of ['2048', 'threes'] as const) {
      const network = '012345 0123 0145 569a 048c 17e8 5 large empty distinct merge double';
      const learner = await openLearner({ network, game, values });
      const reference = referenceOver(learner);
      const states = someStates(learner.game, 60, 5);
      scatter(reference, states, 6);
      for (const state of states) {
        const value = await learner.value(state);
        for (const symmetry of SYMMETRIES) {
          const image = await learner.value({ ...state, board: transform(state.board, symmetry) });
          // The weights are the same in another order, so only rounding may differ.
          expect(Math.abs(image - value)).toBeLessThan(0.01);
        }
      }
    }
  });
});

describe('a network that does not fit one memory', () => {
  const small: Platform = { ...nodePlatform, memoryLimit: 16 << 20 };

  /** Values up to rounding, because the parts are added in another order, and an update that moves exactly the same weights. */
  async function expectSame(learner: Learner, states: readonly State[], coherent: boolean): Promise<void> {
    const reference = referenceOver(learner);
    scatter(reference, states, 8);
    for (const [i, state] of states.entries()) {
      const stage = i % learner.network.stageCount;
      const close = reference.value(state, stage);
      expect(Math.abs((await learner.value(state, stage)) - close)).toBeLessThan(0.05);
    }
    const step = Math.fround(0.1 / learner.network.lookups);
    for (const [i, state] of states.entries()) {
      const stage = i % learner.network.stageCount;
      const before = snapshot(reference, state, stage);
      reference.adjust(state, stage, step, Math.fround(123.4 - i), coherent);
      const expected = snapshot(reference, state, stage);
      restore(reference, state, stage, before);
      await learner.kernel.callWith(0, 'adjust', state, stage, step, Math.fround(123.4 - i));
      expect(snapshot(reference, state, stage)).toEqual(expected);
    }
  }

  const entries = (reference: ReferenceNetwork, state: State, stage: number) => {
    const { plain, folded, features } = reference.lookups(state, stage);
    return [...plain.flat(), ...folded.flat(), ...features];
  };
  const snapshot = (reference: ReferenceNetwork, state: State, stage: number): (number | undefined)[][] =>
    entries(reference, state, stage).map(({ weights, sums, index }) => [
      weights[index],
      sums[2 * index],
      sums[2 * index + 1],
    ]);
  function restore(reference: ReferenceNetwork, state: State, stage: number, from: (number | undefined)[][]): void {
    entries(reference, state, stage).forEach(({ weights, sums, index }, i) => {
      const [weight, e, a] = from[i]!;
      weights[index] = weight!;
      if (e !== undefined) [sums[2 * index], sums[2 * index + 1]] = [e, a!];
    });
  }

  test.each([
    ['2048', '4x5', 'none', false],
    ['2048', '4x5 large merge', 'none', true],
    ['threes', '17x4h 01234', 'none', false],
    ['2048', '17x4 large', 'largest:16,1024', true],
  ] as const)('is dealt out over several: %s %s %s %s', async (game, network, stages, coherent) => {
    const learner = await openLearner({ network, game, stages }, { coherent }, small);
    expect(learner.kernel.memories.length).toBeGreaterThan(1);
    for (const { buffer } of learner.kernel.memories) expect(buffer.byteLength).toBeLessThanOrEqual(16 << 20);
    await expectSame(learner, someStates(learner.game, 50, 3), coherent);
  });

  test.each(['none', 'largest:64,1024'])('has its longest patterns cut into slices: stages %s', async (stages) => {
    const learner = await openLearner({ network: '012345 0123 01234', stages }, {}, small);
    const slices = learner.segments().filter(({ table }) => typeof table !== 'string' && table.text === '012345');
    expect(slices.length).toBeGreaterThan(5);
    await expectSame(learner, someStates(learner.game, 60, 4), false);
  });

  test('cannot be cut if a weight stands for two, and says so', async () => {
    await expect(openLearner({ network: '45689a' }, {}, small)).rejects.toThrow(
      'the table of 45689a takes 67,108,864 bytes, more than one memory has',
    );
    await expect(openLearner({ network: '012345' }, { coherent: true }, small)).rejects.toThrow(
      'the table of 012345 takes 201,326,592 bytes with temporal coherence, more than one memory has; learn it by td',
    );
  });

  // Only touched pages take memory, but the system must be willing to provide the addresses.
  const roomy = totalmem() >= 8 * 2 ** 30;
  const anyMemory: Platform = { ...nodePlatform, freeMemory: () => Infinity };

  // Every board touches pages all over these gigabytes, and the system clears each before its first use, so there are few boards.
  test.runIf(roomy)('at the true size: patterns of seven cells with their sums, over 4 GiB', async () => {
    const learner = await openLearner({ network: '2x7 large' }, { coherent: true }, anyMemory);
    expect(learner.kernel.memories).toHaveLength(2);
    await expectSame(learner, someStates(learner.game, 12, 9), true);
  });

  test.runIf(roomy)('at the true size: eight of seven cells, and one of eight', async () => {
    const eight = await openLearner({ network: '8x7' }, {}, anyMemory);
    expect(eight.kernel.memories).toHaveLength(3);
    await expectSame(eight, someStates(eight.game, 10, 10), false);
    await open.pop()!.close();
    const longest = await openLearner({ network: '01234567' }, {}, anyMemory);
    expect(longest.kernel.memories).toHaveLength(5);
    for (const { buffer } of longest.kernel.memories) expect(buffer.byteLength).toBeLessThanOrEqual(MEMORY_LIMIT);
    // Only the largest tiles reach the last memory.
    const states = [...someStates(longest.game, 16, 11), { board: Array.from({ length: 16 }, () => 15) }];
    await expectSame(longest, states, false);
    const reference = referenceOver(longest);
    const met = states.flatMap((state) => entries(reference, state, 0).map(({ index }) => index));
    for (const { first, weights } of longest.segments())
      expect(met.some((i) => i >= first && i < first + weights.length)).toBe(true);
  });

  test('that is free is refused, with the bytes it needs', async () => {
    const platform: Platform = { ...nodePlatform, freeMemory: () => 3 * 2 ** 30 };
    const refused = openLearner({ network: '8x7' }, {}, platform);
    await expect(refused).rejects.toThrow(InputError);
    await expect(refused).rejects.toThrow(/needs 8,589,934,592 bytes \(8\.0 GiB\) of memory, and 3\.0 GiB are free/);
    const coherent = openLearner(
      { network: '5x6', stages: 'yeh3' },
      { coherent: true },
      { ...platform, freeMemory: () => 2 ** 30 },
    );
    // Five tables of 64 MiB, three stages, and three numbers per weight with its sums.
    await expect(coherent).rejects.toThrow(/needs 3,019,898,880 bytes/);
  });
});

test('an optimistic start gives every board the same value', async () => {
  for (const game of ['2048', 'threes'] as const) {
    const network = '012345 0123 5 048c large empty';
    const learner = await openLearner({ network, game, stages: game === 'threes' ? 'threes3' : 'yeh3' });
    learner.fill(320_000);
    for (const [i, state] of someStates(learner.game, 50, 12).entries()) {
      expect((await learner.value(state, i % 3)) / 320_000).toBeCloseTo(1, 5);
    }
    learner.fill(0);
    expect(await learner.value(someStates(learner.game, 1, 13)[0]!, 2)).toBe(0);
  }
});
