import { describe, expect, test } from 'vitest';
import type { NetworkDescription } from './network.ts';
import { createNetwork, networkBytes, weightCount } from './network.ts';

const create = (network: string, changes: Partial<NetworkDescription> = {}) =>
  createNetwork({ game: '2048', network, stages: 'none', values: 'afterstate', ...changes });

describe('a network', () => {
  test('is described in full, whatever name it has', () => {
    const { description } = create('4x6, large', { stages: 'yeh3' });
    expect(description).toEqual({
      game: '2048',
      network: '012345 456789 012456 45689a large',
      stages: 'reach:16384,16384+8192',
      values: 'afterstate',
    });
    expect(createNetwork(description).description).toEqual(description);
  });

  test('looks up eight weights per pattern and one per feature', () => {
    expect(create('4x6').lookups).toBe(32);
    expect(create('17x4 large empty').lookups).toBe(138);
    // Folded ones too: a weight that stands for two moves twice as far.
    expect(create('0').lookups).toBe(8);
  });

  test('has 16 weights to the power of its cells, in every stage', () => {
    expect(weightCount(create('0'))).toBe(16);
    expect(weightCount(create('4x6'))).toBe(4 * 16 ** 6);
    expect(weightCount(create('4x6', { stages: 'yeh3' }))).toBe(12 * 16 ** 6);
    expect(weightCount(create('0123 large empty'))).toBe(16 ** 4 + 8 ** 5 + 32);
    expect(weightCount(create('0123h 01', { game: 'threes' }))).toBe(4 * 16 ** 4 + 16 ** 2);
    expect(weightCount(create('0123', { values: 'action' }))).toBe(4 * 16 ** 4);
  });

  test('takes 4 bytes per weight, 12 with temporal coherence', () => {
    expect(networkBytes(create('4x6'), false)).toBe(256 * 2 ** 20);
    expect(networkBytes(create('4x6'), true)).toBe(768 * 2 ** 20);
    expect(networkBytes(create('8x7'), false)).toBe(8 * 2 ** 30);
  });

  test('of actions has no stages', () => {
    expect(() => create('0123', { values: 'action', stages: 'yeh3' })).toThrow('Q-learning has no stages');
  });
});
