import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeFrom, MEMORY_LIMIT } from '../kernel/kernel.ts';
import { InputError } from '../rules/input-error.ts';
import type { NetworkDescription } from './network.ts';
import { createNetwork, featureEntries, networkBytes, patternEntries } from './network.ts';
import type { Placement } from './placement.ts';
import { checkMemory, isFolded, placeNetwork, tableName } from './placement.ts';

const create = (network: string, changes: Partial<NetworkDescription> = {}) =>
  createNetwork({ game: '2048', network, stages: 'none', values: 'afterstate', ...changes });

/** Every entry of every table has one place, no two places overlap, and all lie within their memories. */
function expectWhole(placement: Placement, limit = MEMORY_LIMIT): void {
  const { network, places, stageBytes, bytes, coherent, threads } = placement;
  for (const table of [...network.patterns, ...network.features]) {
    const parts = places
      .filter((place) => tableName(place.table) === tableName(table))
      .sort((a, b) => a.first - b.first);
    let next = 0;
    for (const { first, entries } of parts) {
      expect(first).toBe(next);
      next += entries;
    }
    expect(next).toBe(
      typeof table === 'string' ? featureEntries(table) : patternEntries(table, network.description.values),
    );
  }
  bytes.forEach((size, memory) => {
    const base = freeFrom(memory, threads);
    expect(base + size).toBeLessThanOrEqual(limit);
    expect(size).toBeGreaterThanOrEqual(stageBytes[memory]! * network.stageCount * (coherent ? 3 : 1));
    const here = places.filter((place) => place.memory === memory).sort((a, b) => a.address - b.address);
    let end = base;
    for (const { address, entries } of here) {
      expect(address).toBeGreaterThanOrEqual(end);
      expect(address % 64).toBe(0);
      end = address + 4 * entries;
    }
    expect(end).toBeLessThanOrEqual(base + stageBytes[memory]!);
  });
}

describe('a network in memory', () => {
  test('lies in a single one if it fits', () => {
    const placement = placeNetwork(create('4x6 large'), 2, true, 1000);
    expectWhole(placement);
    expect(placement.bytes).toHaveLength(1);
    // After all weights of all stages and their sums.
    expect(placement.extra).toBeGreaterThanOrEqual(freeFrom(0, 2) + networkBytes(placement.network, true));
    expect(placement.extra + 1000).toBeLessThanOrEqual(freeFrom(0, 2) + placement.bytes[0]!);
  });

  test('is spread over as many memories as it takes', () => {
    expect(placeNetwork(create('8x7'), 1, false).bytes).toHaveLength(3);
    expect(placeNetwork(create('8x7'), 1, true).bytes).toHaveLength(8);
    expect(placeNetwork(create('01234567'), 1, false).bytes).toHaveLength(5);
  });

  test('is whole, whatever the network and the memory', () => {
    const words = ['01', '0123', '01234', '012345', '456789', '0123456', '01234567', '5', 'large', 'empty'];
    const network = fc.shuffledSubarray(words, { minLength: 1 }).map((chosen) => ['89', ...chosen].join(' '));
    const stages = fc.constantFrom('none', 'yeh3', 'jaskowski');
    fc.assert(
      fc.property(
        network,
        stages,
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 7, max: 12 }),
        (text, stages, threads, log) => {
          const limit = freeFrom(0, threads) + 2 ** (log + 20);
          expectWhole(
            placeNetwork(create(text, { stages }), threads, false, 5000, Math.min(limit, MEMORY_LIMIT)),
            limit,
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('has no slices of a table in which a weight stands for two', () => {
    const limit = freeFrom(0, 1) + 2 ** 21;
    expect(() => placeNetwork(create('45689a'), 1, false, 0, limit)).toThrow(InputError);
    expect(() => placeNetwork(create('01234h', { game: 'threes' }), 1, false, 0, limit)).toThrow(
      /more than one memory has/,
    );
    expect(() => placeNetwork(create('012345'), 1, true, 0, limit)).toThrow(/learn it by td/);
    expectWhole(placeNetwork(create('012345'), 1, false, 0, limit), limit);
  });
});

describe('patterns that are their own image', () => {
  test('are folded, up to six cells, if all symmetries share weights', () => {
    const folded = (text: string, values: NetworkDescription['values'] = 'afterstate') => {
      const network = create(text, { values });
      return network.patterns.map((pattern) => isFolded(network, pattern));
    };
    expect(folded('0123 012345 45689a 5')).toEqual([true, false, true, true]);
    expect(folded('0123', 'state')).toEqual([true]);
    expect(folded('0123', 'action')).toEqual([false]);
    expect(folded('0123456 014589d')).toEqual([false, false]);
    // Seven cells on both sides of the diagonal.
    expect(folded('0125486')).toEqual([false]);
  });
});

describe('memory', () => {
  const placement = placeNetwork(create('8x7'), 1, false);

  test('that is enough, or unknown, is no reason to refuse', () => {
    expect(() => checkMemory(placement, 9 * 2 ** 30)).not.toThrow();
    expect(() => checkMemory(placement, undefined)).not.toThrow();
  });

  test('that is not enough is, and the error has the bytes', () => {
    expect(() => checkMemory(placement, 8 * 2 ** 30)).toThrow(InputError);
    expect(() => checkMemory(placement, 2 ** 30)).toThrow(
      /the network '0123456 .*' needs 8,589,934,592 bytes \(8\.0 GiB\) of memory, and 1\.0 GiB are free; take fewer or shorter/,
    );
  });
});
