import { Checksum, decodeBase64, encodeBase64, GAME_NAMES, InputError } from 'afterstate';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playRandomly } from './random-game.testing.ts';
import { base64Letters, linkLetters } from './record-link.ts';
import { badLink, readReplay, type SharedGame, writeReplay } from './replay-link.ts';

const anyGame = (spec: string): fc.Arbitrary<SharedGame> =>
  fc
    .record({
      seed: fc.nat(),
      limit: fc.oneof(fc.nat(40), fc.constant(Infinity)),
      number: fc.maxSafeNat(),
      player: fc.string(),
      earlier: fc.maxSafeNat(),
      played: fc.option(fc.nat({ max: 2 ** 40 }), { nil: undefined }),
    })
    .map(({ seed, limit, number, player, earlier, played }) => ({
      record: { ...playRandomly(spec, seed, limit), gameNumber: number, player },
      earlier,
      played,
    }));

describe.each([...GAME_NAMES, '2048?four=1&start=4'])('a link to a game of %s', (spec) => {
  it('has the whole game, and only characters that addresses leave unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(anyGame(spec), async (shared) => {
        const text = await writeReplay(shared);
        expect(text).toMatch(/^[\w-]+$/);
        expect(await readReplay(text)).toEqual(shared);
      }),
      { numRuns: 40 },
    );
  });

  it('that lost its end or had a character changed is refused, or is still the same game', async () => {
    const shared = { record: playRandomly(spec, 1), earlier: 0, played: 1_700_000_000 };
    const text = await writeReplay(shared);
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom(...'Az09-_'), async (at, letter) => {
        await expect(readReplay(text.slice(0, at))).rejects.toThrow(InputError);
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        // The last deflated byte has bits that mean nothing.
        const read = await readReplay(changed).catch((error: unknown) => error);
        if (!(read instanceof InputError)) expect(read).toEqual(shared);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a link', () => {
  const record = playRandomly('2048', 3);

  it('is shorter than its plies in base64 would be', async () => {
    const text = await writeReplay({ record, earlier: 0, played: undefined });
    expect(text.length).toBeLessThan((4 / 3) * record.moves + 60);
  });

  it('is also written and read if the browser cannot compress', async () => {
    const { CompressionStream: had } = globalThis;
    const shared = { record, earlier: 0, played: undefined };
    try {
      Reflect.deleteProperty(globalThis, 'CompressionStream');
      const plain = await writeReplay(shared);
      expect(await readReplay(plain)).toEqual(shared);
    } finally {
      globalThis.CompressionStream = had;
    }
  });

  it('that inflates to more than a game has is refused', async () => {
    const zeros = new Blob([new Uint8Array(20_000_000)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = Uint8Array.of(2, ...new Uint8Array(await new Response(zeros).arrayBuffer()));
    await expect(readReplay(linkLetters(encodeBase64(bytes)))).rejects.toThrow('it holds more than any game has');
  });

  it('with a right checksum and a wrong game is refused by the rules', async () => {
    const { CompressionStream: had } = globalThis;
    try {
      Reflect.deleteProperty(globalThis, 'CompressionStream');
      const packed = decodeBase64(base64Letters(await writeReplay({ record, earlier: 0, played: undefined })))!;
      // The last tile on an occupied cell.
      packed[packed.length - 1]! ^= 0b111100;
      const digits = new Checksum().update(packed.subarray(5)).digest();
      packed.set(
        digits.match(/../g)!.map((byte) => Number.parseInt(byte, 16)),
        1,
      );
      await expect(readReplay(linkLetters(encodeBase64(packed)))).rejects.toThrow('breaks the rules');
    } finally {
      globalThis.CompressionStream = had;
    }
  });

  it.each([
    ['', 'it was cut off or changed on its way; ask for it again'],
    ['?', 'it was cut off or changed on its way; ask for it again'],
    ['CQAA', 'it was changed on its way, or comes from a newer version of the app'],
  ])('that is "%s" says what is wrong in a sentence', async (text, why) => {
    const said = await readReplay(text).catch(badLink);
    expect(said).toBe(`This link does not open a game: ${why}.`);
  });
});
