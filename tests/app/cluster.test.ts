// Workers and work of a Redis, on the Runs page of the server that uses it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { redisAddress } from '../../packages/lab/dist/jobs/redis-address.js';
import { freePort, type RedisServer, startRedis } from '../../scripts/redis.mjs';
import { startWorker } from '../jobs.testing.ts';
import { SOON, visits } from './visit.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterstate-cluster-'));
const port = await freePort();
const redis = await redisAddress({ redis: `redis://127.0.0.1:${port}` });
let server: RedisServer;

beforeAll(async () => {
  server = await startRedis(folder, { port });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});
// After the lines above: what is set up last is closed first.
const app = visits({ light: true, runs: folder, redis: redis! });

it('shows workers as they come and go', async () => {
  const visit = await app.visit({ hash: '#/runs' });
  const { page } = visit;
  await page.getByText(`${redis!.shown}: 0 workers`).waitFor();
  const worker = await startWorker(folder, server.url, 'rigel');
  await page.getByRole('rowheader', { name: worker.id }).waitFor();
  expect(await page.getByRole('table', { name: 'Workers' }).textContent()).toContain('waiting');
  expect(await visit.seriousFindings()).toEqual([]);
  worker.child.kill('SIGTERM');
  await expect.poll(() => page.getByRole('table', { name: 'Workers' }).count(), SOON).toBe(0);
});
