// The hint on other sites' pages: a page like the classic 2048, on another origin, with the bookmarklet as the app makes it and the
// userscript as a userscript manager runs it. The best move is the library's.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseBoard, parseGame, type Player } from '../../packages/afterstate/dist/index.js';
import { openPlayer } from '../../packages/afterstate/dist/node.js';
import { type ClassicHost, savedGame, startClassic } from './classic-page.testing.ts';
import { startHost } from './static-host.testing.ts';
import { PHONE, SOON, type Visit, visits } from './visit.testing.ts';

const DIST = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url));
const USERSCRIPT = readFileSync(join(DIST, 'afterstate-hint.user.js'), 'utf8');
const BOARD = '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16';
const ARROWS = { up: 'ArrowUp', right: 'ArrowRight', down: 'ArrowDown', left: 'ArrowLeft' } as const;

let classic: ClassicHost;
let player: Player;
beforeAll(async () => {
  classic = await startClassic();
  player = await openPlayer('ntuple:models/2048-tiny?ply=3', { game: parseGame('2048') });
});
afterAll(async () => {
  await player.close();
  await classic.close();
});
// After the lines above: what is set up last is closed first.
const app = visits({ light: true });

async function bestOn(board: string): Promise<string> {
  const { best } = await player.choose(parseBoard(board, parseGame('2048')));
  return `${best![0]!.toUpperCase()}${best!.slice(1)} is best.`;
}

/** The bookmarklet as the page offers it. */
async function bookmarkletOf(visit: Visit): Promise<string> {
  await visit.go('#/elsewhere');
  return (await visit.page.locator('a.bookmarklet').getAttribute('href'))!;
}

/** Clicks the bookmark: the browser runs its address in the page in view. */
async function click(page: Page, bookmarklet: string): Promise<void> {
  expect(bookmarklet.startsWith('javascript:')).toBe(true);
  await page.evaluate(decodeURIComponent(bookmarklet.slice('javascript:'.length)));
}

/** The classic page in its own tab, with a game that it has kept. */
async function classicPage(visit: Visit, board?: string, path = ''): Promise<Page> {
  const page = await visit.page.context().newPage();
  page.on('pageerror', (error) => visit.complaints.push(error.message));
  await page.goto(classic.url + path);
  if (board !== undefined) {
    await page.evaluate(
      (saved) => localStorage.setItem('gameState', saved),
      savedGame(board.split(/[,/]/).map(Number)),
    );
    await page.reload();
  }
  return page;
}

const said = (page: Page) => page.locator('#afterstate-hint').getByRole('status');

/** The board as kept by the page, which it does before it draws. */
function keptBoard(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { grid } = JSON.parse(localStorage.getItem('gameState')!) as {
      grid: { cells: ({ value: number } | null)[][] };
    };
    return [0, 1, 2, 3].map((y) => [0, 1, 2, 3].map((x) => grid.cells[x]![y]?.value ?? 0).join()).join('/');
  });
}

