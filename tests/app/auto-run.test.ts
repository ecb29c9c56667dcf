// Auto-run that plays game after game, stops at a tile, and counts what it reaches.

import { describe, expect, it } from 'vitest';
import { links, PHONE, SOON, type Visit, visits } from './visit.testing.ts';

const app = visits();
const FAST = '11';

async function openPanel(visit: Visit): Promise<void> {
  const settings = visit.page.locator('button.chosen');
  if ((await settings.count()) > 0 && (await visit.page.locator('dialog[open]').count()) === 0) await settings.click();
}

async function choose(visit: Visit, player: string): Promise<void> {
  await openPanel(visit);
  await visit.page.getByRole('combobox', { name: 'Player' }).selectOption(player);
}

const again = (visit: Visit) => visit.page.getByRole('switch', { name: 'Start again when a game ends' });
const stopAt = (visit: Visit) => visit.page.getByRole('switch', { name: 'Stop at a tile' });

/** In one question to the page, because it is asked again and again while games are played. */
async function numbers(visit: Visit): Promise<Record<string, number>> {
  const rows = await visit.page
    .locator('.run-statistics dl > div')
    .evaluateAll((all) =>
      all.map((row) => [row.querySelector('dt')!.textContent!, row.querySelector('dd')!.textContent!] as const),
    );
  return Object.fromEntries(rows.map(([name, text]) => [name, Number.parseInt(text.replaceAll(',', ''), 10)]));
}

const games = async (visit: Visit): Promise<number> => (await numbers(visit))['Games'] ?? 0;

/** The contents of a store of the database. */
function stored<T>(visit: Visit, store: string): Promise<T[]> {
  return visit.page.evaluate(
    (store) =>
      new Promise<T[]>((resolve, reject) => {
        const opening = indexedDB.open('afterstate');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const all = opening.result.transaction(store).objectStore(store).getAll();
          all.addEventListener('success', () => {
            opening.result.close();
            resolve(all.result as T[]);
          });
        });
      }),
    store,
  );
}

interface Entry {
  readonly game: string;
  readonly player: string;
  readonly games: number;
  readonly mean: number;
  readonly best: number;
  readonly scores: number[];
  readonly largest: Record<string, number>;
}

interface Kept {
  readonly id: string;
  readonly game: string;
  readonly score: number;
  readonly played: number;
  readonly auto?: boolean;
  readonly name?: string;
}

async function runUntil(visit: Visit, count: number): Promise<void> {
  await visit.button('Auto').click();
  await expect.poll(() => games(visit)).toBeGreaterThanOrEqual(count);
  await visit.button('Stop').click();
}

