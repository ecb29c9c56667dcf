// Workers, coordinators and Redis die while jobs are done; nothing is lost, and no existing result is computed twice.
// `node bench/chaos-jobs.mjs` runs fifty of these rounds.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chaosRound, type Prepared, prepareChaos } from '../bench/chaos-jobs.mjs';
import { BUNDLED } from './command.testing.ts';

let folder: string;
let prepared: Prepared;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-chaos-'));
  prepared = await prepareChaos(folder, BUNDLED);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([101, 102, 103])('round %i ends with the results of an undisturbed run', async (seed) => {
  expect(await chaosRound(folder, prepared, seed)).toMatchObject({ round: seed, results: 60 });
});
