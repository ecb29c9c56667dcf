import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BlockReader, encodeBlock, LARGEST_NUMBER, SLICE_ENTRIES } from './compact-block.ts';
import { sameBits } from './models.testing.ts';

function decode(bytes: Uint8Array, step: number, entries: number): Float32Array {
  const weights = new Float32Array(entries).fill(99);
  const reader = new BlockReader(bytes, entries);
  let count = 0;
  for (let at = 0; at < entries; at += SLICE_ENTRIES) {
    const slice = weights.subarray(at, at + SLICE_ENTRIES);
    const found = reader.read(step, slice);
    if (found === 0) {
      expect(slice.every((weight) => weight === 99)).toBe(true);
      slice.fill(0);
    }
    count += found;
  }
  reader.finish();
  expect(count).toBe(weights.filter((weight) => weight !== 0).length);
  return weights;
}

function again(numbers: Int32Array): Int32Array {
  return Int32Array.from(decode(encodeBlock(numbers), 0.5, numbers.length), (weight) => 2 * weight);
}

describe('a block', () => {
  test('holds any numbers', () => {
    const number = fc.oneof(
      { weight: 4, arbitrary: fc.constant(0) },
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: -LARGEST_NUMBER, max: LARGEST_NUMBER }),
    );
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 600, size: 'max' }), (list) => {
        const numbers = Int32Array.from(list);
        expect(again(numbers)).toEqual(numbers);
      }),
    );
  });

  test('holds numbers that are far apart, at its ends, and dense', () => {
    const numbers = new Int32Array(3 * 16 ** 5);
    for (const at of [0, 1, 15, 16, 4095, 65536, 999999, 16 ** 5, 3 * 16 ** 5 - 1])
      numbers[at] = at % 2 ? LARGEST_NUMBER : -LARGEST_NUMBER;
    for (let i = 300000; i < 340000; i++) numbers[i] = ((i * 7919) % 201) - 100;
    expect(sameBits(again(numbers), numbers)).toBe(true);
  });

  test('of few numbers takes few bytes', () => {
    const numbers = new Int32Array(16 ** 5);
    numbers[123456] = 5;
    expect(encodeBlock(numbers).length).toBeLessThan(220);
  });

  test('does not change what it is made from', () => {
    const numbers = Int32Array.from({ length: 256 }, (_, i) => (i % 3) - 1);
    const before = numbers.slice();
    encodeBlock(numbers);
    expect(numbers).toEqual(before);
  });

  test('that is damaged gives an error or other numbers, but never hangs', () => {
    const bytes = encodeBlock(Int32Array.from({ length: 4096 }, (_, i) => (i % 5 ? 0 : (i * i) % 301)));
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, end) => {
        const other = bytes.slice(0, end);
        other[at] = value;
        try {
          decode(other, 1, 4096);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
