import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHost, type StaticHost } from './static-host.testing.ts';
import { links, visits, SOON } from './visit.testing.ts';

const app = visits();
const DIST = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url));
const PAGES = [
  'play',
  'learn',
  'networks',
  'analyse',
  'practise',
  'games',
  'replay',
  'tournament',
  'papers',
  'runs',
  'elsewhere',
  'help',
];

describe('the script of the first page', () => {
  it('is under 132 kB compressed, including the workers', () => {
    const index = readFileSync(join(DIST, 'index.html'), 'utf8');
    const todo = [...index.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map((match) => match[1]!);
    todo.push(
      ...readdirSync(join(DIST, 'assets'))
        .filter((file) => /^worker.*\.js$/.test(file))
        .map((file) => `assets/${file}`),
    );
    const seen = new Set<string>();
    let bytes = 0;
    for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
      if (seen.has(file)) continue;
      seen.add(file);
      const code = readFileSync(join(DIST, file));
      bytes += gzipSync(code).length;
      for (const [, next] of code.toString().matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
        todo.push(`assets/${next}`);
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
    expect(bytes).toBeLessThan(132_000);
  });
});

describe('the first hint', () => {
  it('needs less than 300 kB before its model, and less than 200 kB of that, and nothing else is fetched before it', async () => {
    const { page } = await app.visit();
    const asked: string[] = [];
    // Including those of workers.
    page.context().on('request', (request) => asked.push(new URL(request.url()).pathname.slice(1) || 'index.html'));
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' })));
    });
    await page.reload();
    await page.locator('.side.best').waitFor();
    await expect.poll(() => asked.some((path) => path.startsWith('models/2048-small/')), SOON).toBe(true);
    const first = asked.findIndex((path) => path.startsWith('models/2048-tiny/'));
    const second = asked.findIndex((path) => path.startsWith('models/2048-small/'));
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(second);
    expect(asked.slice(0, first).filter((path) => /-page|^models\//.test(path))).toEqual([]);
    const size = (path: string): number => gzipSync(readFileSync(join(DIST, path))).length;
    const before = [...new Set(asked.slice(0, second))].filter((path) => !path.startsWith('models/'));
    expect(before.reduce((sum, path) => sum + size(path), 0)).toBeLessThan(300_000);
    expect(size(asked[first]!)).toBeLessThan(200_000);
  });

  it('is taken over silently by the better model when that arrives', async () => {
    const visit = await app.visit({ hash: links('2048', '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16') });
    const { page } = visit;
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.context().route('**/models/2048-small/**', async (route) => {
      await held;
      await route.continue();
    });
    await page.reload();
    await visit.press('v');
    await page.locator('.side.best').waitFor();
    const values = () => page.locator('.side .worth').allTextContents();
    const tiny = await values();
    await page.getByText('2048-tiny plays until 2048-small is here.').waitFor();
    const gone = page.evaluate(
      () =>
        new Promise<boolean>((resolve) => {
          let missed = false;
          const start = performance.now();
          const watch = (): void => {
            missed ||= !document.querySelector('.side.best');
            if (performance.now() - start > 3000) resolve(missed);
            else requestAnimationFrame(watch);
          };
          watch();
        }),
    );
    release();
    await expect.poll(values, SOON).not.toEqual(tiny);
    expect(await gone).toBe(false);
    await page.getByText('2048-tiny plays until 2048-small is here.').waitFor({ state: 'detached' });
  });
});

describe('the other pages', () => {
  it('are loaded when their links are pointed at, and by themselves some seconds after the first hint', async () => {
    const { page } = await app.visit();
    const pages: string[] = [];
    page.on('request', (request) => {
      const name = /\/([a-z]+)-page-[^/]*\.js$/.exec(request.url())?.[1];
      if (name) pages.push(name);
    });
    await page.addInitScript(() => {
      const later = window.setTimeout;
      const waiting: (() => void)[] = [];
      // The seconds are over when the test says so.
      window.setTimeout = ((work: () => void, ms?: number) =>
        ms === 4000 ? waiting.push(work) : later(work, ms)) as typeof setTimeout;
      Object.assign(window, { secondsLater: () => waiting.splice(0).map((work) => work()).length });
    });
    await page.reload();
    await page.getByRole('link', { name: 'Help' }).hover();
    await expect.poll(() => pages, SOON).toEqual(['help']);
    const secondsLater = () => page.evaluate(() => (window as unknown as { secondsLater(): number }).secondsLater());
    await expect.poll(secondsLater, SOON).toBe(1);
    const others = PAGES.filter((name) => name !== 'play' && name !== 'help');
    await expect.poll(() => pages.slice(1).toSorted(), SOON).toEqual(others.toSorted());
  });
});

describe('on any wide screen', () => {
  it('nothing sticks out of its panel', async () => {
    const visit = await app.visit();
    for (const width of [860, 940, 1100, 1280]) {
      await visit.page.setViewportSize({ width, height: 900 });
      await visit.drawnWhole();
      const sticking = await visit.page.evaluate(() =>
        [...document.querySelectorAll('.panel')].flatMap((panel) => {
          const { left, right } = panel.getBoundingClientRect();
          return [...panel.querySelectorAll('*')]
            .map((part) => [part.tagName, part.getBoundingClientRect()] as const)
            .filter(([, box]) => box.width > 0 && (box.left < left - 1 || box.right > right + 1))
            .map(([name]) => name);
        }),
      );
      expect(sticking, `${width} pixels`).toEqual([]);
      expect(await visit.page.locator('.panel').count()).toBeGreaterThan(0);
    }
  });
});

describe('the theme', () => {
  it("is the system's until another is chosen, which is kept", async () => {
    const visit = await app.visit({ colorScheme: 'dark' });
    const ground = () => visit.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await visit.button('Theme: system').click();
    const light = await ground();
    expect(light).not.toBe(dark);
    await visit.page.reload();
    expect(await ground()).toBe(light);
    await visit.button('Theme: light').click();
    expect(await ground()).toBe(dark);
  });
});

describe('the keyboard', () => {
  it('reaches everything on the Play page, and what it reaches can be seen', async () => {
    const visit = await app.visit();
    await visit.press('ArrowLeft', 'ArrowUp', 'ArrowRight');
    const reached: string[] = [];
    for (let i = 0; i < 40; i++) {
      await visit.press('Tab');
      const focus = await visit.page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        if (element === document.body) return undefined;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        const label = element.closest('label')?.textContent;
        const name = element.getAttribute('aria-label') ?? label ?? element.textContent!;
        return { name, ring: outlineStyle !== 'none' && outlineWidth !== '0px' };
      });
      if (!focus) break;
      expect(focus.ring, focus.name).toBe(true);
      reached.push(focus.name);
    }
    for (const name of [
      'afterstate',
      'Learn',
      'Threes',
      'Up',
      'Left',
      'Auto',
      'Step',
      'Hint',
      'Undo',
      'Edit',
      'Share',
      'New',
    ])
      expect(reached).toContain(name);
  });
});

