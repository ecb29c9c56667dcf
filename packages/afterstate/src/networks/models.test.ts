// What holds for every form of this project's model files, and what each says about a file that is damaged or not its own.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeCompact } from './compact.ts';
import type { ModelHeader, ModelSink, WeightChunk } from './model.ts';
import { memorySource } from './model.ts';
import type { Weights } from './models.testing.ts';
import {
  chunksOf,
  differences,
  drain,
  errorOf,
  sameBits,
  someWeights,
  source,
  weightsOf,
  written,
} from './models.testing.ts';
import { readAnyModel, readModel } from './read-model.ts';
import { readSafetensors, safetensorsBytes, writeSafetensors } from './safetensors.ts';
import { writeTdl } from './tdl.ts';

type Write = (sink: ModelSink, header: ModelHeader, chunks: Iterable<WeightChunk>) => Promise<unknown>;

const FORMS: readonly { form: 'safetensors' | 'compact'; write: Write; shipped: (weight: number) => number }[] = [
  { form: 'safetensors', write: writeSafetensors, shipped: (weight) => weight },
  {
    form: 'compact',
    write: (sink, header, chunks) => writeCompact(sink, header, chunks, { step: 3.5 }),
    // The documented quantisation; a negative zero is not kept.
    shipped: (weight) => Math.fround(3.5 * Math.round(weight / 3.5)) + 0,
  },
];

const DESCRIPTIONS = [
  { network: '012 0145 0124' },
  { network: '0123 45 8 large empty' },
  { network: '0124', stages: 'reach:1024,1024+512' },
  { network: '012 distinct merge double', stages: 'tiles:2048,1024', values: 'state' as const },
  { network: '012 01', values: 'action' as const },
  { game: 'threes' as const, network: '012h 0123h 05' },
  { game: 'threes' as const, network: '012h large', stages: 'reach:192', values: 'state' as const },
];

function shippedAs({ tables, ...rest }: Weights, shipped: (weight: number) => number): Weights {
  return { ...rest, tables: new Map([...tables].map(([name, weights]) => [name, weights.map(shipped)])) };
}

