import { describe, expect, it } from 'vitest';
import { SOON, type Visit, visits } from './visit.testing.ts';

const app = visits();
const LATER = { timeout: 120_000 };

/** An example under analysis, judged to the end. */
async function example(visit: Visit): Promise<void> {
  await visit.button('Analyse an example').click();
  // A smaller network judges until it is here.
  await visit.button(/^Judged by .*2048-small/).waitFor(LATER);
  await visit.page.locator('.worst li').first().waitFor(LATER);
  await visit.page.locator('.analysing').waitFor({ state: 'detached' });
}

const where = (visit: Visit) => visit.page.locator('.where').textContent();

describe('an analysis', () => {
  it('is there after a reload, at the same move, with its results', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    const { page } = visit;
    await example(visit);
    await visit.press('n', 'n');
    await expect.poll(() => page.locator('.curve .mark').count()).toBeGreaterThan(1);
    const [move, marks] = [await where(visit), await page.locator('.curve .mark').count()];
    await visit.pause(1500);
    await page.reload();
    await page.locator('.where').waitFor(LATER);
    expect(await where(visit)).toBe(move);
    // Nothing has to be judged again.
    expect(await page.locator('.curve .mark').count()).toBe(marks);
    expect(await page.locator('.analysing').count()).toBe(0);

    await visit.button('Close').click();
    await page.reload();
    await visit.button('Open the last analysis').click();
    expect(await where(visit)).toBe(move);
    await visit.button('Close').click();
    expect(await visit.seriousFindings()).toEqual([]);
  });

  it('interrupted by a reload continues after it', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    const { page } = visit;
    await example(visit);
    await visit.press('n', 'n');
    const move = await where(visit);
    // Minutes of thinking.
    await visit.button(/^Judged by/).click();
    await page.getByRole('combobox', { name: 'Player' }).selectOption('montecarlo');
    await page.getByLabel('rollouts').fill('20000');
    await page.getByLabel('rollouts').press('Enter');
    await visit.button('Close').last().click();
    const done = () => page.locator('.analysing .quiet').textContent();
    const first = await done();
    await expect.poll(done, LATER).not.toBe(first);
    await visit.pause(2000);
    await page.reload();
    await page.locator('.where').waitFor(LATER);
    expect(await where(visit)).toBe(move);
    await page.locator('.analysing').waitFor(LATER);
    // By the chosen judge, with its results so far.
    await visit.button(/^Judged by Monte-Carlo/).waitFor(LATER);
    const after = await done();
    expect(after).not.toBe(first);
    await expect.poll(done, LATER).not.toBe(after);
  });

  it('of a link keeps the link in the address, and the place in the game', async () => {
    const visit = await app.visit({ hash: '#/analyse', permissions: ['clipboard-read', 'clipboard-write'] });
    await example(visit);
    await visit.button('Share').click();
    await visit.page.getByText('Link to this game copied.').waitFor();
    const link = await visit.page.evaluate(() => navigator.clipboard.readText());
    const other = await app.visit({ url: '', hash: link });
    await other.page.locator('.where').waitFor(LATER);
    expect(other.page.url()).toBe(link);
    await other.press('ArrowRight', 'ArrowRight', 'ArrowRight');
    const move = await where(other);
    expect(move).toMatch(/^Move 4 /);
    await other.pause(1500);
    await other.page.reload();
    await other.page.locator('.where').waitFor(LATER);
    await expect.poll(() => where(other), SOON).toBe(move);
    expect(other.page.url()).toBe(link);
    await other.button('Close').click();
    expect(other.page.url()).not.toContain('record=');
  });

  it('makes way for the other game, and comes back with its own', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    await example(visit);
    await visit.press('ArrowRight', 'ArrowRight');
    const [move, board] = [await where(visit), await visit.board()];
    await visit.pause(1500);
    await visit.button('Threes').click();
    await visit.button('Analyse an example').waitFor();
    await visit.button('2048').click();
    await visit.page.locator('.where').waitFor(LATER);
    expect(await where(visit)).toBe(move);
    expect(await visit.board()).toEqual(board);
  });
});
