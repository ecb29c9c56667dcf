// The kernel of 2048 against the readable rules, on a million positions.

import { parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { Agreement, checkArbitrary, checkPlayed } from './kernel-positions.testing.ts';
import { directKernel } from './kernel.testing.ts';

describe('the kernel of 2048 agrees with the rules', () => {
  test('on a million positions, including 65536 and 131072', async () => {
    const game = parseGame('2048');
    const agreement = new Agreement(game, await directKernel(game));
    checkPlayed(agreement, game, 1, 400_000);
    expect(agreement.over).toBeGreaterThan(1_000);
    checkArbitrary(agreement, game, 1, 600_000);
    expect(agreement.positions).toBe(1_000_000);
    expect(agreement.moves).toBeGreaterThan(2_500_000);
    for (const exponent of [16, 17]) expect(agreement.largest.get(exponent)).toBeGreaterThan(50_000);
  });

  test.each([
    '2048?end=full',
    '2048?idle=spawn',
    '2048?four=0.5&end=full&idle=spawn',
    '2048?end=64',
    '2048?end=65536',
    '2048?end=full,128',
    '2048?four=0.5&end=131072&idle=spawn',
  ])('on positions of %s', async (spec) => {
    const game = parseGame(spec);
    const agreement = new Agreement(game, await directKernel(game));
    checkPlayed(agreement, game, 2, 20_000);
    checkArbitrary(agreement, game, 2, 20_000);
    expect(agreement.over).toBeGreaterThan(100);
  });
});
