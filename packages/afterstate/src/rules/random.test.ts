import { describe, expect, test } from 'vitest';
import { pick, Random, splitmix64, threshold } from './random.ts';

const outputs = (random: Random, count: number): bigint[] =>
  Array.from({ length: count }, () => {
    const { hi, lo } = random.next();
    return (BigInt(hi) << 32n) | BigInt(lo);
  });

/** The generator as its authors wrote it, on 64-bit integers. */
function reference(state: readonly bigint[]): () => bigint {
  const u64 = (x: bigint): bigint => BigInt.asUintN(64, x);
  const rotl = (x: bigint, k: bigint): bigint => u64(x << k) | (x >> (64n - k));
  let [s0, s1, s2, s3] = state as [bigint, bigint, bigint, bigint];
  return () => {
    const result = u64(rotl(u64(s1 * 5n), 7n) * 9n);
    const t = u64(s1 << 17n);
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = rotl(s3, 45n);
    return result;
  };
}

describe('random numbers', () => {
  test('xoshiro256** gives its published outputs', () => {
    expect(outputs(new Random([1n, 2n, 3n, 4n]), 10)).toEqual([
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

  test('splitmix64 gives its published outputs', () => {
    const next = splitmix64(1234567n);
    expect([next(), next(), next(), next(), next()]).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
      4593380528125082431n,
      16408922859458223821n,
    ]);
  });

  test('the halves follow the 64-bit generator for a long time', () => {
    const random = Random.forGame(2048n, 5);
    const next = reference(random.state);
    expect(outputs(random, 10_000)).toEqual(Array.from({ length: 10_000 }, next));
  });

  test("a game's stream is seeded as the kernel seeds it", () => {
    const mix = (state: bigint): bigint => splitmix64(state)();
    const words = splitmix64(mix(mix(7n) + 2n * 11n + 1n));
    expect(Random.forGame(7, 11, 1).state).toEqual([words(), words(), words(), words()]);
    // Fixed numbers, so that both sides of the contract can be checked against something that does not change.
    expect(outputs(Random.forGame(0, 0), 2)).toMatchInlineSnapshot(`
      [
        10108759220886529493n,
        17605837440599152310n,
      ]
    `);
    expect(outputs(Random.forGame(1, 2, 1), 2)).toMatchInlineSnapshot(`
      [
        10059927398720956538n,
        18044197774084081519n,
      ]
    `);
  });

  test('games, streams and seeds differ; a seed may be any 64-bit integer', () => {
    const first = [
      Random.forGame(0, 0),
      Random.forGame(0, 0, 1),
      Random.forGame(0, 1),
      Random.forGame(1, 0),
      Random.forGame(2n ** 64n - 1n, 0),
    ].map((random) => outputs(random, 1)[0]);
    expect(new Set(first).size).toBe(first.length);
    expect(outputs(Random.forGame(-1, 0), 1)[0]).toBe(first[4]);
  });

  test('a generator can be resumed from its state', () => {
    const random = Random.forGame(3, 4);
    random.next();
    expect(outputs(new Random(random.state), 3)).toEqual(outputs(random, 3));
  });

  test('a state of zeros is refused, because it would stay zero', () => {
    expect(() => new Random([0n, 0n, 0n, 0n])).toThrow('not all zero');
    expect(() => new Random([1n, 2n, 3n])).toThrow('four 64-bit words');
  });

  test('a half picks the n parts of its range in order, including the ends', () => {
    expect([0, 2 ** 30 - 1, 2 ** 30, 2 ** 31, 2 ** 32 - 1].map((half) => pick(half, 4))).toEqual([0, 0, 1, 2, 3]);
    expect(pick(2 ** 32 - 1, 16)).toBe(15);
  });

  test('the thresholds of the contract', () => {
    expect(threshold(0.1)).toBe(429496730);
    expect(threshold(1 / 21)).toBe(204522252);
    expect(threshold(0)).toBe(0);
    expect(threshold(1)).toBe(2 ** 32);
  });

  test('picks are uniform', () => {
    const random = Random.forGame(12, 0);
    const counts = Array.from({ length: 7 }, () => 0);
    for (let i = 0; i < 70_000; i++) counts[random.below(7)]!++;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(22.5); // 99.9% at 6 degrees of freedom
  });
});
