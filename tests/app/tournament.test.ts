import { describe, expect, it } from 'vitest';
import { choosePlayer, compared, downloaded, gamesDone, setGames } from './tournament.testing.ts';
import { PHONE, SOON, visits } from './visit.testing.ts';

const app = visits();

describe('a tournament', () => {
  it('gives the numbers of compare on the same games', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    const specs = ['ntuple:models/2048-small?ply=2', 'expectimax?eval=snake&depth=2'];
    await choosePlayer(visit, 1, specs[0]!);
    await choosePlayer(visit, 2, specs[1]!);
    await setGames(visit, 6, 7);
    await visit.button('Start').click();
    await visit.page.getByText('12 of 12 games').waitFor({ timeout: 240_000 });
    expect(await downloaded(visit)).toEqual(await compared(...specs, '--games', '6', '--seed', '7'));
    expect(await visit.page.locator('.elsewhere pre').textContent()).toBe(
      `npx afterstate compare '${specs[0]}' '${specs[1]}' --games 6 --seed 7`,
    );
    expect(await visit.seriousFindings()).toEqual([]);
  });

  it('takes more players and games without replaying any, in Threes too', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    await visit.button('Threes').click();
    await choosePlayer(visit, 1, 'random');
    await choosePlayer(visit, 2, 'cycle?moves=up,left&stuck=random');
    await setGames(visit, 30);
    await visit.button('Start').click();
    await visit.page.getByText('60 of 60 games').waitFor(SOON);
    await visit.button('Add a player').click();
    await visit.button('Close player 3').click();
    await choosePlayer(visit, 3, 'cycle');
    await setGames(visit, 50);
    await visit.page.getByText('60 of 150 games').waitFor(SOON);
    await visit.button('Continue').click();
    await visit.page.getByText('150 of 150 games').waitFor(SOON);
    const specs = ['random', 'cycle?moves=up,left&stuck=random', 'cycle'];
    expect(await downloaded(visit)).toEqual(await compared(...specs, '--game', 'threes', '--games', '50'));
    expect(await visit.page.getByRole('table').first().getByRole('row').count()).toBe(4);
    await visit.button('Remove player 2').click();
    await visit.page.getByText('100 of 100 games').waitFor(SOON);
  });

  it('waits for a network that the page is already loading', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    const { page } = visit;
    const asked = page.waitForRequest(/models\/2048-small/);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(/models\/2048-small/, async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await visit.settled();
    await asked;
    await choosePlayer(visit, 1, 'ntuple:models/2048-small?ply=1');
    await choosePlayer(visit, 2, 'random');
    await setGames(visit, 2);
    await visit.button('Start').click();
    await visit.button('Pause').waitFor();
    release();
    await page.getByText('4 of 4 games').waitFor(SOON);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('pauses at once, and says what is wrong with a player', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    await choosePlayer(visit, 1, 'montecarlo?runs=5000');
    await visit.button('Start').click();
    await visit.button('Pause').click();
    await visit.button('Start').waitFor(SOON);
    await choosePlayer(visit, 1, 'expectimax?depth=99');
    await visit.button('Start').click();
    await visit.page.getByRole('alert').getByText(/depth/).waitFor(SOON);
    await visit.page.getByLabel('Games', { exact: true }).fill('0');
    await visit.page.getByLabel('Games', { exact: true }).blur();
    await visit.page.getByText('Games must be a whole number from 1 to 100,000.').waitFor(SOON);
    expect(await visit.page.getByLabel('Games', { exact: true }).inputValue()).toBe('100');
  });

  it('continues after a reload, with the numbers of one that was never interrupted', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    const { page } = visit;
    // Enough that a fast machine still plays when the page is loaded again.
    const GAMES = 60;
    const specs = ['expectimax?eval=snake&depth=2', 'montecarlo?runs=60'];
    await choosePlayer(visit, 1, specs[0]!);
    await choosePlayer(visit, 2, specs[1]!);
    await setGames(visit, GAMES, 5);
    await visit.button('Start').click();
    await expect.poll(() => gamesDone(page)).toBeGreaterThan(3);
    // Another tab finds what was saved while this one plays.
    const other = await page.context().newPage();
    await other.goto(`${app.url}#/tournament`);
    let seen = 0;
    await expect
      .poll(
        async () => {
          await other.reload();
          await other.locator('.entrant-name').first().waitFor(SOON);
          seen = await gamesDone(other);
          return seen;
        },
        { interval: 500 },
      )
      .toBeGreaterThan(0);
    await other.close();

    const names = await page.locator('.entrant-name').allTextContents();
    await page.reload();
    await visit.button('Continue').waitFor(SOON);
    expect(await page.locator('.entrant-name').allTextContents()).toEqual(names);
    const after = await gamesDone(page);
    expect(after).toBeGreaterThanOrEqual(seen);
    expect(after).toBeLessThan(2 * GAMES);
    // Paused: nothing is played unasked.
    await page.waitForTimeout(1500);
    expect(await gamesDone(page)).toBe(after);

    // Another game has its own tournament, and leaves this one alone.
    await visit.button('Threes').click();
    await visit.button('Start').waitFor(SOON);
    await visit.button('2048').click();
    await visit.button('Continue').waitFor(SOON);
    expect(await gamesDone(page)).toBe(after);

    await visit.button('Continue').click();
    await page.getByText(`${2 * GAMES} of ${2 * GAMES} games`).waitFor({ timeout: 240_000 });
    expect(await downloaded(visit)).toEqual(await compared(...specs, '--games', `${GAMES}`, '--seed', '5'));
    await page.reload();
    await page.getByText(`${2 * GAMES} of ${2 * GAMES} games`).waitFor(SOON);
  });

  it('fits a phone', async () => {
    const visit = await app.visit({ ...PHONE, hash: '#/tournament' });
    await choosePlayer(visit, 1, 'random');
    await choosePlayer(visit, 2, 'cycle');
    await visit.button('Start').click();
    await visit.page.getByText('200 of 200 games').waitFor(SOON);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await visit.seriousFindings()).toEqual([]);
  });
});
