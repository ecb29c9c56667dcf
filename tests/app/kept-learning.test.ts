import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CHROME_ARGUMENTS, chromePath } from '../../scripts/chrome.mjs';
import { PHONE, SOON, Visit, visits, slowdown } from './visit.testing.ts';

const app = visits({ light: true });
const LATER = { timeout: 120_000 };

async function games(page: Page): Promise<number> {
  const text = await page.locator('.numbers dd').first().textContent();
  return Number((text ?? '0').replaceAll(',', ''));
}

async function saved(page: Page): Promise<void> {
  await page.getByText(/^Saved every few seconds\. A reload continues it\./).waitFor(LATER);
}

/** Learns as chosen, on one thread: using all cores would leave none for the page and for other tests. */
async function chooseLearning(visit: Visit, choice: object = {}): Promise<void> {
  const all = { version: 1, network: '5x4', method: 'tc', alpha: 1, threads: 1, ...choice };
  await visit.page.evaluate((text) => localStorage.setItem('afterstate:learn', text), JSON.stringify(all));
  await visit.page.reload();
}

describe('a training', () => {
  it('continues after a reload, and stays paused if it was', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    const { page } = visit;
    await visit.button('Start').click();
    await saved(page);
    const first = await games(page);
    await expect.poll(() => games(page), LATER).toBeGreaterThan(1.5 * first);
    const before = await games(page);
    await page.reload();
    await visit.button('Pause').waitFor(LATER);
    // Only what was learned within the last seconds may be gone.
    expect(await games(page)).toBeGreaterThan(0.2 * before);
    const after = await games(page);
    await expect.poll(() => games(page), LATER).toBeGreaterThan(after);

    await visit.button('Pause').click();
    await visit.button('Continue').waitFor();
    const paused = await games(page);
    await page.reload();
    await visit.button('Continue').waitFor(LATER);
    expect(await games(page)).toBe(paused);
    expect(await visit.seriousFindings()).toEqual([]);
  });

  it('is never in two tabs, and a closed tab leaves it to the next', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    await chooseLearning(visit);
    await visit.button('Start').click();
    await saved(visit.page);
    const other = new Visit(await visit.page.context().newPage(), app.url);
    await other.page.goto(`${app.url}#/learn`);
    await other.button('Start').waitFor();
    await other.page.waitForTimeout(500);
    expect(await other.button('Continue it').count()).toBe(0);
    const learned = await games(visit.page);
    await visit.page.close();
    await other.page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect
      .poll(async () => {
        await other.page.evaluate(() => window.dispatchEvent(new Event('focus')));
        return other.button('Continue it').count();
      }, LATER)
      .toBe(1);
    expect(await other.seriousFindings()).toEqual([]);
    await other.button('Continue it').click();
    await other.button('Pause').waitFor(LATER);
    expect(await games(other.page)).toBeGreaterThan(0.1 * learned);
  });

  it('can be taken back after being discarded', async () => {
    const visit = await app.visit({ ...PHONE, hash: '#/learn' });
    await chooseLearning(visit);
    await visit.button('Start').click();
    await saved(visit.page);
    await visit.button('Reset').click();
    if (await visit.button('Discard').count()) await visit.button('Discard').click();
    await visit.button('Take it back').click();
    await visit.button('Continue it').click();
    await visit.button('Pause').waitFor(LATER);
  });

  it('loses at most five seconds when the browser is killed', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'afterstate-profile-'));
    const opened: ChildProcess[] = [];
    const open = async (): Promise<{ browser: Browser; visit: Visit; process: ChildProcess }> => {
      rmSync(join(profile, 'DevToolsActivePort'), { force: true });
      const args = [...CHROME_ARGUMENTS, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`];
      const process = spawn(chromePath(), [...args, 'about:blank'], { stdio: 'ignore' });
      opened.push(process);
      const port = (): string | undefined => {
        const file = join(profile, 'DevToolsActivePort');
        return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0] : undefined;
      };
      await expect.poll(port, LATER).toMatch(/^\d+$/);
      const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port()}`);
      const page = await browser.contexts()[0]!.newPage();
      const visit = new Visit(page, app.url);
      await page.goto(`${app.url}#/learn`);
      return { browser, visit, process };
    };
    try {
      const { visit, process, browser } = await open();
      await chooseLearning(visit);
      await visit.button('Start').click();
      await saved(visit.page);
      const seen: [time: number, games: number][] = [];
      // A busy machine saves later.
      const late = 5000 * slowdown();
      for (const end = Date.now() + late + 3000; Date.now() < end; await visit.page.waitForTimeout(500))
        seen.push([Date.now(), await games(visit.page)]);
      const killed = Date.now();
      process.kill('SIGKILL');
      await new Promise((resolve) => process.once('exit', resolve));
      await browser.close().catch(() => undefined);

      const again = await open();
      await again.visit.button('Continue it').click(LATER);
      await again.visit.button('Pause').waitFor(LATER);
      const [, known] = seen.filter(([time]) => time <= killed - late).at(-1)!;
      expect(known).toBeGreaterThan(0);
      expect(await games(again.visit.page)).toBeGreaterThanOrEqual(known);
      await again.browser.close().catch(() => undefined);
    } finally {
      for (const process of opened) process.kill('SIGKILL');
      await new Promise((resolve) => setTimeout(resolve, 500));
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

describe('a learned network', () => {
  it('kept by name is among the players after a reload, and can be downloaded and deleted', async () => {
    const visit = await app.visit({ hash: '#/learn', acceptDownloads: true });
    const { page } = visit;
    await chooseLearning(visit);
    await visit.button('Start').click();
    await expect.poll(() => games(page), LATER).toBeGreaterThan(50);
    await visit.button('Keep').click();
    await page.getByLabel('Name of the network').fill('my first');
    await visit.button('Keep it').click();
    await page.getByText('The network is kept as my first').waitFor(LATER);
    expect(await visit.seriousFindings()).toEqual([]);
    await visit.button('Pause').click();
    await visit.button('Continue').waitFor();

    await visit.go('#/games');
    const row = page.locator('.kept-list li').filter({ hasText: 'my-first' });
    await row.getByRole('button', { name: 'Play with it' }).click();
    await page.reload();
    const model = page.getByRole('combobox', { name: 'model' });
    await expect.poll(() => model.inputValue(), LATER).toBe('local/my-first');
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor(LATER);

    await visit.go('#/games');
    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('my-first.compact');
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => row.count(), SOON).toBe(0);
    await visit.button('Undo').click();
    await row.waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => row.count(), SOON).toBe(0);
    await page.reload();
    await visit.go('#/play');
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor(LATER);
    expect(await model.inputValue()).not.toBe('local/my-first');
  });
});