describe.each(FORMS)('a model file ($form)', ({ form, write, shipped }) => {
  const bytesOf = (weights: Weights): Promise<Uint8Array> =>
    written((sink) => write(sink, weights.header, chunksOf(weights)));

  test.each(DESCRIPTIONS)('holds $game $network $stages $values', async (description) => {
    const weights = someWeights(description);
    const model = await readModel(source(await bytesOf(weights)));
    expect(model.form).toBe(form);
    expect(model.header).toEqual(weights.header);
    const read = await weightsOf(model);
    expect(differences(read, shippedAs(weights, shipped))).toEqual([]);
  });

  test('holds any weights, in chunks of any size', async () => {
    const small = fc.float({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(255), small), { maxLength: 60 }),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 300 }),
        async (list, writing, reading) => {
          const weights = someWeights({ network: '01' });
          const table = weights.tables.get('0/0/weights')!.fill(0);
          for (const [i, weight] of list) table[i] = weight;
          const bytes = await written((sink) => write(sink, weights.header, chunksOf(weights, writing)));
          const read = await weightsOf(await readModel(source(bytes)), { entries: reading });
          expect(differences(read, shippedAs(weights, shipped))).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('holds a network of zeros', async () => {
    const weights = someWeights({ network: '01' });
    weights.tables.get('0/0/weights')!.fill(0);
    const read = await weightsOf(await readModel(source(await bytesOf(weights))));
    expect(differences(read, weights)).toEqual([]);
  });

  test('may have any text in its provenance', async () => {
    const weights = someWeights({ network: '01' });
    const provenance = { note: 'Jaśkowski „2018“ \u0000 \\"checksum":"12345678"', nested: { checksum: '12345678' } };
    const header = { ...weights.header, provenance };
    const bytes = await written((sink) => write(sink, header, chunksOf(weights)));
    const model = await readModel(source(bytes));
    expect(model.header.provenance).toEqual(provenance);
    await drain(Promise.resolve(model));
  });

  test('is read from memory that is not aligned', async () => {
    const weights = someWeights({ network: '012' });
    const bytes = await bytesOf(weights);
    const moved = new Uint8Array(bytes.length + 1);
    moved.set(bytes, 1);
    const read = await weightsOf(await readModel(memorySource('moved', moved.subarray(1))));
    expect(differences(read, shippedAs(weights, shipped))).toEqual([]);
  });

  test("is read from a Buffer of Node's, which stays as it is", async () => {
    const weights = someWeights({ network: '012' });
    const bytes = await bytesOf(weights);
    for (const at of [0, 1]) {
      const buffer = Buffer.alloc(bytes.length + at).subarray(at);
      buffer.set(bytes);
      for (let times = 0; times < 2; times++) {
        const read = await weightsOf(await readModel(memorySource('buffer', buffer)));
        expect(differences(read, shippedAs(weights, shipped))).toEqual([]);
      }
      expect(buffer.equals(bytes)).toBe(true);
    }
  });

  test('reports how far it has been read', async () => {
    const bytes = await bytesOf(someWeights({}));
    const calls: [number, number][] = [];
    await weightsOf(await readModel(source(bytes)), { entries: 1024, onProgress: (...call) => calls.push(call) });
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.every(([done], i) => i === 0 || done > calls[i - 1]![0])).toBe(true);
    expect(calls.at(-1)).toEqual([bytes.length, bytes.length]);
  });

  test('that is cut off anywhere is refused', async () => {
    const bytes = await bytesOf(someWeights({ network: '01 empty' }));
    for (let end = 0; end < bytes.length; end += end < 64 || end > bytes.length - 20 ? 1 : 37) {
      const message = await errorOf(() => drain(readModel(source(bytes.subarray(0, end)))));
      expect(message).toMatch(/^InputError: 'test.model' (is empty|is not a model|is damaged)/);
    }
    const message = await errorOf(() => readModel(source(bytes.subarray(0, bytes.length - 3))));
    expect(message).toBe(
      `InputError: 'test.model' is damaged: it was cut off after ${bytes.length - 3} of ${bytes.length} bytes; download it again`,
    );
  });

  test('that is too long is refused', async () => {
    const bytes = await bytesOf(someWeights({ network: '01' }));
    const longer = new Uint8Array(bytes.length + 5);
    longer.set(bytes);
    expect(await errorOf(() => readModel(source(longer)))).toContain('it has 5 extra bytes at its end');
  });

  test('with a flipped bit anywhere is refused', async () => {
    const bytes = await bytesOf(someWeights({ network: '01' }));
    for (let at = 0; at < bytes.length; at++) {
      const flipped = bytes.slice();
      flipped[at]! ^= 1 << (at % 8);
      expect(await errorOf(() => drain(readModel(source(flipped))))).toMatch(/^InputError: 'test.model'/);
    }
    const flipped = bytes.slice();
    flipped[bytes.length - 9]! ^= 16;
    expect(await errorOf(() => drain(readModel(source(flipped))))).toMatch(
      /is damaged: its checksum is [0-9a-f]{8} and should be [0-9a-f]{8}; download it again$/,
    );
  });

  test('of another game is refused', async () => {
    const bytes = await bytesOf(someWeights({ network: '01' }));
    expect(await errorOf(() => readModel(source(bytes), 'threes'))).toBe(
      "InputError: 'test.model' is a model of 2048, and the game is threes",
    );
    expect((await readModel(source(bytes), '2048')).network.description.network).toBe('01');
  });
});

