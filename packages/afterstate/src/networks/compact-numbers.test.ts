import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BlockReader, encodeBlock } from './compact-block.ts';
import { sameBits } from './models.testing.ts';

function decoded(bytes: Uint8Array, entries: number, form: 1 | 2): Int32Array {
  const weights = new Float32Array(entries);
  const reader = new BlockReader(bytes, entries, form);
  reader.read(1, weights);
  reader.finish();
  return Int32Array.from(weights);
}

/** Numbers of one size, as neighbours in a table have, with gaps. */
function table(entries: number): Int32Array {
  let state = 1;
  return Int32Array.from({ length: entries }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const size = 1024 + (state >>> 22);
    return (state >>> 19) & 1 ? 0 : (state >>> 20) & 1 ? -size : size;
  });
}

describe('the numbers of a block', () => {
  test('come back whatever powers of two divide them', () => {
    const number = fc
      .tuple(fc.integer({ min: -(2 ** 12), max: 2 ** 12 }), fc.nat(12))
      .map(([odd, twos]) => odd * 2 ** twos);
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 600, size: 'max' }), (list) => {
        const numbers = Int32Array.from(list);
        expect(decoded(encodeBlock(numbers), numbers.length, 2)).toEqual(numbers);
      }),
    );
  });

  test('take fewer bytes where they were rounded to multiples of eight, by three bits each', () => {
    const numbers = table(16 ** 5);
    const rounded = numbers.map((v) => 8 * Math.round(v / 8));
    const [fine, coarse] = [numbers, rounded].map((all) => encodeBlock(all).length);
    const bits = (8 * (fine! - coarse!)) / numbers.filter((v) => v !== 0).length;
    expect(bits).toBeGreaterThan(2.8);
    expect(bits).toBeLessThan(3.2);
  });

  test('take fewer bytes where only some parts of a table were rounded', () => {
    const numbers = table(16 ** 5);
    const rounded = numbers.map((v, i) => (i < 8 * 16 ** 4 ? v : 16 * Math.round(v / 16)));
    const [fine, coarse] = [numbers, rounded].map((all) => encodeBlock(all).length);
    const bits = (8 * (fine! - coarse!)) / numbers.filter((v) => v !== 0).length;
    expect(bits).toBeGreaterThan(1.7);
  });

  test('of form 1, as older files have them, are read', () => {
    const numbers = Int32Array.from({ length: 1024 }, (_, i) =>
      i % 9 > 2 ? 0 : i % 5 === 0 ? (((i * 7919) % 4001) - 2000) * 97 : ((i * i) % 23) - 11,
    );
    expect(sameBits(decoded(Buffer.from(OF_FORM_1, 'base64'), 1024, 1), numbers)).toBe(true);
  });
});

/** The numbers above, as version 0.1.0 wrote them before form 2. */
const OF_FORM_1 =
  '3wAAAAEBAACKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAANEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAOoCdgAAbQACSHYAAlsAAFJIAAaACAANgAgAC4AIuQUABscCAAKACAAAgAiACAAOgAjUz6dI6qfkI4NlwDKA7bnOVNcdCJi8oLcCsq7j5x0eXi2fWe9scy9LPPhDw6UqAAAAAAAAAAAAigEAAI8BjwEAAI8BAAGPAZABAAGKAZABAACKAQAAkAEAAJABAABIAEcGAAAGAAAMBgwAAQYeDAAAHhI2GCRIWs33YXk4D6KeF8o9NpT/w0blOuitO9As3PryI8Soo5IFPpvyo1EII07OKR6R5/FUjsFxSrpGo5WVKnBTPSdj4xteu/Mo0rk/kos8pCRYPG/tY9UIsMtt7SBIwsTRYU7mFmIs81KeXrKml/iWr89mhW6fvLafD5dkNrxbsv8jP3/CEZIpjvREYsnmkWenzAcGVzjLozDKLyYfOoMjnbGvgUeYgIRCe1+KN3VMmumzyROp1FwrTOGyTA2f62R3NGFBBB+If7nDYlSArIw7QKhJvk/FJR1clN39Fo5J/kQeOYHvTuJjd1HKH/Yn94iS6pky9jOhp8FzXbfnizssp4OUdCqKQ5lvE9lOQ6/kBwVyh7eEDlMRxTEdmsFsBHQaORflZWdraTNUSAwkgtCQZ5/ep+e9FGfTobwcrgU=';
