// Files of named tensors come back as they were written, and no damage to one goes unnoticed.

import { expect, test } from 'vitest';
import { MemorySink, memorySource } from './model.ts';
import type { NamedTensor } from './tensors.ts';
import { readTensors, writeTensors } from './tensors.ts';

const TENSORS: NamedTensor[] = [
  { name: 'one.weights', shape: [2, 3], values: Float32Array.of(1, -2, 3.5, 0, -0, 1e-30) },
  { name: 'one.biases', shape: [3], values: Float32Array.of(7, 8, 9) },
  { name: 'count', shape: [], values: Float32Array.of(42) },
];

async function file(): Promise<Uint8Array> {
  const sink = new MemorySink();
  await writeTensors(sink, { format: 'test', note: 'ünï' }, TENSORS);
  return sink.bytes().slice();
}

test('tensors and their metadata come back', async () => {
  const { metadata, tensors } = await readTensors(memorySource('a', await file()));
  expect(tensors).toEqual(TENSORS);
  expect(metadata.get('format')).toBe('test');
  expect(metadata.get('note')).toBe('ünï');
});

test('every flipped bit is an error that names the file', async () => {
  const bytes = await file();
  for (let i = 0; i < bytes.length; i++) {
    const wrong = bytes.slice();
    wrong[i]! ^= 1 << (i % 8);
    await expect(readTensors(memorySource('a.safetensors', wrong)), `byte ${i}`).rejects.toThrow("'a.safetensors'");
  }
});

test('a file that was cut off says after how many bytes', async () => {
  const bytes = await file();
  await expect(readTensors(memorySource('a', bytes.subarray(0, bytes.length - 5)))).rejects.toThrow(
    `it was cut off after ${bytes.length - 5} of ${bytes.length} bytes`,
  );
  await expect(readTensors(memorySource('a', bytes.subarray(0, 4)))).rejects.toThrow('it has only 4 bytes');
});