describe('without a network', () => {
  it('the app loads, plays and hints as before', async () => {
    const visit = await app.visit({ serviceWorkers: 'allow' });
    await visit.page.evaluate(() => navigator.serviceWorker.ready);
    await visit.page.reload();
    await expect.poll(() => visit.page.evaluate(() => navigator.serviceWorker.controller !== null), SOON).toBe(true);
    await visit.page.context().setOffline(true);
    await visit.page.reload();
    await visit.press('ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown');
    expect(await visit.number('Moves')).toBeGreaterThan(0);
    for (const game of ['Threes', '2048']) {
      await visit.button(game).click();
      await visit.button('Hint').click();
      await visit.page.locator('.side.best').waitFor();
    }
    for (const page of PAGES) {
      await visit.go(`#/${page}`);
      await visit.page.locator('main h1').waitFor({ state: 'attached' });
    }
    // Runs belong to the server: the page says that it is not there, and so does the browser.
    await visit.go('#/runs');
    await visit.page.getByText('the server does not answer; check that it is still running').waitFor();
    for (const complaint of visit.complaints.splice(0)) expect(complaint).toContain('ERR_INTERNET_DISCONNECTED');
  });
});

describe('on a host that only serves files, from a folder', () => {
  let host: StaticHost;
  beforeAll(async () => {
    host = await startHost(DIST);
  });
  afterAll(() => host.close());

  it('the app becomes isolated by its service worker', async () => {
    const visit = await app.visit({ url: host.url, serviceWorkers: 'allow' });
    await expect.poll(() => visit.page.evaluate(() => crossOriginIsolated)).toBe(true);
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
  });

  it('the app also works without being isolated', async () => {
    const visit = await app.visit({ url: host.url });
    expect(await visit.page.evaluate(() => crossOriginIsolated)).toBe(false);
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
    await visit.page.getByRole('combobox', { name: 'Player' }).selectOption('random');
    await visit.setSpeed('11');
    await visit.button('Auto').click();
    await visit.page.getByRole('group', { name: 'Game over' }).waitFor();
  });
});
