// Every page in its main states, at the sizes of phones, tablets and screens: nothing overlaps, nothing sticks out, and on
// a phone a finger can hit everything.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandSync } from '../command.testing.ts';
import { lowControls, overlaps } from './boxes.testing.ts';
import { links, type Visit, visits } from './visit.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterstate-boxes-'));
const LATE = '0,2,0,0/0,4,8,2/64,128,32,16/4096,2048,512,256';
const THREES = '3,1,2,6/12,24,3,1/96,48,6,2/384,192,3,0 next=bonus';
const RUNS = ['2048__tc__5x4__s1__20260101T080000Z', '2048__tc__5x4__s2__20260102T080000Z'];

beforeAll(() => {
  RUNS.forEach((name, i) => {
    const train = ['train', '--network', '5x4', '--method', 'tc', '--games', '2000', '--seed', `${i + 1}`];
    expect(runCommandSync(folder, ...train, '--out', join(folder, name)).status).toBe(0);
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// After the lines above: what is set up last is closed first.
const app = visits({ runs: folder });

/**
 * Walks through the app, each at the first of its sizes, which has the least room for pressing things. All sizes of a walk have the same
 * parts open and shut, so every stop is checked in each. Axe checks one of them.
 */
const WALKS = [
  {
    name: 'phones',
    touch: true,
    sizes: [
      [844, 390],
      [320, 568],
      [390, 844],
    ],
    axe: 390,
  },
  {
    name: 'a tablet and screens',
    touch: false,
    sizes: [
      [1024, 768],
      [2560, 1440],
      [1440, 900],
    ],
    axe: 1440,
  },
] as const;

async function switchCoach({ page }: Visit): Promise<void> {
  const settings = page.locator('button.chosen');
  if (await settings.count()) await settings.click();
  await page.getByText('Warn before a blunder').click();
  if (await settings.count()) await page.keyboard.press('Escape');
}

/** What a person sees at each stop of a walk. */
async function walk(visit: Visit, look: (scene: string) => Promise<void>): Promise<void> {
  const { page } = visit;
  const seen = async (scene: string): Promise<void> => {
    await visit.drawnWhole();
    await look(scene);
  };
  await seen('play');
  await visit.go(links('2048', LATE));
  await seen('a note');
  await visit.press('v');
  await page.locator('.side.best').waitFor();
  await page.locator('.outlook b').nth(1).waitFor();
  await seen('values');
  const settings = page.locator('button.chosen');
  if (await settings.count()) {
    await settings.click();
    await seen('the sheet of the player');
  }
  await page.getByText('More', { exact: true }).last().click();
  await seen('all settings of the player');
  if (await settings.count()) await visit.press('Escape');
  await switchCoach(visit);
  await visit.warned('ArrowUp');
  await seen('a warning of the coach');
  await switchCoach(visit);
  await visit.press('e');
  await page.locator('.edit-grid').waitFor();
  await seen('the editor');
  // On a phone the navigation covers what is scrolled under it.
  await page.evaluate(() => scrollTo(0, 0));
  const picture = await page.locator('.board').screenshot();
  await page
    .getByLabel('A picture of a board')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: picture });
  await page.locator('.picture-beside img').waitFor();
  await seen('the editor with a picture');
  await page.getByLabel('As text').fill('[[0,1,2,3],[4,5,6,7],[8,9,10,11],[0,0,0,1]]');
  await page.getByText('read as exponents').waitFor();
  await seen('the editor with exponents');
  await page.getByLabel('As text').fill('1 2 3');
  await seen('the editor with a wrong board');
  await visit.press('Escape');
  await visit.go(links('threes', THREES));
  await page.locator('.side.best').waitFor();
  await seen('threes');
  await visit.go(links('2048', '16,8,16,32/8,16,32,8/16,32,8,16/64,128,256,0'));
  await visit.press('ArrowRight');
  await page.locator('.over').waitFor();
  await seen('the end of a game');
  await visit.go(links('2048', '1024,1024,0,0/2,4,8,16/0,0,0,0/0,0,0,0'));
  await visit.press('ArrowLeft');
  await page.locator('.said.glad').waitFor();
  await seen('a milestone');
  if (await settings.count()) await settings.click();
  const chosen = await page.getByRole('combobox', { name: 'Player' }).inputValue();
  await page.getByRole('combobox', { name: 'Player' }).selectOption('random');
  await visit.setSpeed('11');
  await page.getByLabel('Start again when a game ends').check();
  if (await settings.count()) await visit.press('Escape');
  await visit.press('n');
  await visit.button('Auto').click();
  if (await settings.count()) await settings.click();
  await page.locator('.histogram').waitFor();
  if (await settings.count()) await visit.press('Escape');
  await visit.button('Stop').click();
  if (await settings.count()) await settings.click();
  await page.locator('.histogram').scrollIntoViewIfNeeded();
  await seen('the statistics of auto-run');
  await page.getByLabel('Start again when a game ends').uncheck();
  await page.getByRole('combobox', { name: 'Player' }).selectOption(chosen);
  if (await settings.count()) await visit.press('Escape');
  const more = page.locator('.more-pages');
  if (await more.count()) {
    await more.click();
    await seen('more pages');
    await visit.press('Escape');
  }
  await visit.go('#/learn');
  await seen('learn');
  await visit.button('Start').click();
  await page.locator('.chart canvas').first().waitFor();
  await page
    .locator('.chart figcaption')
    .filter({ hasText: /now [\d,]+/ })
    .first()
    .waitFor();
  await seen('learning');
  await visit.button('Reset').click();
  await visit.go('#/networks');
  await seen('networks');
  await page.getByLabel('Begin with').selectOption('4x6');
  await seen('a network');
  await visit.go('#/analyse');
  await seen('analyse');
  await visit.button('Analyse an example').or(visit.button('Analyse your game')).click();
  await page.locator('.worst').waitFor();
  await page.locator('.analysing').waitFor({ state: 'detached' });
  await seen('an analysis');
  // A game with a blunder.
  await visit.go(links('2048', LATE));
  await visit.press('ArrowUp');
  await visit.go('#/analyse?from=play');
  await page.locator('.worst li button').first().click();
  await page.locator('.chances').waitFor();
  await seen('a blunder explained');
  await visit.press('b');
  await page.locator('.of-line').waitFor();
  await seen('the better line');
  await visit.button(/^Judged by/).click();
  await seen('the judge');
  await visit.press('Escape');
  await visit.go('#/practise');
  await page.getByText('Which move is best?').waitFor();
  await seen('practise');
  await page.locator('.steps button:enabled').first().click();
  await page.locator('.four').waitFor();
  await seen('an answer');
  await visit.button('Threes').click();
  await page.locator('.next-tile').waitFor();
  await seen('practise threes');
  await visit.button('2048').click();
  await visit.go('#/games');
  await page.locator('.kept-list li').first().waitFor();
  await seen('games');
  await visit.button('Rename').first().click();
  await seen('a game being named');
  await visit.press('Escape');
  await visit.go('#/replay');
  await seen('replay');
  await visit.go('#/replay?game=damaged');
  await page.getByRole('alert').waitFor();
  await seen('a damaged link');
  await visit.go('#/games');
  await visit.button('Replay').and(page.locator(':enabled')).first().click();
  await page.getByLabel('Link to the replay').waitFor();
  await seen('a replay');
  const way = (name: string) => page.locator('.share summary').filter({ hasText: name }).click();
  await way('Picture');
  await visit.button('Download the picture').waitFor();
  await seen('a picture to share');
  await way('Animation');
  await page.getByText(/, about /).waitFor();
  await visit.button('Make the GIF').click();
  await visit.button('Download the GIF').waitFor();
  await seen('an animation to share');
  await page.getByLabel('Moves', { exact: true }).selectOption('between two positions');
  await seen('a stretch of moves');
  await way('Embed');
  await seen('code to embed');
  await page.goto(
    await page.getByRole('link', { name: 'Look at it' }).evaluate((link: HTMLAnchorElement) => link.href),
  );
  await page.locator('.embed .board').waitFor();
  await seen('an embedded replay');
  await visit.go('#/tournament');
  await seen('tournament');
  await visit.button('Change player 2').click();
  await seen('a player of the tournament');
  await page.getByText('More', { exact: true }).last().click();
  await page.getByLabel('As text').fill('random');
  await page.getByLabel('As text').blur();
  await visit.button('Close player 2').click();
  await page.getByLabel('Games', { exact: true }).fill('2');
  await page.getByLabel('Games', { exact: true }).blur();
  await visit.button('Start').click();
  await page.getByText('4 of 4 games').waitFor();
  await seen('a finished tournament');
  await page.getByLabel('The server thinks').check();
  await page.route('**/api/games', (route) =>
    route.fulfill({ json: { error: { code: 'refused', message: 'no' } }, status: 422 }),
  );
  await page.getByLabel('Games', { exact: true }).fill('3');
  await page.getByLabel('Games', { exact: true }).blur();
  await visit.button('Continue').click();
  await page
    .getByText(/This page plays by itself/)
    .first()
    .waitFor();
  await seen('a tournament that the server refuses');
  await page.getByText('6 of 6 games').waitFor();
  await page.getByLabel('The server thinks').uncheck();
  await page.unroute('**/api/games');
  visit.complaints.splice(0);
  await visit.go('#/papers?paper=he-2015');
  await page.locator('.paper-table').first().waitFor();
  await seen('a paper');
  await visit.go('#/runs');
  await page.locator('.run-table').waitFor();
  await seen('runs');
  await visit.go(`#/runs?run=${RUNS[0]}`);
  await page.locator('.chart canvas').first().waitFor();
  await seen('a run');
  await visit.go(`#/runs?compare=${RUNS.join()}`);
  await page.locator('.chart canvas').first().waitFor();
  await seen('runs compared');
  await visit.go('#/elsewhere');
  await page.locator('.bookmarklet').click();
  await seen('elsewhere');
  await visit.go('#/help');
  await seen('help');
}

describe.each(WALKS)('on $name', ({ touch, sizes, axe }) => {
  it('nothing overlaps in any state, controls are large enough, and axe-core finds nothing serious', async () => {
    const [[width, height]] = sizes;
    const options = { hasTouch: touch, isMobile: touch, reducedMotion: 'reduce' } as const;
    let [theme, other]: ('dark' | 'light')[] = ['dark', 'light'];
    const visit = await app.visit({ viewport: { width, height }, colorScheme: theme!, ...options });
    const { page } = visit;
    const found: string[] = [];
    await walk(visit, async (scene) => {
      for (const [width, height] of sizes) {
        if (page.viewportSize()!.width !== width) {
          await page.setViewportSize({ width, height });
          await visit.drawnWhole();
        }
        const note = (wrong: string): unknown => found.push(`${scene} at ${width}×${height}: ${wrong}`);
        (await overlaps(page)).forEach(note);
        if (touch) (await lowControls(page)).forEach(note);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) note(`the page is ${wide} pixels wide`);
        if (width !== axe) continue;
        for (const wrong of await visit.seriousFindings()) note(`in the ${theme} theme, ${wrong}`);
        [theme, other] = [other, theme];
        await page.emulateMedia({ colorScheme: theme! });
        for (const wrong of await visit.seriousFindings({ colours: true })) note(`in the ${theme} theme, ${wrong}`);
      }
      await page.setViewportSize({ width, height });
    });
    expect(found).toEqual([]);
  });
});

describe('the board', () => {
  it.each([
    [2560, 1440, 0.75],
    [1440, 900, 0.7],
    [1024, 768, 0.5],
  ])('fills a screen of %i×%i', async (width, height, share) => {
    const visit = await app.visit({ viewport: { width, height } });
    expect((await visit.page.locator('.board').boundingBox())!.height).toBeGreaterThan(share * height);
    for (const name of ['Auto', 'Step', 'Hint', 'Undo', 'New']) {
      const box = (await visit.button(name).boundingBox())!;
      expect(box.y + box.height, name).toBeLessThanOrEqual(height);
    }
  });

  it('is in view with its moves and buttons on a small phone, the editor with its own', async () => {
    const visit = await app.visit({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
    const bar = (await visit.page.locator('nav').first().boundingBox())!.y;
    for (const name of ['Left', 'Auto', 'Hint']) {
      const box = (await visit.button(name).boundingBox())!;
      expect(box.y + box.height, name).toBeLessThanOrEqual(bar);
    }
    await visit.press('e');
    const done = (await visit.button('Done').boundingBox())!;
    expect(done.y + done.height).toBeLessThanOrEqual(bar);
  });
});

describe('the buttons of the player', () => {
  it('stay in place, whichever player is chosen and whatever is open', async () => {
    const visit = await app.visit();
    const { page } = visit;
    const places = async () =>
      Promise.all(['Auto', 'Step', 'Hint', 'Undo', 'New'].map((name) => visit.button(name).boundingBox()));
    const first = await places();
    for (const name of ['nneonneo', 'montecarlo', 'cycle', 'ntuple']) {
      await page.getByRole('combobox', { name: 'Player' }).selectOption(name);
      expect(await places(), name).toEqual(first);
    }
    await page.getByText('More', { exact: true }).click();
    expect(await places(), 'more').toEqual(first);
    await visit.press('v');
    await page.locator('.side.best').waitFor();
    expect(await places(), 'values').toEqual(first);
  });
});

describe('the choice of a game', () => {
  it('appears only where it does something, and its state is visible', async () => {
    const visit = await app.visit({ colorScheme: 'dark' });
    const group = visit.page.getByRole('group', { name: 'Game', exact: true }).filter({ hasText: 'Threes' });
    for (const [page, there] of [
      ['play', 1],
      ['learn', 1],
      ['analyse', 1],
      ['games', 1],
      ['replay', 0],
      ['tournament', 1],
      ['networks', 0],
      ['runs', 0],
      ['elsewhere', 0],
      ['help', 0],
    ] as const) {
      await visit.go(`#/${page}`);
      expect(await group.count(), page).toBe(there);
    }
    await visit.go('#/play');
    const grounds = await group
      .locator('button')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).boxShadow));
    expect(grounds[0]).not.toBe(grounds[1]);
  });
});
