import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Checksum } from './checksum.ts';

const digest = (bytes: Uint8Array): string => new Checksum().update(bytes).digest();
const ascii = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the checksum', () => {
  test.each([
    ['', '02cc5d05'],
    ['a', '550d7456'],
    ['abc', '32d153ff'],
    ['Nobody inspects the spammish repetition', 'e2293b2f'],
  ])('of %j is the one that XXH32 is published with', (text, expected) => {
    expect(digest(ascii(text))).toBe(expected);
  });

  test('does not depend on how the bytes are cut or aligned', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(40)), fc.nat(3), (bytes, cuts, shift) => {
        const moved = new Uint8Array(bytes.length + shift);
        moved.set(bytes, shift);
        const whole = moved.subarray(shift);
        const checksum = new Checksum();
        let at = 0;
        for (const cut of cuts) {
          checksum.update(whole.subarray(at, at + cut));
          at += Math.min(cut, whole.length - at);
        }
        expect(checksum.update(whole.subarray(at)).digest()).toBe(digest(bytes));
      }),
    );
  });

  test('of zeros can be computed without them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.nat(100), fc.uint8Array({ maxLength: 40 }), (a, zeros, b) => {
        const long = new Checksum().update(a).update(new Uint8Array(zeros)).update(b);
        expect(new Checksum().update(a).zeros(zeros).update(b).digest()).toBe(long.digest());
      }),
    );
  });

  test('detects every single flipped bit', () => {
    const bytes = Uint8Array.from({ length: 70 }, (_, i) => i * i);
    const seen = new Set([digest(bytes)]);
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const flipped = bytes.slice();
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      seen.add(digest(flipped));
    }
    expect(seen.size).toBe(8 * bytes.length + 1);
  });
});
