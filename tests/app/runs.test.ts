import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PHONE, visits, SOON } from './visit.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterstate-runs-'));
const RUN = '2048__tc__5x4__s1__20260101T000000Z';
const app = visits({ runs: folder });

const COMMAND = fileURLToPath(new URL('../../packages/lab/bin/afterstate.mjs', import.meta.url));

function train(name: string, games: number): string[] {
  const out = ['--threads', '1', '--out', join(folder, name)];
  return ['train', '--network', '5x4', '--method', 'tc', '--games', String(games), ...out];
}

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, ...train(RUN, 3000)], { encoding: 'utf8' });
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
    expect(await page.locator('.numbers').first().textContent()).toContain('3,000 of 3,000');
    expect(await visit.seriousFindings()).toEqual([]);
    await visit.button(/^Play with it/).click();
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    expect(await page.getByRole('combobox', { name: 'model' }).inputValue()).toBe('local/2048-5x4-tc-3000');
  });

  it('is followed while it trains, on a phone too', async () => {
    const name = '2048__tc__5x4__s2__20260102T000000Z';
    const training = spawn(process.execPath, [COMMAND, ...train(name, 1_000_000)], { stdio: 'ignore' });
    try {
      await expect.poll(() => existsSync(join(folder, name, 'metrics.jsonl')), { timeout: 40_000 }).toBe(true);
      const visit = await app.visit({ ...PHONE, hash: `#/runs?run=${name}` });
      const { page } = visit;
      await page.locator('.chart canvas').first().waitFor();
      const games = async () =>
        parseInt((await page.locator('.numbers dd').first().textContent())!.replaceAll(',', ''));
      const first = await games();
      await expect.poll(games, { timeout: 40_000 }).toBeGreaterThan(first + 1000);
      expect(await page.locator('.state').textContent()).toBe('running');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
      await visit.go('#/runs');
      await page.getByText('of 1,000,000').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
      expect(await visit.seriousFindings()).toEqual([]);
    } finally {
      training.kill('SIGKILL');
    }
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