describe('a safetensors file', () => {
  test('keeps the sums of temporal coherence on request', async () => {
    const weights = someWeights({ network: '012 large', stages: 'reach:1024' }, { coherent: true });
    const bytes = await written((sink) =>
      writeSafetensors(sink, weights.header, chunksOf(weights), { coherent: true }),
    );
    expect(bytes.length).toBe(safetensorsBytes(weights.header, true));
    const model = await readModel(source(bytes));
    expect(model.coherent).toBe(true);
    expect(differences(await weightsOf(model, { coherence: true }), weights)).toEqual([]);
    const plain = await weightsOf(model);
    expect(differences(plain, weights)).toEqual(
      [...weights.tables.keys()].filter((name) => name.endsWith('coherence')),
    );
  });

  test('leaves coherence out by default', async () => {
    const weights = someWeights({ network: '012' }, { coherent: true });
    const bytes = await written((sink) => writeSafetensors(sink, weights.header, chunksOf(weights)));
    expect(bytes.length).toBe(safetensorsBytes(weights.header, false));
    expect((await readModel(source(bytes))).coherent).toBe(false);
  });

  test('has tensors that any reader of safetensors finds', async () => {
    const weights = someWeights({ game: 'threes', network: '012h 05 large', stages: 'reach:192' });
    const bytes = await written((sink) => writeSafetensors(sink, weights.header, chunksOf(weights)));
    const length = Number(new DataView(bytes.buffer).getBigUint64(0, true));
    expect((8 + length) % 64).toBe(0);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)));
    expect(header['0/012h']).toEqual({ dtype: 'F32', shape: [4, 16, 16, 16], data_offsets: [0, 65536] });
    expect(header['1/large'].shape).toEqual([8, 8, 8, 8, 8]);
    expect(header['__metadata__']).toMatchObject({
      format: 'afterstate-model',
      version: '1',
      game: 'threes',
      folded: '05',
    });
    // The first listed cell is the last dimension: weight [hint][c][b][a] of 012h.
    const [begin] = header['1/012h'].data_offsets;
    const entry = ((2 * 16 + 7) * 16 + 5) * 16 + 3;
    const weight = new DataView(bytes.buffer).getFloat32(8 + length + begin + 4 * entry, true);
    expect(weight).toBe(weights.tables.get('1/0/weights')![2 * 4096 + 3 + 5 * 16 + 7 * 256]);
  });

  test('can be converted to a compact one and back', async () => {
    const weights = someWeights({ stages: 'reach:1024' });
    const first = await written((sink) => writeSafetensors(sink, weights.header, chunksOf(weights)));
    const model = await readModel(source(first));
    const compact = await written((sink) => writeCompact(sink, model.header, model.chunks(), { step: 2 }));
    const small = await readModel(source(compact));
    expect(small.step).toBe(2);
    const second = await written((sink) => writeSafetensors(sink, small.header, small.chunks()));
    const shipped = shippedAs(weights, (weight) => 2 * Math.round(weight / 2) + 0);
    expect(differences(await weightsOf(await readModel(source(second))), shipped)).toEqual([]);
  });

  test('takes chunks only in the order of the file', async () => {
    const weights = someWeights({});
    const chunks = [...chunksOf(weights)];
    expect(await errorOf(() => written((sink) => writeSafetensors(sink, weights.header, chunks.toReversed())))).toMatch(
      /^Error: a chunk of stage 0, table \d.* has no place in the model$/,
    );
  });

  test('does not write what other threads change in the meantime', async () => {
    const weights = someWeights({ network: '01' });
    const shared = new Float32Array(new SharedArrayBuffer(1024)).fill(1);
    const chunks: WeightChunk[] = [{ stage: 0, table: 0, part: 'weights', start: 0, values: shared }];
    const bytes = await written(async (sink) => {
      const writing = writeSafetensors(
        {
          write: async (part) => {
            shared.fill(2);
            await sink.write(part);
          },
          skip: (length) => sink.skip(length),
          patch: (offset, part) => sink.patch(offset, part),
        },
        weights.header,
        chunks,
      );
      await writing;
    });
    await drain(readModel(source(bytes)));
  });

  test.each([
    ['a missing tensor', '"0/01"', '"0/02"', 'the tensor 0/01 is missing'],
    ['another type', '"F32"', '"F16"', 'the tensor 0/01 is of F16, not F32'],
    ['another shape', '[16,16]', '[16,17]', 'the tensor 0/01 has the shape [16,17] and needs [16,16]'],
    ['another place', '[0,1024]', '[4,1028]', 'the tensor 0/01 is at [4,1028] and should be at [0,1024]'],
    ['another version', '"version":"1"', '"version":"2"', 'is a model of version 2, but this program reads version 1'],
    ['another format', 'afterstate-model', 'elsewhere-model-', 'is not a model of afterstate'],
    ['a foreign game', '"game":"2048"', '"game":"4096"', "has '4096' for its game; this program knows 2048, threes"],
    ['a wrong pattern', '"network":"01"', '"network":"00"', "the pattern '00' names a cell twice"],
    ['a wrong tile', '"trainedLargest":"11"', '"trainedLargest":"xx"', "its largest tile 'xx' is not an exponent"],
    ['no values', '"values"', '"velues"', 'its header has no values'],
    ['no JSON', '{"__metadata__"', '["__metadata__"', "'test.model' is not a model"],
    ['half a JSON', '}}', '} ', 'its header is not JSON'],
    ['no checksum', '"checksum":"', '"checksum":-', 'its header is not JSON'],
  ])('with %s is refused', async (_, from, to, expected) => {
    const weights = someWeights({ network: '01' });
    const bytes = await written((sink) => writeSafetensors(sink, weights.header, chunksOf(weights)));
    expect(await errorOf(() => drain(readModel(source(replaced(bytes, from, to)))))).toContain(expected);
  });

  test('with a folded pattern that cannot be folded is refused', async () => {
    const weights = someWeights({ network: '05' });
    const bytes = await written((sink) => writeSafetensors(sink, weights.header, chunksOf(weights)));
    const other = replaced(bytes, '"folded":"05"', '"folded":"06"');
    expect(await errorOf(() => readModel(source(other)))).toContain(
      "'06' is not a pattern of its network that can be folded",
    );
  });

  test('with a header of impossible length is refused', async () => {
    const bytes = new Uint8Array(100).fill(0x7b);
    new DataView(bytes.buffer).setBigUint64(0, 200_000_000n, true);
    expect(await errorOf(() => readModel(source(bytes)))).toContain('its header of 200000000 bytes is too long');
    expect(await errorOf(() => readSafetensors(source(bytes)))).toContain('its header of 200000000 bytes is too long');
  });
});

