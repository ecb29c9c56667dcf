import { describe, expect, test } from 'vitest';
import { createNetwork } from './network.ts';
import type { Rounding } from './rounding.ts';
import { ErrorSurvey } from './rounding.ts';

const network = createNetwork({ game: '2048', network: '0124', stages: 'largest:16', values: 'afterstate' });

interface Met {
  readonly weight: number;
  readonly size: number;
}

/** Weights of all sizes; the n-th was met 1 / n as often as the first. */
const MET: readonly Met[] = Array.from({ length: 20_000 }, (_, i) => ({
  weight: 3000 * Math.sin(12.9898 * (i + 1)),
  size: 1e6 / (i + 1),
}));

function rounding(step: number | number[], noise: number | number[]): Rounding {
  const survey = new ErrorSurvey(network, step, noise);
  for (const { weight, size } of MET) for (const stage of [0, 1]) survey.add(stage, 0, weight, size);
  return survey.rounding();
}

/** How far off the value of a board is, whose eight lookups meet weights as often as training did. */
function noiseOf(met: readonly Met[], round: (weight: number, size: number) => number): number {
  const total = met.reduce((sum, { size }) => sum + size, 0);
  const square = met.reduce((sum, { weight, size }) => sum + (size / total) * (round(weight, size) - weight) ** 2, 0);
  return Math.sqrt(8 * square);
}

describe('weights met seldom are rounded more coarsely', () => {
  test.each([20, 50, 100, 400])('so that the value of a board is off by about %i points', (noise) => {
    const round = rounding(4, noise);
    const found = noiseOf(MET, (weight, size) => round(0, 0, weight, size));
    // Steps are doubled whole times.
    expect(found).toBeGreaterThan(0.75 * noise);
    expect(found).toBeLessThan(1.25 * noise);
  });

  test('to multiples of the step, doubled at most seven times, the more the seldomer they were met', () => {
    const round = rounding(4, 60);
    const steps = MET.map(({ size }) => [4, 8, 16, 32, 64, 128, 256, 512].find((q) => round(0, 0, q, size) === q)!);
    expect(steps[0]).toBe(4);
    expect(steps.at(-1)).toBeGreaterThan(64);
    expect(steps.every((step, i) => i === 0 || step >= steps[i - 1]!)).toBe(true);
    for (const [i, { weight, size }] of MET.entries()) expect(Math.abs(round(0, 0, weight, size) % steps[i]!)).toBe(0);
  });

  test('with less noise than a uniform step gives to as many bits', () => {
    const round = rounding(4, 60);
    const bits = (weight: number): number => Math.log2(1 + Math.abs(weight));
    const spent = MET.reduce((sum, { weight, size }) => {
      const step = [4, 8, 16, 32, 64, 128, 256, 512].find((q) => round(0, 0, q, size) === q)!;
      return sum + bits(round(0, 0, weight, size) / step);
    }, 0);
    const uniform = [8, 16, 32, 64, 128, 256, 512].map((q) => ({
      bits: MET.reduce((sum, { weight }) => sum + bits(Math.round(weight / q)), 0),
      noise: noiseOf(MET, (weight) => q * Math.round(weight / q)),
    }));
    const rival = uniform.find((one) => one.bits <= spent)!;
    expect(noiseOf(MET, (weight, size) => round(0, 0, weight, size))).toBeLessThan(rival.noise / 2);
  });

  test('not at all where the step alone is off by as much', () => {
    const round = rounding(64, 10);
    for (const { weight, size } of MET) expect(round(1, 0, weight, size)).toBe(64 * Math.round(weight / 64));
  });

  test('each stage by its own step and noise', () => {
    const round = rounding([4, 32], [20, 400]);
    const [early, late] = [0, 1].map((stage) => noiseOf(MET, (weight, size) => round(stage, 0, weight, size)));
    expect(early).toBeLessThan(30);
    expect(late).toBeGreaterThan(250);
  });

  test('by as many numbers as there are stages', () => {
    expect(() => rounding(4, [1, 2, 3])).toThrow(/noise: 3 numbers for 2 stages/);
    expect(() => rounding(4, 0)).toThrow(/the noise must be above 0, not 0/);
  });
});
