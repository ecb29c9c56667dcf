// The kernel of Threes against the readable rules, on a million positions.

import { parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { Agreement, checkArbitrary, checkPlayed } from './kernel-positions.testing.ts';
import { directKernel } from './kernel.testing.ts';

describe('the kernel of Threes agrees with the rules', () => {
  test('on a million positions, including 6144', async () => {
    const game = parseGame('threes');
    const agreement = new Agreement(game, await directKernel(game));
    checkPlayed(agreement, game, 1, 400_000);
    expect(agreement.over).toBeGreaterThan(1_000);
    checkArbitrary(agreement, game, 1, 600_000);
    expect(agreement.positions).toBe(1_000_000);
    expect(agreement.moves).toBeGreaterThan(2_000_000);
    expect(agreement.largest.get(14)).toBeGreaterThan(50_000);
  });
});
