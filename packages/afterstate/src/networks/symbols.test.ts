import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Alphabet } from './symbols.ts';
import { SymbolReader, SymbolWriter } from './symbols.ts';

const alphabet: Alphabet = { symbols: 20, contexts: 5, bits: 10 };
type Event = readonly [context: number, symbol: number];

function code(events: readonly Event[], form: Alphabet): Uint8Array {
  const writer = new SymbolWriter(form);
  for (const [context, symbol] of events) writer.push(context, symbol);
  return writer.finish();
}

describe('coded symbols', () => {
  test('are read as they were written', () => {
    const event = fc.tuple(fc.nat(4), fc.oneof(fc.nat(19), fc.nat(2)));
    fc.assert(
      fc.property(fc.array(event, { maxLength: 500, size: 'max' }), fc.constantFrom(8, 10, 12), (events, bits) => {
        const form = { ...alphabet, bits };
        const reader = new SymbolReader(code(events, form), form);
        expect(events.map(([context]) => reader.next(context))).toEqual(events.map(([, symbol]) => symbol));
        expect(reader.isFinished()).toBe(true);
      }),
    );
  });

  test('take about their entropy', () => {
    // Two contexts, in each of which one symbol has 15/16: 0.337 bits per symbol.
    const events = Array.from({ length: 64000 }, (_, i): Event => [i & 1, i % 32 < 2 ? 7 : 3 + (i & 1)]);
    const entropy = (64000 * 0.3373) / 8;
    expect(code(events, alphabet).length).toBeLessThan(entropy * 1.02 + 40);
  });

  test('take no table per context if there are few', () => {
    expect(
      code(
        [
          [0, 1],
          [1, 2],
          [2, 3],
        ],
        alphabet,
      ).length,
    ).toBeLessThan(20);
  });

  test('that are damaged give an error or other symbols', () => {
    const bytes = code(
      Array.from({ length: 300 }, (_, i): Event => [i % 5, (i * i) % 20]),
      alphabet,
    );
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.nat(bytes.length), (at, value, end) => {
        const other = bytes.slice(0, end);
        other[at] = value;
        try {
          const reader = new SymbolReader(other, alphabet);
          for (let i = 0; i < 300; i++) expect(reader.next(i % 5)).toBeLessThan(256);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