describe('the bookmarklet', () => {
  it('shows the best move of the library on another page, follows the game, and closes', async () => {
    const visit = await app.visit();
    const bookmarklet = await bookmarkletOf(visit);
    const page = await classicPage(visit, BOARD);
    await click(page, bookmarklet);
    await expect.poll(() => said(page).textContent(), SOON).toBe(await bestOn(BOARD));
    const values = await page.locator('#afterstate-hint .move').allTextContents();
    expect(values).toHaveLength(4);
    expect(values.filter((value) => /\d/.test(value))).toHaveLength(2);
    expect(await page.locator('#afterstate-hint a').getAttribute('href')).toBe(
      `${app.url}#/play?game=2048&board=${BOARD}`,
    );
    for (let moves = 0; moves < 6; moves++) {
      const move = /^(\w+) is best/.exec((await said(page).textContent())!)![1]!.toLowerCase() as keyof typeof ARROWS;
      const before = await keptBoard(page);
      await page.keyboard.press(ARROWS[move]);
      await expect.poll(() => keptBoard(page), SOON).not.toBe(before);
      const link = `${app.url}#/play?game=2048&board=${await keptBoard(page)}`;
      await expect.poll(() => page.locator('#afterstate-hint a').getAttribute('href'), SOON).toBe(link);
      expect(await said(page).textContent()).toBe(await bestOn(await keptBoard(page)));
    }
    await click(page, bookmarklet);
    await page.locator('#afterstate-hint').waitFor({ state: 'detached' });
  });

  it('works from a host that only serves files, on a phone, and reads a kept game if no tiles are drawn', async () => {
    const host = await startHost(DIST);
    try {
      const visit = await app.visit({ ...PHONE, url: host.url });
      const bookmarklet = await bookmarkletOf(visit);
      expect(decodeURIComponent(bookmarklet)).toContain(host.url);
      const page = await classicPage(visit, BOARD, 'other');
      await click(page, bookmarklet);
      await expect.poll(() => said(page).textContent(), SOON).toBe(await bestOn(BOARD));
      const { x, width } = (await page.locator('#afterstate-hint .panel').boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width);
    } finally {
      await host.close();
    }
  });

  it('says if a page has no board, or a board of another size', async () => {
    const visit = await app.visit();
    const bookmarklet = await bookmarkletOf(visit);
    const page = await classicPage(visit, undefined, 'other');
    await click(page, bookmarklet);
    await expect.poll(() => said(page).textContent(), SOON).toMatch(/^No board of 2048 was found on this page/);
    await page.evaluate(() => {
      document.body.innerHTML = '<div class="tile tile-2 tile-position-5-1">2</div>';
    });
    await expect.poll(() => said(page).textContent(), SOON).toBe('This board is larger than 4×4; hints are for 4×4.');
  });

  it('says if a page lets no script in, and opens the app with the board', async () => {
    const visit = await app.visit();
    const bookmarklet = await bookmarkletOf(visit);
    const page = await classicPage(visit, BOARD, 'strict');
    const asked = new Promise<string>((resolve) =>
      page.once('dialog', (dialog) => {
        resolve(dialog.message());
        void dialog.accept();
      }),
    );
    const opened = visit.page.context().waitForEvent('page');
    await click(page, bookmarklet);
    expect(await asked).toMatch(/^This page does not allow the hint script/);
    const next = await opened;
    await expect.poll(() => next.url(), SOON).toContain(app.url);
    await expect
      .poll(() => next.locator('.board table td').allTextContents(), SOON)
      .toEqual(BOARD.split(/[,/]/).map((tile) => (tile === '0' ? 'empty' : tile)));
  });

  it('fits into a bookmark of every browser', async () => {
    const visit = await app.visit();
    expect((await bookmarkletOf(visit)).length).toBeLessThan(8000);
  });
});

describe('the userscript', () => {
  it('has a header that managers read', () => {
    expect(USERSCRIPT.startsWith('// ==UserScript==\n')).toBe(true);
    for (const key of ['name', 'version', 'match', 'grant', 'run-at'])
      expect(USERSCRIPT).toMatch(new RegExp(`^// @${key} `, 'm'));
  });

  it('shows the best move of the library without the app, and takes no key from the game', async () => {
    const visit = await app.visit();
    const page = await classicPage(visit, BOARD);
    await page.route('**', (route) => route.abort());
    await page.evaluate(USERSCRIPT);
    await expect.poll(() => said(page).textContent(), SOON).toBe(await bestOn(BOARD));
    await page.locator('#afterstate-hint .panel').click({ position: { x: 20, y: 20 } });
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => keptBoard(page), SOON).not.toBe(BOARD);
    const board = await keptBoard(page);
    await expect.poll(() => said(page).textContent(), SOON).toBe(await bestOn(board));
    await page.getByRole('button', { name: 'Close the hint' }).click();
    await page.locator('#afterstate-hint').waitFor({ state: 'detached' });
  });

  it('keeps quiet on a page without a board, and says if WebAssembly is forbidden', async () => {
    const visit = await app.visit();
    const quiet = await classicPage(visit, undefined, 'other');
    await quiet.evaluate(USERSCRIPT);
    await quiet.waitForTimeout(400);
    expect(await quiet.locator('#afterstate-hint').count()).toBe(0);
    const strict = await classicPage(visit, BOARD, 'strict');
    await strict.evaluate(USERSCRIPT);
    await expect
      .poll(() => said(strict).textContent(), SOON)
      .toBe('This page does not allow WebAssembly, so the hint cannot think here.');
  });
});
