import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE, visits, SOON } from './visit.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterstate-runs-'));
const run = join(folder, '2048__tc__5x4__s1__20260101T000000Z');
const app = visits({ runs: folder });

beforeAll(() => {
  const command = fileURLToPath(new URL('../../packages/lab/bin/afterstate.mjs', import.meta.url));
  const args = ['train', '--network', '5x4', '--method', 'tc', '--games', '3000', '--threads', '1', '--out', run];
  const { status, stderr } = spawnSync(process.execPath, [command, ...args], { encoding: 'utf8' });
  expect(stderr.split('\n').at(-2) ?? '', `status ${status}`).not.toMatch(/^afterstate: /);
  expect(status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a run of the machine that serves the app', () => {
  it('is listed, shown with its curves, and its network plays', async () => {
    const visit = await app.visit({ hash: '#/runs' });
    const { page } = visit;
    const link = page.getByRole('link', { name: '2048, 5x4, tc' });
    await link.waitFor();
    expect(await page.locator('.run-table').textContent()).toContain('3,000');
    expect(await visit.seriousFindings()).toEqual([]);
    await link.click();
    await page.locator('.chart canvas').first().waitFor();
    await expect.poll(() => page.locator('.state').textContent(), SOON).toBe('finished');
    expect(await page.locator('.numbers').textContent()).toContain('3,000 of 3,000');
    expect(await visit.seriousFindings()).toEqual([]);
    await visit.button(/^Play with it/).click();
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    expect(await page.getByRole('combobox', { name: 'model' }).inputValue()).toBe('local/2048-5x4-tc-3000');
  });

  it('is followed while it trains, on a phone too', async () => {
    const visit = await app.visit({ ...PHONE, hash: `#/runs?run=${run.split('/').at(-1)}` });
    await visit.page.locator('.chart canvas').first().waitFor();
    const file = join(run, 'metrics.jsonl');
    const last = JSON.parse(readFileSync(file, 'utf8').trim().split('\n').at(-1)!);
    appendFileSync(file, `${JSON.stringify({ ...last, games: 4000, averageScore: 54321 })}\n`);
    utimesSync(file, new Date(), new Date());
    await expect
      .poll(() => visit.page.locator('.chart figcaption').first().textContent(), { timeout: 15_000 })
      .toBe('Average score: now 54,321');
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
  });

  it('that does not exist is told so', async () => {
    const visit = await app.visit({ hash: '#/runs' });
    await visit.page.locator('.run-table').waitFor();
    await visit.go('#/runs?run=none');
    await expect.poll(() => visit.page.getByRole('alert').textContent(), SOON).toMatch(/^there is no run 'none' here/);
    // The browser itself complains of every answer that is 404.
    expect(visit.complaints.splice(0).length).toBeLessThanOrEqual(1);
  });
});
