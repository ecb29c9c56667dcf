import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, startHost, type StaticHost } from './static-host.testing.ts';
import { links, SOON, type Visit, visits } from './visit.testing.ts';

const app = visits();
const BOARDS = [
  '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16',
  '2,0,0,4/0,0,8,0/0,16,0,0/2,0,0,32',
  '4,2,8,2/64,32,4,8/128,256,16,4/2048,512,2,0',
];
const PLAYERS = [
  'ntuple:models/2048-small',
  'ntuple:models/2048-small?ply=2',
  'ntuple:models/2048-small?ply=3',
  'expectimax?depth=2',
  'nneonneo?depth=3',
  'alphabeta?depth=2',
];

const theSwitch = (visit: Visit) => visit.page.getByRole('switch', { name: 'The server thinks' });

interface Moves {
  readonly best: string | null;
  readonly moves: readonly { readonly move: string; readonly value: number; readonly gain: number }[];
}

/** Collects the answers of the page's own worker, by the player asked: until a model is here, another one plays. */
async function overhear(visit: Visit): Promise<void> {
  await visit.page.addInitScript(() => {
    const heard: Record<string, unknown> = {};
    Object.assign(globalThis, { heard });
    globalThis.Worker = class extends Worker {
      readonly #asked = new Map<number, string>();
      constructor(...args: ConstructorParameters<typeof Worker>) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          if (data?.answer?.moves) heard[this.#asked.get(data.id)!] = data.answer;
        });
      }
      override postMessage(message: { id?: number; job?: { player?: string } }, ...rest: never[]): void {
        if (message.job?.player !== undefined) this.#asked.set(message.id!, message.job.player);
        super.postMessage(message, ...rest);
      }
    };
  });
}

async function heardOf(visit: Visit, spec: string): Promise<Moves> {
  const heard = (): Promise<Moves | undefined> =>
    visit.page.evaluate((spec) => (globalThis as unknown as { heard: Record<string, Moves> }).heard[spec], spec);
  await expect.poll(heard, SOON).toBeDefined();
  return (await heard())!;
}

async function choosePlayer(visit: Visit, spec: string): Promise<void> {
  await visit.page.evaluate((player) => {
    const settings = JSON.parse(localStorage.getItem('afterstate:settings') ?? '{"version":1}');
    localStorage.setItem('afterstate:settings', JSON.stringify({ ...settings, player }));
  }, spec);
}

describe('if the app is served by afterstate', () => {
  it('the server chooses what the page itself would choose', async () => {
    const visit = await app.visit();
    // From the next page on.
    await overhear(visit);
    const compared: string[] = [];
    for (const [i, spec] of PLAYERS.entries()) {
      const board = BOARDS[i % BOARDS.length]!;
      await choosePlayer(visit, spec);
      await visit.page.evaluate(() => localStorage.setItem('afterstate:server', '{"version":1,"on":false}'));
      await visit.page.goto('about:blank');
      await visit.page.goto(app.url + links('2048', board));
      await visit.button('Hint').click();
      await visit.page.locator('.side.best').waitFor();
      const own = await heardOf(visit, spec);

      const asked = visit.page.waitForResponse((response) => response.url().endsWith('/api/move'));
      await theSwitch(visit).check();
      await visit.page.goto('about:blank');
      await visit.page.goto(app.url + links('2048', board));
      await expect.poll(() => theSwitch(visit).isChecked(), SOON).toBe(true);
      await visit.button('Hint').click();
      const response = await asked;
      expect(response.request().postDataJSON()).toMatchObject({ player: expect.stringContaining(spec.split('?')[0]!) });
      const served = (await response.json()) as Moves;
      expect({ best: served.best, moves: served.moves }, spec).toEqual({ best: own.best, moves: own.moves });
      await visit.page.locator('.side.best').waitFor();
      compared.push(spec);
    }
    expect(compared).toEqual(PLAYERS);
  });

  it('a large model plays without being loaded into the page', async () => {
    const visit = await app.visit();
    const asked: string[] = [];
    visit.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await theSwitch(visit).check();
    // Meanwhile the server loads it; on a busy machine that takes longer than a request may.
    const warm = () =>
      fetch(`${app.url}api/move`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ board: BOARDS[0], player: 'ntuple:models/2048-large' }),
      });
    await expect.poll(async () => (await warm()).status).toBe(200);
    await choosePlayer(visit, 'ntuple:models/2048-large?ply=2');
    await visit.page.goto('about:blank');
    await visit.page.goto(app.url + links('2048', BOARDS[0]!));
    await expect.poll(() => theSwitch(visit).isChecked(), SOON).toBe(true);
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
    expect(asked).toContain('/api/move');
    expect(asked.filter((path) => path.includes('2048-large'))).toEqual([]);
  });

  it('the page thinks by itself when the server is gone, and says so', async () => {
    const visit = await app.visit({ hash: links('2048', BOARDS[1]!) });
    await theSwitch(visit).check();
    await visit.page.route('**/api/move', (route) => route.abort());
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
    await visit.page.getByText('The server does not answer. This page thinks by itself.').waitFor();
    // What the browser says about the connection.
    expect(visit.complaints.splice(0).every((text) => /ERR_FAILED/.test(text))).toBe(true);
    // A busy one is asked again with the next question.
    await visit.page.unroute('**/api/move');
    const busy = { status: 503, json: { error: { code: 'busy', message: 'busy' } } };
    await expect.poll(() => theSwitch(visit).isChecked()).toBe(true);
    const again = visit.page.waitForResponse('**/api/move');
    await visit.page.route('**/api/move', (route) => route.fulfill(busy));
    for (let i = 0; i < 8; i++) {
      await visit.press('ArrowRight', 'ArrowUp', 'ArrowLeft', 'ArrowDown');
      await visit.button('Hint').click();
      await visit.page.waitForTimeout(1000);
      if (await visit.page.getByText('The server is busy. This page thinks by itself.').isVisible()) break;
    }
    await again;
    await visit.page.locator('.side.best').waitFor();
    visit.complaints.splice(0);
  });
});

describe('on a static host', () => {
  let host: StaticHost;
  beforeAll(async () => {
    host = await startHost(join(ROOT, 'packages/web/dist'));
  });
  afterAll(() => host?.close());

  it('there is no such switch', async () => {
    const visit = await app.visit({ url: host.url, hash: links('2048', BOARDS[0]!) });
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
    expect(await theSwitch(visit).count()).toBe(0);
    expect(host.asked.filter((path) => path.startsWith('api/'))).toEqual([]);
  });
});
