import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PHONE, visits, SOON, WIDE } from './visit.testing.ts';

const app = visits({ light: true });

/** A number of the panel by its name. */
async function told(page: Page, name: string): Promise<string> {
  const row = page.locator('.made .numbers div').filter({ has: page.getByText(name, { exact: true }) });
  return (await row.locator('dd').textContent())!.replace(/\u00a0/g, ' ');
}
const text = (page: Page): Promise<string> => page.getByLabel('As text, for --network').inputValue();
const title = (page: Page) => page.locator('#made-network').textContent();

describe('the Networks page', () => {
  it.each([
    [4, 17],
    [5, 33],
    [6, 68],
    [7, 119],
    [8, 195],
  ])('shows all tuples of %i cells, %i', async (size, count) => {
    const { page, button } = await app.visit({ hash: '#/networks' }).then((visit) => ({
      page: visit.page,
      button: visit.button.bind(visit),
    }));
    await button(`tuples of ${size} cells`).click();
    await page.getByRole('heading', { name: `${count} connected tuples of ${size} cells` }).waitFor();
    expect(await page.getByRole('toolbar').getByRole('button').count()).toBe(count);
  });

  it('builds a network, names it, says what it takes, and keeps it', async () => {
    const visit = await app.visit({
      hash: '#/networks',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = visit;
    await page.getByText('No tuple is chosen yet.').waitFor();
    const tuple = (cells: string) => page.getByRole('toolbar').getByRole('button', { name: new RegExp(`^${cells},`) });
    for (const cells of ['012345', '456789', '012456']) await tuple(cells).click();
    // The paper's best three; with Wu and Yeh's fourth it is their network.
    expect(await title(page)).toBe('Your network is 3x6');
    await tuple('45689a').click();
    expect(await title(page)).toBe('Your network is 4x6');
    expect(await tuple('45689a').getAttribute('aria-pressed')).toBe('true');
    expect(await text(page)).toBe('012345,456789,012456,45689a');
    expect(await told(page, 'Lookups per board')).toBe('28');
    expect(await told(page, 'Weights')).toBe('67,108,864');
    expect(await told(page, 'Memory')).toBe('268 MB');
    expect(await told(page, 'Memory with TC')).toBe('805 MB');
    expect(await visit.seriousFindings()).toEqual([]);

    await visit.button('Copy the text').click();
    await page.getByText('Copied.', { exact: true }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('012345,456789,012456,45689a');

    await page.reload();
    expect(await title(page)).toBe('Your network is 4x6');
    await visit.button('Remove 012456').click();
    await tuple('012347').click();
    expect(await title(page)).toBe('Your network');
    expect(await text(page)).toBe('012345,456789,45689a,012347');

    await visit.button('Clear').click();
    await page.getByText('No tuple is chosen yet.').waitFor();
    await visit.button('Undo').click();
    expect(await text(page)).toBe('012345,456789,45689a,012347');
  });

  it('begins with a known network, and hands it to Learn, which trains it', async () => {
    const visit = await app.visit({ hash: '#/networks' });
    const { page } = visit;
    await page.getByLabel('Begin with').selectOption('5x4');
    expect(await title(page)).toBe('Your network is 5x4');
    await visit.button('tuples of 3 cells').click();
    await page.getByRole('toolbar').getByRole('button', { name: /^012,/ }).click();
    await visit.button('Train it in this tab').click();
    expect(await page.getByLabel('patterns').inputValue()).toBe('0123 4567 0145 1256 569a 012');
    await visit.button('Start').click();
    await page.getByText(/^It reaches \d+ in /).waitFor(SOON);

    // While it trains, another cannot.
    await visit.go('#/networks');
    expect(await visit.button('Train it in this tab').isDisabled()).toBe(true);
    await page.getByText('Another network is training in this tab. Reset it on the Learn page first.').waitFor();
  });

  it('says why a network is too large for a tab', async () => {
    const visit = await app.visit({ hash: '#/networks' });
    await visit.page.getByLabel('Begin with').selectOption('2x7');
    expect(await visit.button('Train it in this tab').isDisabled()).toBe(true);
    const reason = visit.page.locator('.made .about');
    expect((await reason.textContent())!.replace(/\u00a0/g, ' ')).toBe(
      'Training it by TC takes 6.4 GB of memory, and a tab holds at most 4.3 GB. Choose TD on the Learn page (2.1 GB), or train it on the command line.',
    );
    await visit.page.getByLabel('Begin with').selectOption('8x7');
    expect(await reason.textContent()).toContain('Train it on the command line, or choose fewer or smaller tuples.');
  });

  it('works by keyboard: one stop for all tuples, arrows among them, Space to choose', async () => {
    const visit = await app.visit({ hash: '#/networks' });
    const { page } = visit;
    const focused = () => page.evaluate(() => document.activeElement!.getAttribute('aria-label'));
    await page.getByRole('button', { name: 'tuples of 8 cells', exact: true }).focus();
    await visit.press('Tab');
    expect(await focused()).toMatch(/^012345, row 1: columns 1, 2, 3, 4; row 2: columns 1, 2$/);
    await visit.press('ArrowRight', 'Space');
    expect(await focused()).toMatch(/^012346,/);
    await visit.press('ArrowDown');
    expect(await focused()).not.toMatch(/^01234[56],/);
    await visit.press('ArrowUp', 'ArrowLeft', 'Enter');
    expect(await text(page)).toBe('012346,012345');
    await visit.press('End', 'Tab');
    expect(await focused()).toBe('Remove 012346');
  });
});

describe('on a phone', () => {
  it('the list stays in place while tuples are chosen, and a tap leads to the network below it', async () => {
    const visit = await app.visit({ ...PHONE, hash: '#/networks' });
    const tuple = visit.page.getByRole('toolbar').getByRole('button').nth(1);
    const list = visit.page.getByRole('toolbar');
    const before = await list.boundingBox();
    await tuple.tap();
    expect(await tuple.getAttribute('aria-pressed')).toBe('true');
    expect(await list.boundingBox()).toEqual(before);
    await visit.button('1 chosen').tap();
    await expect.poll(() => visit.button('Train it in this tab').evaluate(isInView), SOON).toBe(true);
    expect(await visit.page.evaluate(() => document.activeElement!.id)).toBe('made-network');
  });

  it('Learn begins at its top and holds long patterns', async () => {
    const visit = await app.visit({ ...PHONE, hash: '#/networks' });
    await visit.page.getByLabel('Begin with').selectOption('4x6');
    for (const cells of ['012567', '0489ab'])
      await visit.page.getByRole('button', { name: new RegExp(`^${cells},`) }).tap();
    await visit.button('Train it in this tab').tap();
    expect(await visit.page.getByLabel('patterns').inputValue()).toBe('012345 456789 012456 45689a 012567 0489ab');
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
    await expect.poll(() => visit.page.evaluate(() => scrollY), SOON).toBe(0);
  });

  it.each([320, 360])('nothing sticks out of a screen of %i pixels', async (width) => {
    const visit = await app.visit({ ...PHONE, viewport: { width, height: 640 }, hash: '#/networks' });
    await visit.page.getByLabel('Begin with').selectOption('8x7');
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

describe.each([
  ['phone', PHONE],
  ['wide screen', WIDE],
])('on a %s', (_, options) => {
  it.each(['light', 'dark'] as const)(
    'axe-core finds nothing serious with a network in the %s theme',
    async (scheme) => {
      const visit = await app.visit({ ...options, colorScheme: scheme, hash: '#/networks' });
      await visit.page.getByLabel('Begin with').selectOption('8x6');
      expect(await visit.seriousFindings()).toEqual([]);
      expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(options.viewport.width);
      await visit.page.getByLabel('Begin with').selectOption('8x7');
      expect(await visit.seriousFindings()).toEqual([]);
    },
  );
});