describe('learning that runs away', () => {
  it('is noticed and reported, and a refused download leaves the training alone', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    await chooseLearning(visit, { method: 'td', alpha: 3 });
    await visit.button('Start').click();
    const alert = visit.page.getByRole('alert');
    await expect
      .poll(() => alert.textContent())
      .toMatch(/^The values grow without limit, so learning has stopped: α 3 is too large for TD\. Reset/);
    const made = await games(visit.page);
    await visit.button('Download').click();
    await expect.poll(() => alert.textContent(), LATER).not.toMatch(/^The values grow/);
    expect(await games(visit.page)).toBe(made);
    await visit.button('Reset').waitFor();
  });

  it('is not even started with an invalid step size', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    const refused = visit.page.getByText('α must be more than 0 and at most 10.');
    for (const alpha of ['-1', '0', '100', '']) {
      await visit.page.getByLabel('step size').fill(alpha);
      await visit.page.getByLabel('step size').blur();
      await refused.waitFor();
      expect(await visit.button('Start').isDisabled(), alpha).toBe(true);
      expect(await visit.seriousFindings(), alpha).toEqual([]);
      await visit.page.getByLabel('step size').fill('0.5');
      await visit.page.getByLabel('step size').blur();
      await refused.waitFor({ state: 'detached' });
      expect(await visit.button('Start').isDisabled(), alpha).toBe(false);
    }
  });
});

describe('storage that is full', () => {
  it('is reported, and learning continues', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    const { page } = visit;
    await chooseLearning(visit);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(app.url).origin, quotaSize: 100_000 });
    await visit.button('Start').click();
    await page.getByText(/^The storage that the browser gives this page is full/).waitFor(LATER);
    const before = await games(page);
    await expect.poll(() => games(page), LATER).toBeGreaterThan(before);
    expect(await visit.seriousFindings()).toEqual([]);
  });
});