describe('a compact file', () => {
  const compact = async (): Promise<Uint8Array> => {
    const weights = someWeights({ network: '01', stages: 'reach:1024' });
    return written((sink) => writeCompact(sink, weights.header, chunksOf(weights), { step: 2 }));
  };

  test('has a step for each stage if they are given, and says what all weights are multiples of', async () => {
    const weights = someWeights({ stages: 'reach:1024' });
    const write = (step: number[]) =>
      written((sink) => writeCompact(sink, weights.header, chunksOf(weights), { step }));
    const model = await readModel(source(await write([6, 4])));
    expect(model.step).toBe(2);
    const found = await weightsOf(model);
    for (const [name, table] of shippedAs(weights, (weight) => weight).tables) {
      if (!name.endsWith('weights')) continue;
      const step = name.startsWith('0/') ? 6 : 4;
      const expected = table.map((weight) => step * Math.round(weight / step) + 0);
      expect(sameBits(found.tables.get(name)!, expected)).toBe(true);
    }
    expect((await readModel(source(await write([0.5, 0.75])))).step).toBe(0.75);
    expect(await errorOf(() => write([1, 2, 3]))).toContain('step: 3 numbers for 2 stages');
    expect(await errorOf(() => write([1, -2]))).toContain('the step must be above 0, not -2');
  });

  test('says what happened to the weights', async () => {
    const weights = someWeights({ network: '01' });
    const table = weights.tables.get('0/0/weights')!.fill(0);
    table.set([0.4, 0.5, -0.5, -0.6, 3], 10);
    let said: unknown;
    await written(async (sink) => {
      said = await writeCompact(sink, weights.header, chunksOf(weights), { step: 1 });
    });
    expect(said).toEqual({ step: 1, before: 5, after: 3 });
  });

  test.each([
    [
      'another version',
      'compact 2',
      'compact 3',
      'is a compact model of version 3, but this program reads versions 1 and 2',
    ],
    ['half a first line', 'compact 2', 'compact x', 'its first line is incomplete'],
    ['a stage too many', '[1,0,0,256,', '[2,0,0,256,', 'block 1 in its header has no place in the network'],
    ['an entry too many', '[1,0,0,256,', '[1,0,1,256,', 'block 1 in its header has no place in the network'],
    ['a block twice', '[1,0,0,256,', '[0,0,0,256,', 'block 1 in its header has no place in the network'],
    ['no step', '[0,0,0,256,2,', '[0,0,0,256,0,', 'block 0 in its header has no place in the network'],
    ['no numbers', '[0,0,0,256,2,', '[0,0,0,256,2e', 'block 0 in its header is not seven numbers'],
    ['no blocks', '"blocks"', '"blacks"', 'its header lists no blocks'],
  ])('with %s is refused', async (_, from, to, expected) => {
    const bytes = replaced(await compact(), from, to);
    expect(await errorOf(() => drain(readModel(source(bytes))))).toContain(expected);
  });

  test.each([
    [1e9, 1, 'the weight 1000000000 of 01 is too large for steps of 1; choose steps of more than 59.6'],
    [NaN, 1, 'a weight of 01 is not a number'],
    [1, 0, 'the step must be above 0, not 0'],
    [1, Infinity, 'the step must be above 0, not Infinity'],
  ])('is not made of %d by steps of %d', async (weight, step, expected) => {
    const weights = someWeights({ network: '01' });
    weights.tables.get('0/0/weights')![7] = weight;
    const work = () => written((sink) => writeCompact(sink, weights.header, chunksOf(weights), { step }));
    expect(await errorOf(work)).toContain(expected);
  });
});

