// Whatever fuzzing has found stays found: each input of tests/fuzz-found is tried again. Fuzzing then continues for a moment, always with
// the same inputs; `npm run fuzz -- --minutes N` runs for longer, and saves what it finds here.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fuzz, tryCases } from '../bench/fuzz/fuzz.mjs';

const FOUND = fileURLToPath(new URL('fuzz-found/', import.meta.url));
const cases = readdirSync(FOUND).map((name) => join(FOUND, name));

test('inputs that once caused trouble are refused in one line, or accepted', async () => {
  expect(cases.length).toBeGreaterThan(0);
  expect(await tryCases(cases)).toEqual(cases.map((path) => ({ path, problem: null })));
});

test('ten seconds of fuzzing find nothing', async () => {
  const { problems, targets, inputs, isFlat } = await fuzz({ ms: 10_000, seed: 2048 });
  expect(problems).toEqual([]);
  expect(isFlat).toBe(true);
  expect(inputs).toBeGreaterThan(500);
  for (const [target, count] of Object.entries(targets))
    expect({ target, tried: count > 0 }).toEqual({ target, tried: true });
});