describe.each(['2048', 'Threes'])('auto-run of %s', (title) => {
  it('begins game after game, counts each, and keeps the numbers over a reload until they are reset', async () => {
    const visit = await app.visit();
    const { page } = visit;
    await visit.button(title).click();
    await choose(visit, 'random');
    await visit.setSpeed(FAST);
    await again(visit).check();
    await runUntil(visit, 15);
    const seen = await numbers(visit);
    await expect.poll(async () => (await stored<Entry>(visit, 'statistics'))[0]?.games, SOON).toBe(seen['Games']);
    const [entry] = await stored<Entry>(visit, 'statistics');
    const { scores } = entry!;
    expect(entry).toMatchObject({ game: title.toLowerCase(), player: 'random' });
    expect(scores.length).toBe(seen['Games']);
    const mean = scores.reduce((sum, n) => sum + n, 0) / scores.length;
    expect(entry!.mean).toBeCloseTo(mean, 6);
    expect(seen).toMatchObject({ Average: Math.round(mean), Best: Math.max(...scores) });
    const ascending = scores.toSorted((a, b) => a - b);
    const middle = (ascending.length - 1) / 2;
    expect(seen['Median']).toBe(Math.round((ascending[Math.floor(middle)]! + ascending[Math.ceil(middle)]!) / 2));
    expect(Object.values(entry!.largest).reduce((sum, n) => sum + n, 0)).toBe(scores.length);
    expect(await page.locator('.tile-rates tr').count()).toBeGreaterThan(0);
    expect(await page.locator('.histogram [role=img]').getAttribute('aria-label')).toMatch(/^From .* to .*; most, /);
    expect(await visit.seriousFindings()).toEqual([]);

    await page.reload();
    await expect.poll(() => numbers(visit), SOON).toEqual(seen);
    expect(await again(visit).isChecked()).toBe(true);
    await visit.button('Reset').click();
    await page.locator('.run-statistics').waitFor({ state: 'detached' });
    await page.locator('.said').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => numbers(visit), SOON).toEqual(seen);
    await visit.button('Reset').click();
    await page.locator('.run-statistics').waitFor({ state: 'detached' });
    await page.reload();
    await visit.settled();
    expect(await stored(visit, 'statistics')).toEqual([]);
  });

  it('keeps the ten best games and the last ten, and those that a person names', async () => {
    const visit = await app.visit();
    const { page } = visit;
    await visit.button(title).click();
    await choose(visit, 'random');
    await visit.setSpeed(FAST);
    await again(visit).check();
    await runUntil(visit, 12);
    await visit.go('#/games');
    await page.getByText('Of the games that auto-run starts by itself').waitFor(SOON);
    await page.locator('.kept-list li').nth(3).getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name of the game').fill('mine');
    await visit.press('Enter');
    await page.getByText('mine').waitFor();
    await visit.go('#/play');
    await runUntil(visit, 40);
    await visit.go('#/games');
    await page.locator('.best-mark').first().waitFor(SOON);
    // The one on the board has not ended, and the last one that did may still be on its way.
    const kept = await stored<Kept>(visit, 'games');
    const auto = kept.filter((game) => game.auto && game.name === undefined);
    expect(auto.length).toBeGreaterThanOrEqual(10);
    expect(auto.length).toBeLessThanOrEqual(22);
    expect(kept.some((game) => game.name === 'mine')).toBe(true);
    // Scores are written once a second at most, so the last ones may still be on their way.
    await expect
      .poll(async () => (await stored<Entry>(visit, 'statistics'))[0]?.games, SOON)
      .toBeGreaterThanOrEqual(40);
    const [entry] = await stored<Entry>(visit, 'statistics');
    const best = auto.map(({ score }) => score).sort((a, b) => b - a);
    // The first game was begun by a person; it or the one with a name may be the best.
    const others = kept.filter((game) => !game.auto || game.name !== undefined).map(({ score }) => score);
    expect([...best, ...others]).toContain(entry!.best);
    const third = entry!.scores.toSorted((a, b) => b - a)[2]!;
    expect([...best, ...others].filter((score) => score >= third).length).toBeGreaterThanOrEqual(3);
    expect(await page.locator('.best-mark').count()).toBe(10);
  });
});