describe('a file that is not a model', () => {
  const bytes = (text: string): Uint8Array => Uint8Array.from(text.padEnd(100, '.'), (c) => c.charCodeAt(0));

  test.each([
    [new Uint8Array(0), 'is empty, so it is not a model'],
    [new Uint8Array(100), 'is not a model; models are .safetensors or .compact files that afterstate wrote'],
    [new Uint8Array(3), 'is not a model'],
    [bytes('PK\x03\x04'), 'is a zip archive, such as PyTorch writes; models are'],
    [bytes('\x80\x02'), 'is a pickle, such as older PyTorch writes; models are'],
    [bytes('\x1f\x8b'), 'is compressed by gzip; unpack it first'],
    [bytes('\x93NUMPY'), 'is a NumPy array; models are'],
    [bytes('version https://git-lfs.github.com/spec/v1'), 'fetch that file with git lfs pull'],
    [bytes('<!doctype html>'), 'is a page of HTML or XML'],
    [bytes('{"a": 1}'), 'is a JSON file'],
  ])('is told what it is (%#)', async (content, expected) => {
    expect(await errorOf(() => readModel(source(content)))).toContain(
      `InputError: 'test.model' ${expected}`.slice(0, 24),
    );
    expect(await errorOf(() => readModel(source(content)))).toContain(expected);
  });

  test('but foreign safetensors is named as such', async () => {
    const json = '{"__metadata__":{"format":"pt"},"weight":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}}';
    const file = new Uint8Array(8 + json.length + 4);
    file[0] = json.length;
    file.set(new TextEncoder().encode(json), 8);
    expect(await errorOf(() => readModel(source(file)))).toContain('is not a model of afterstate');
  });

  test('but TDL2048’s comes with advice to convert it', async () => {
    const weights = someWeights({ network: '01' });
    const file = await written((sink) => writeTdl(sink, weights.header, chunksOf(weights)));
    expect(await errorOf(() => readModel(source(file, 'a.w')))).toBe(
      "InputError: 'a.w' is a .w file of TDL2048; convert it first: afterstate convert a.w a.safetensors",
    );
    expect((await readAnyModel(source(file, 'a.w'))).form).toBe('tdl');
  });

  test('is refused, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (content) => {
        expect(await errorOf(() => readAnyModel(source(content)))).toMatch(/^InputError: 'test.model' /);
      }),
    );
  });
});

/** The bytes with the first occurrence of a text replaced by another of the same length. */
function replaced(bytes: Uint8Array, from: string, to: string): Uint8Array {
  expect(to.length).toBe(from.length);
  const at = Buffer.from(bytes).indexOf(from);
  expect(at).toBeGreaterThanOrEqual(0);
  const other = bytes.slice();
  other.set(new TextEncoder().encode(to), at);
  return other;
}
