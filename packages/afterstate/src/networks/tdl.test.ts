import { describe, expect, test } from 'vitest';
import { imageOf } from './fold.ts';
import { fromHalf, toHalf } from './half.ts';
import type { Weights } from './models.testing.ts';
import { chunksOf, differences, drain, errorOf, someWeights, source, weightsOf, written } from './models.testing.ts';
import type { TdlOptions } from './tdl.ts';
import { parseNetwork } from './pattern.ts';
import { readTdl, tdlBytes, writeTdl } from './tdl.ts';

const file = (weights: Weights, options?: TdlOptions): Promise<Uint8Array> =>
  written((sink) => writeTdl(sink, weights.header, chunksOf(weights), options));

describe('a .w file', () => {
  test('of the four 6-tuples has 268,435,545 bytes', () => {
    expect(tdlBytes(parseNetwork('4x6', '2048').patterns)).toBe(268_435_545);
  });

  test('has the bytes of TDL2048', async () => {
    const weights = someWeights({ network: 'a 01' });
    weights.tables.get('0/0/weights')!.fill(0).set([1, -2], 3);
    weights.tables.get('0/1/weights')!.fill(0);
    const bytes = await file(weights);
    expect(bytes.length).toBe(tdlBytes(weights.network.patterns));
    const values = new Uint8Array(64);
    const view = new DataView(values.buffer);
    // A cell on the diagonal is its own image: its weight stands for two lookups.
    view.setFloat32(12, 0.5, true);
    view.setFloat32(16, -1, true);
    const expected = [
      [0, 2, 0, 0, 0],
      [4, 0x0a, 0, 0, 0, 1, 0, 0, 0, 4, 0, 16, 0, 0, 0, 0, 0, 0, 0, ...values, 0, 0],
      [4, 0x01, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 1, 0, 0, 0, 0, 0, 0, ...new Uint8Array(1024), 0, 0],
    ].flat();
    expect([...bytes]).toEqual(expected);
    expect([...(await file(weights, { otherName: true }))]).toEqual([0x77, ...expected]);
  });

  test.each(['012 0124', '0123 0145', '456 0 45 1256', '01248 569a'])(
    'of %s is the same bit for bit after writing and reading',
    async (network) => {
      const weights = someWeights({ network });
      const model = await readTdl(source(await file(weights)));
      expect(model.header.description).toEqual(weights.header.description);
      expect(model.header.folded).toEqual(weights.header.folded);
      expect(differences(await weightsOf(model, { entries: 777 }), weights)).toEqual([]);
    },
  );

  test('has half of a folded weight at both places that it stands for', async () => {
    const weights = someWeights({ network: '0123' });
    const folded = weights.tables.get('0/0/weights')!;
    const image = imageOf(weights.network.patterns[0]!)!;
    const bytes = await file(weights);
    const view = new DataView(bytes.buffer, 24);
    for (let i = 0; i < folded.length; i++) {
      const expected = Math.fround(folded[Math.min(i, image(i))]! / 2);
      if (view.getFloat32(4 * i, true) !== expected) expect([i, view.getFloat32(4 * i, true)]).toEqual([i, expected]);
    }
    expect(image(0x1234)).toBe(0x4321);
  });

  test('whose weights differ within a pair is read to the same sums', async () => {
    const weights = someWeights({ network: '0123' });
    const bytes = await file(weights);
    const view = new DataView(bytes.buffer, 24);
    view.setFloat32(4 * 0x1234, 10, true);
    view.setFloat32(4 * 0x4321, 4, true);
    const read = (await weightsOf(await readTdl(source(bytes)))).tables.get('0/0/weights')!;
    expect([read[0x1234], read[0x4321]]).toEqual([14, 0]);
  });

  test.each([{}, { half: true }])("is read from a Buffer of Node's, wherever that begins: %j", async (options) => {
    const weights = someWeights({ network: '012 0123' });
    const bytes = await file(weights, options);
    const expected = await weightsOf(await readTdl(source(bytes)));
    for (const at of [0, 1, 2, 3]) {
      const buffer = Buffer.alloc(bytes.length + at).subarray(at);
      buffer.set(bytes);
      expect(differences(await weightsOf(await readTdl(source(buffer))), expected)).toEqual([]);
      expect(buffer.equals(bytes)).toBe(true);
    }
  });

  test.each([NaN, Infinity])('with a weight that is %d is damaged', async (weight) => {
    for (const network of ['01', '0123']) {
      const weights = someWeights({ network });
      const bytes = await file(weights);
      new DataView(bytes.buffer).setFloat32(24 + 4 * 7, weight, true);
      expect(await errorOf(() => drain(readTdl(source(bytes))))).toContain(
        `a weight of the table ${network} is not a number`,
      );
    }
  });

  test('may be of half precision', async () => {
    const weights = someWeights({ network: '012 0123' });
    const bytes = await file(weights, { half: true });
    expect(bytes.length).toBe(tdlBytes(weights.network.patterns, { half: true }));
    const read = await weightsOf(await readTdl(source(bytes)));
    const rounded = weights.tables.get('0/0/weights')!;
    expect(read.tables.get('0/0/weights')).toEqual(fromHalf(toHalf(rounded)));
    const again = await file(read, { half: true });
    expect(Buffer.from(again).equals(Buffer.from(bytes))).toBe(true);
  });

  test('of double precision, with the blocks of TC, is read too', async () => {
    const values = Float64Array.from({ length: 16 }, (_, i) => i / 4);
    const sums = new Uint8Array(2 * 16 * 4).fill(255);
    const bytes = Uint8Array.from(
      [
        [0, 1, 0, 0, 0, 4, ...new TextEncoder().encode('4       '), 8, 0, 16, 0, 0, 0, 0, 0, 0, 0],
        [...new Uint8Array(values.buffer)],
        [4, 0, 32, 0, 0, 0, 0, 0, 0, 0, ...sums],
        [0, 0],
      ].flat(),
    );
    const model = await readTdl(source(bytes));
    expect(model.network.description).toMatchObject({ game: '2048', network: '4', stages: 'none' });
    expect((await weightsOf(model)).tables.get('0/0/weights')).toEqual(Float32Array.from(values));
  });

  test('that is cut off is refused', async () => {
    const bytes = await file(someWeights({ network: '01 2' }));
    for (let end = 6; end < bytes.length; end += 7)
      expect(await errorOf(() => drain(readTdl(source(bytes.subarray(0, end)))))).toMatch(
        /^InputError: 'test.model' is damaged: it was cut off after \d+ of \d+ bytes/,
      );
    const longer = Uint8Array.from([...bytes, 1]);
    expect(await errorOf(() => readTdl(source(longer)))).toContain('it has 1 extra bytes at its end');
  });

  test.each([
    [0, 9, 'of an unknown form, 9'],
    [5, 2, 'has a table of form 2'],
    [6, 0x11, "has a table '11', which is not a pattern of cells"],
    [12, 0x41, 'has a table'],
    [14, 3, 'the table 01 has 3 bytes per weight'],
    [16, 17, 'the table 01 has 273 weights and needs 256'],
    [1, 0, 'holds no table'],
  ])('with another byte at %d is refused', async (at, value, expected) => {
    const bytes = await file(someWeights({ network: '01' }));
    bytes[at] = value;
    expect(await errorOf(() => readTdl(source(bytes)))).toContain(expected);
  });

  test.each([
    [{ stages: 'reach:1024' }, '2 stages'],
    [{ network: '01 large empty' }, 'features (large, empty)'],
    [{ game: 'threes' as const }, 'a network for a game other than 2048'],
    [{ values: 'state' as const }, 'values of states'],
    [{ values: 'action' as const }, 'values of actions'],
  ])('cannot hold %o', async (description, what) => {
    expect(await errorOf(() => file(someWeights({ network: '01', ...description })))).toBe(
      `InputError: a .w file cannot hold ${what}; write .safetensors or .compact`,
    );
  });

  test('of half precision cannot hold large weights', async () => {
    const weights = someWeights({ network: '012' });
    weights.tables.get('0/0/weights')![5] = 70000;
    expect(await errorOf(() => file(weights, { half: true }))).toBe(
      'InputError: the weight 70000 of 012 does not fit in half precision; leave --half out',
    );
  });
});