describe('auto-run', () => {
  it.each(['7', FAST])('stops at the move that makes the chosen tile, at speed %s', async (speed) => {
    const visit = await app.visit({ hash: links('2048', '64,64,0,0/128,0,0,0/2,4,0,0/0,0,0,2') });
    await choose(visit, 'expectimax');
    await visit.setSpeed(speed);
    await again(visit).check();
    await stopAt(visit).check();
    await visit.page.getByLabel('The tile that stops it').selectOption('256');
    await visit.button('Auto').click();
    await visit.page.getByText('256 reached: auto-run stopped.').waitFor();
    expect(Math.max(...(await visit.board()))).toBe(256);
    await visit.button('Auto').waitFor();
    const moves = await visit.number('Moves');
    await visit.button('Undo').click();
    expect(Math.max(...(await visit.board()))).toBe(128);
    await visit.button('Redo').click();
    // A board that already has the tile does not stop it.
    await visit.setSpeed('6');
    await visit.button('Auto').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBeGreaterThan(moves + 5);
    await visit.button('Stop').click();
    // Choices are kept.
    await visit.page.reload();
    await expect.poll(() => stopAt(visit).isChecked(), SOON).toBe(true);
    expect(await visit.page.getByLabel('The tile that stops it').inputValue()).toBe('8');
  });

  it('a game from a set-up board, or one that a person has played, does not count', async () => {
    const visit = await app.visit({ hash: links('2048', '2,4,8,16/32,64,128,256/2,4,8,16/32,64,0,0') });
    await choose(visit, 'random');
    await visit.setSpeed(FAST);
    await visit.button('Auto').click();
    await visit.page.getByRole('group', { name: 'Game over' }).waitFor(SOON);
    await visit.button('Auto').waitFor();
    await visit.button('New game').click();
    for (let i = 0; i < 30; i++) await visit.press('ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp');
    if (!(await visit.page.getByRole('group', { name: 'Game over' }).count())) await visit.button('Auto').click();
    await visit.page.getByRole('group', { name: 'Game over' }).waitFor(SOON);
    expect(await stored(visit, 'statistics')).toEqual([]);
    // With the switch off, the run has ended with the game.
    expect(await visit.button('Auto').isDisabled()).toBe(true);
    await again(visit).check();
    expect(await visit.button('Auto').isDisabled()).toBe(false);
    await runUntil(visit, 1);
  });

  it('continues by itself when a better model takes over', async () => {
    const visit = await app.visit();
    const { page } = visit;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.context().route('**/models/2048-small/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await page.getByText('2048-tiny plays until 2048-small is here.').waitFor(SOON);
    await visit.setSpeed('6');
    await visit.button('Auto').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBeGreaterThan(5);
    release();
    await page.getByText('2048-tiny plays until 2048-small is here.').waitFor({ state: 'detached', ...SOON });
    const moves = await visit.number('Moves');
    await expect.poll(() => visit.number('Moves'), SOON).toBeGreaterThan(moves + 10);
    await visit.button('Stop').click();
  });

  it('two tabs count into the same statistics', async () => {
    const visit = await app.visit();
    await choose(visit, 'random');
    await visit.setSpeed(FAST);
    await again(visit).check();
    const other = await visit.page.context().newPage();
    await other.goto(app.url);
    const tabs = [visit.page, other];
    for (const tab of tabs) await tab.getByRole('button', { name: 'Auto', exact: true }).click();
    await expect.poll(() => games(visit)).toBeGreaterThan(15);
    for (const tab of tabs) await tab.getByRole('button', { name: 'Stop', exact: true }).click();
    await visit.pause(2500);
    const [entry] = await stored<Entry>(visit, 'statistics');
    expect(entry!.scores.length).toBe(entry!.games);
    await visit.page.reload();
    await expect.poll(() => games(visit), SOON).toBe(entry!.games);
    await other.reload();
    const there = other.locator('.run-statistics dl dd').first();
    await expect.poll(() => there.textContent(), SOON).toBe(entry!.games.toLocaleString('en-US'));
    await other.close();
  });

  it('a game that a reload interrupts counts when it is finished, and the run does not start by itself', async () => {
    const visit = await app.visit();
    await choose(visit, 'random');
    await visit.setSpeed('9');
    await visit.button('Auto').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBeGreaterThan(10);
    await visit.page.reload();
    await visit.button('Auto').waitFor(SOON);
    const moves = await visit.number('Moves');
    expect(moves).toBeGreaterThan(10);
    await visit.page.waitForTimeout(500);
    expect(await visit.number('Moves')).toBe(moves);
    await visit.setSpeed(FAST);
    await visit.button('Auto').click();
    await visit.page.getByRole('group', { name: 'Game over' }).waitFor(SOON);
    await expect.poll(() => games(visit), SOON).toBe(1);
    expect((await numbers(visit))['Best']).toBe(await visit.number('Score'));
  });

  it('has its switches and numbers on a phone', async () => {
    const visit = await app.visit(PHONE);
    await choose(visit, 'random');
    await visit.setSpeed(FAST);
    await again(visit).check();
    await visit.press('Escape');
    await visit.button('Auto').click();
    await expect.poll(async () => (await stored<Entry>(visit, 'statistics'))[0]?.games ?? 0).toBeGreaterThan(3);
    await visit.button('Stop').click();
    await openPanel(visit);
    await visit.page.locator('.histogram').waitFor(SOON);
    expect(await games(visit)).toBeGreaterThan(3);
    expect(await visit.seriousFindings()).toEqual([]);
  });
});
