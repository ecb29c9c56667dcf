// A tournament that the server plays: the numbers of `compare`, models that the page need not load, and what happens when the server is gone.

import { describe, expect, it } from 'vitest';
import { choosePlayer, compared, downloaded, gamesDone, setGames } from './tournament.testing.ts';
import { SOON, type Visit, visits } from './visit.testing.ts';

const app = visits();
const theSwitch = (visit: Visit) => visit.page.getByRole('switch', { name: 'The server thinks' });

/** The paths that the page and its workers request. */
function paths(visit: Visit): string[] {
  const asked: string[] = [];
  visit.page.context().on('request', (request) => asked.push(new URL(request.url()).pathname));
  return asked;
}

// The large network is not loaded into a page when a small one shows the same.
describe.each([
  ['on the server', true, 'ntuple?ply=2'],
  ['in the tab', false, 'ntuple:models/2048-small?ply=2'],
])('a tournament %s', (_, onServer, network) => {
  it(`of ${network} and expectimax?depth=2 gives the numbers of compare`, async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    const asked = paths(visit);
    await theSwitch(visit).setChecked(onServer);
    await choosePlayer(visit, 1, network);
    await choosePlayer(visit, 2, 'expectimax?depth=2');
    await setGames(visit, 2, 11);
    await visit.button('Start').click();
    await visit.page.getByText('4 of 4 games').waitFor({ timeout: 240_000 });
    const numbers = (await downloaded(visit)) as { players: { player: string }[]; differences: object[] };
    const same = await compared(network, 'expectimax?depth=2', '--games', '2', '--seed', '11');
    // The page names the network that the command line takes.
    const named = JSON.parse(JSON.stringify(same).replaceAll('"ntuple?', '"ntuple:models/2048-large?'));
    expect(numbers).toEqual(named);
    expect(asked.includes('/api/games')).toBe(onServer);
    expect(asked.some((path) => path.includes('2048-large'))).toBe(false);
  });
});

describe('a tournament on the server', () => {
  it('ends there when paused, and a reload leaves it paused, ready to continue', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    const { page } = visit;
    await theSwitch(visit).check();
    const specs = ['expectimax?eval=snake&depth=2', 'montecarlo?runs=60'];
    await choosePlayer(visit, 1, specs[0]!);
    await choosePlayer(visit, 2, specs[1]!);
    await setGames(visit, 20, 5);
    await visit.button('Start').click();
    await expect.poll(() => gamesDone(page)).toBeGreaterThan(2);
    // It is saved every two seconds.
    await visit.pause(2500);
    await page.reload();
    await visit.button('Continue').waitFor(SOON);
    const after = await gamesDone(page);
    expect(after).toBeGreaterThan(0);
    await expect.poll(() => app.holds().gameFeeds, SOON).toBe(0);
    expect(await gamesDone(page)).toBe(after);
    await visit.button('Continue').click();
    await page.getByText('40 of 40 games').waitFor();
    expect(await downloaded(visit)).toEqual(await compared(...specs, '--games', '20', '--seed', '5'));

    await choosePlayer(visit, 1, 'montecarlo?runs=9000');
    await visit.button('Continue').click();
    await expect.poll(() => app.holds().gameFeeds, SOON).toBe(1);
    await visit.button('Pause').click();
    await expect.poll(() => app.holds().gameFeeds, SOON).toBe(0);
  });

  it('continues in the page if the server is gone or refuses, waits while it is busy, and says so', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    const { page } = visit;
    await theSwitch(visit).check();
    await choosePlayer(visit, 1, 'random');
    await choosePlayer(visit, 2, 'cycle?moves=up,left&stuck=random');
    await setGames(visit, 3000);
    const busy = { status: 503, json: { error: { code: 'busy', message: 'busy' } } };
    await page.route('**/api/games', (route) => route.fulfill(busy));
    await visit.button('Start').click();
    await page.getByText('waiting for the server, which is busy').waitFor(SOON);
    expect(await gamesDone(page)).toBe(0);
    await page.unroute('**/api/games');
    await expect.poll(() => gamesDone(page), SOON).toBeGreaterThan(0);
    await page.route('**/api/games', (route) => route.abort());
    await page.getByText('The server does not answer. This page plays by itself.').waitFor(SOON);
    await page.getByText('6,000 of 6,000 games').waitFor();
    expect(await downloaded(visit)).toEqual(
      await compared('random', 'cycle?moves=up,left&stuck=random', '--games', '3000'),
    );
    // What the browser says about the answers.
    expect(visit.complaints.splice(0).every((text) => /ERR_FAILED|503/.test(text))).toBe(true);
  });

  it('does not load a large model unasked if the server is gone', async () => {
    const visit = await app.visit({ hash: '#/tournament' });
    const asked = paths(visit);
    await theSwitch(visit).check();
    await choosePlayer(visit, 1, 'ntuple:models/2048-large');
    await visit.page.route('**/api/games', (route) => route.abort());
    await visit.button('Start').click();
    await visit.page
      .getByRole('alert')
      .getByText('Continue plays on in this page, which then loads 2048-large (39 MB).')
      .waitFor(SOON);
    await visit.button('Start').waitFor();
    expect(asked.some((path) => path.includes('2048-large'))).toBe(false);
    visit.complaints.splice(0);
  });
});
