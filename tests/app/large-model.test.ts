import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOON, type Visit, visits } from './visit.testing.ts';
import { buildApp, ROOT, startHost, type StaticHost } from './static-host.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterstate-large-'));
const dist = join(folder, 'dist');

/** How the host sends the large model. */
let sends: 'at once' | 'slowly' | 'never' = 'at once';
let host: StaticHost;
/** Its size, on disk as in memory. */
let megabytes: number;

// The app, built with a large model beside the small one: the same weights, in the form of training files.
beforeAll(async () => {
  const models = join(folder, 'models');
  for (const name of ['2048-small', '2048-large']) mkdirSync(join(models, name), { recursive: true });
  copyFileSync(join(ROOT, 'models/2048-small/model.compact'), join(models, '2048-small/model.compact'));
  const exact = join(folder, 'exact.safetensors');
  const convert = ['packages/lab/bin/afterstate.mjs', 'convert', join(ROOT, 'models/2048-small'), exact];
  const { status, stderr } = spawnSync(process.execPath, convert, { cwd: ROOT, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  megabytes = Math.round(statSync(exact).size / 1e6);
  renameSync(exact, join(models, '2048-large/model.compact'));
  buildApp(dist, models);
  host = await startHost(dist, (path, file, response) => {
    if (!path.includes('2048-large') || sends === 'at once') return false;
    if (sends === 'never') response.writeHead(503).end();
    else {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      file.once('data', (part) => {
        file.pause();
        response.write(part);
      });
    }
    return true;
  });
});
afterAll(async () => {
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});
// After the lines above: what is set up last is closed first.
const app = visits();

const model = (visit: Visit): Promise<string> => visit.page.getByRole('combobox', { name: 'model' }).inputValue();

describe('a large model', () => {
  it('is offered, not loaded; once asked for, it comes, plays, and is kept, even offline', async () => {
    sends = 'at once';
    const visit = await app.visit({ url: host.url, serviceWorkers: 'allow' });
    const { page } = visit;
    await expect.poll(() => page.evaluate(() => crossOriginIsolated), SOON).toBe(true);
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    expect(await model(visit)).toBe('models/2048-small');
    const [load, memory] = [`${megabytes} MB to load`, `${megabytes} MB of memory`];
    await page.getByText(`The network 2048-large plays stronger: ${load}, ${memory}.`).waitFor();
    expect(host.asked.filter((path) => path.includes('2048-large'))).toEqual([]);

    await visit.button('Load it').click();
    await page.getByText(/plays stronger/).waitFor({ state: 'detached' });
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await model(visit)).toBe('models/2048-large');
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    const kept = (): Promise<number> =>
      page.evaluate(async () => (await (await caches.open('afterstate-models')).keys()).length);
    await expect.poll(kept, SOON).toBe(1);

    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await model(visit)).toBe('models/2048-large');
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    expect(host.asked.filter((path) => path.includes('2048-large')).length).toBe(1);
    // The page has looked for a server that thinks.
    for (const complaint of visit.complaints.splice(0)) expect(complaint).toContain('ERR_INTERNET_DISCONNECTED');
  });

  it('lets the small one play while it loads, and can be cancelled', async () => {
    sends = 'slowly';
    const visit = await app.visit({ url: host.url });
    const { page } = visit;
    await page.getByRole('combobox', { name: 'model' }).selectOption('models/2048-large');
    const bar = page.getByRole('progressbar', { name: 'Loading 2048-large' });
    await expect.poll(async () => Number(await bar.getAttribute('value')), SOON).toBeGreaterThan(0);
    const part = String.raw`\d+\skB of ${megabytes}\sMB`;
    await page.getByText(new RegExp(`^2048-large: ${part}\\. Until it is here, 2048-small plays\\.$`)).waitFor();
    expect(await visit.seriousFindings()).toEqual([]);
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    await visit.button('Cancel').click();
    await bar.waitFor({ state: 'detached' });
    expect(await model(visit)).toBe('models/2048-small');
    await visit.button('Load it').waitFor();
  });

  it('that cannot be loaded is reported, and the small one plays on', async () => {
    sends = 'never';
    const visit = await app.visit({ url: host.url });
    const { page } = visit;
    await visit.button('Load it').click();
    await page.getByText('2048-large could not be loaded: the host answered 503.').waitFor();
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    sends = 'at once';
    await visit.button('Try again').click();
    await page.getByText('2048-large could not be loaded').waitFor({ state: 'detached' });
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    // The browser itself complains about the answer.
    for (const complaint of visit.complaints.splice(0)) expect(complaint).toContain('503');
  });
});
