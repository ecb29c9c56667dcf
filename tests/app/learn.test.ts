import { describe, expect, it } from 'vitest';
import { PHONE, visits, SOON } from './visit.testing.ts';

const app = visits({ light: true });

/** The average score shown by the page. */
async function average(page: { locator(selector: string): { first(): { textContent(): Promise<string | null> } } }) {
  const text = await page.locator('.chart figcaption').first().textContent();
  return Number(/now ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', '') ?? 0);
}

describe('a network in the tab', () => {
  it('learns from nothing to making 2048, plays, and can be taken along', async () => {
    const visit = await app.visit({ hash: '#/learn', acceptDownloads: true });
    const { page } = visit;
    await visit.button('Start').click();
    await expect.poll(() => average(page)).toBeGreaterThan(1000);
    const early = await average(page);
    await expect.poll(() => average(page)).toBeGreaterThan(Math.max(10_000, 2 * early));
    await expect.poll(() => page.locator('.in-words').textContent()).toMatch(/^It reaches 2048 in \d+% of games/);
    // Meanwhile it plays before our eyes.
    const shown = await visit.board();
    await expect.poll(() => visit.board(), SOON).not.toEqual(shown);

    await visit.button('Pause').click();
    await visit.button('Continue').waitFor();
    const games = () => page.locator('.numbers dd').first().textContent();
    const paused = await games();
    await page.waitForTimeout(600);
    expect(await games()).toBe(paused);
    await visit.button('Continue').click();
    await expect.poll(games, SOON).not.toBe(paused);
    expect(await visit.seriousFindings()).toEqual([]);

    const download = page.waitForEvent('download');
    await visit.button('Download').click();
    const file = await (await download).path();
    expect((await download).suggestedFilename()).toMatch(/^2048-5x4-tc-\d+\.compact$/);

    await visit.button('Play with it').click();
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    const played = await visit.page.getByRole('combobox', { name: 'model' }).inputValue();
    expect(played).toMatch(/^local\/2048-5x4-tc-\d+$/);
    await visit.setSpeed('11');
    await visit.button('Auto').click();
    await expect.poll(() => visit.number('Score')).toBeGreaterThan(3000);

    // Another visit opens the file, and learning continues from it.
    const other = await app.visit({ hash: '#/learn' });
    await other.page.getByLabel('A model file').setInputFiles({
      name: 'mine.compact',
      mimeType: 'application/octet-stream',
      buffer: await (await import('node:fs/promises')).readFile(file),
    });
    await expect.poll(() => average(other.page)).toBeGreaterThan(8000);
    await other.button('Reset').click();
    // A slip does not throw away what took long.
    if (await other.button('Discard').count()) await other.button('Discard').click();
    await other.button('Start').waitFor();
  });

  it('learns Threes on a phone', async () => {
    const visit = await app.visit({ ...PHONE, hash: '#/learn' });
    await visit.button('Threes').click();
    await visit.button('Start').click();
    await expect.poll(() => average(visit.page)).toBeGreaterThan(0);
    const early = await average(visit.page);
    await expect.poll(() => average(visit.page)).toBeGreaterThan(1.5 * early);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
  });

  it('is refused with the reason if its patterns are invalid', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    await visit.page.evaluate(() => {
      const choice = { version: 1, network: '0123456789', method: 'tc', alpha: 1, threads: 1 };
      localStorage.setItem('afterstate:learn', JSON.stringify(choice));
    });
    await visit.page.reload();
    await visit.button('Start').click();
    await expect
      .poll(() => visit.page.getByRole('alert').textContent(), SOON)
      .toMatch(/^'0123456789' is neither a pattern/);
  });
});
