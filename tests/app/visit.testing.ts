// A visit to the built app in a real browser, as a person would make it. Whatever the page complains about fails the test.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startServer } from '../../packages/lab/dist/serve/server.js';
import type { RunningServer, ServerOptions } from '../../packages/lab/dist/serve/server.js';
import { launchChrome } from '../../scripts/chrome.mjs';

/** How long to wait for what takes no time on an otherwise idle machine. */
export const SOON = { timeout: 120_000 };

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
export const WIDE = { viewport: { width: 1440, height: 900 } } as const;

/** A larger value is the bad luck of one measurement: learning in a page may occupy the processor for most of a fifth of a second. */
const MOST_SLOWDOWN = 4;

/** How many times longer work takes now than on an idle processor; at least 1. */
export function slowdown(): number {
  const [start, used] = [performance.now(), process.cpuUsage()];
  while (performance.now() - start < 200);
  const { user, system } = process.cpuUsage(used);
  return Math.min(MOST_SLOWDOWN, Math.max(1, (1000 * (performance.now() - start)) / (user + system)));
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Visits {
  readonly url: string;
  /** What the server holds now. */
  holds(): ReturnType<RunningServer['holds']>;
  /** A fresh browser profile at the app. Service workers are off by default: they would outlive a test's build. */
  visit(options?: BrowserContextOptions & { hash?: string; url?: string }): Promise<Visit>;
}

/**
 * Call at the top of a test file: a server and a browser for its tests. If it does not matter how well a network plays, `light` serves an app
 * with a small one for 2048 and no large one.
 */
export function visits({
  light = false,
  ...options
}: Pick<ServerOptions, 'runs' | 'app' | 'models' | 'redis'> & { light?: boolean } = {}): Visits {
  let server: RunningServer;
  let browser: Browser;
  const open: Visit[] = [];
  beforeAll(async () => {
    const app = light ? process.env['AFTERSTATE_LIGHT_APP'] : undefined;
    const where = { runs: join(tmpdir(), 'afterstate-no-runs'), ...(app !== undefined && { app }) };
    server = await startServer({ ...where, ...options, port: 0, host: '127.0.0.1' });
    browser = await launchChrome();
  });
  afterEach(async () => {
    for (const visit of open.splice(0)) {
      await visit.page.context().close();
      expect(visit.complaints).toEqual([]);
    }
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });
  const url = (): string => `http://127.0.0.1:${server.port}/`;
  return {
    get url() {
      return url();
    },
    holds: () => server.holds(),
    async visit({ hash = '', url: address = url(), ...options } = {}) {
      const context = await browser.newContext({ serviceWorkers: 'block', ...WIDE, ...options });
      context.setDefaultTimeout(SOON.timeout);
      const visit = new Visit(await context.newPage(), address);
      open.push(visit);
      await visit.page.goto(address + hash);
      await visit.settled();
      return visit;
    },
  };
}

export class Visit {
  readonly page: Page;
  readonly complaints: string[] = [];
  readonly #url: string;

  constructor(page: Page, url: string) {
    this.page = page;
    this.#url = url;
    page.on('pageerror', (error) => this.complaints.push(`${error.message}\n${error.stack}`));
    page.on('console', (message) => {
      const { text, type } = { text: message.text(), type: message.type() };
      if (text === 'Service Worker registration blocked by Playwright') return;
      if (type === 'error' || type === 'warning') this.complaints.push(text);
    });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Goes to another place in the app, as a link would. */
  async go(hash: string): Promise<void> {
    await this.page.goto(this.#url + hash);
    // The address changes at once, the page with the next frame.
    await this.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await this.settled();
  }

  /** All pages but the first are fetched when needed, unless they have been by then. */
  async settled(): Promise<void> {
    await this.page.locator('main:not([aria-busy=true])').waitFor();
  }

  /** Waits until the page is drawn as it is now, and fades and movements have ended. */
  async drawnWhole(): Promise<void> {
    await this.page.evaluate(async () => {
      const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      await frames();
      const ending = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
      if (ending.length === 0) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
      await frames();
    });
  }

  /** Waits for something that happens by itself after this many milliseconds, and longer in proportion if the machine is slow now. */
  async pause(ms: number): Promise<void> {
    await this.page.waitForTimeout(ms * slowdown());
  }

  /** The board as a screen reader reads it, row by row; 0 for empty. */
  async board(): Promise<number[]> {
    const cells = await this.page.locator('.board table td').allTextContents();
    return cells.map((text) => (text === 'empty' ? 0 : Number(text)));
  }

  /** The board as the eye sees it: the text on each tile, by where the tile is drawn. */
  async drawn(): Promise<number[]> {
    return this.page.evaluate(() => {
      const board = Array.from({ length: 16 }, () => 0);
      for (const tile of document.querySelectorAll<HTMLElement>('.tiles .tile')) {
        const [column, row] = ['--column', '--row'].map((name) => Number(tile.style.getPropertyValue(name)));
        board[4 * row! + column!] = Number(tile.textContent);
      }
      return board;
    });
  }

  async number(label: 'Score' | 'Best' | 'Moves' | 'Best with help'): Promise<number> {
    const row = this.page.locator('.tally div').filter({ has: this.page.getByText(label, { exact: true }) });
    return Number((await row.locator('dd').textContent())!.replaceAll(',', ''));
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses the key of a blunder until the coach warns: on a busy machine its judge may be late, and the move is made. */
  async warned(key: string): Promise<void> {
    for (let tries = 0; tries < 30; tries++) {
      await this.press(key);
      const warning = this.page.locator('.coach');
      // Longer than the coach waits for its judge.
      await warning.waitFor({ timeout: 1000 }).catch(() => undefined);
      if (await warning.count()) return;
      if ((await this.number('Moves')) > 0) await this.press('u');
    }
    throw new Error('the coach does not warn');
  }

  /** Sets the speed of auto-run, by notch number. */
  async setSpeed(notch: string): Promise<void> {
    await this.page.getByLabel('Speed').fill(notch);
    await this.page.getByLabel('Speed').blur();
  }

  /** What axe-core finds serious or worse in the current page; only by the colour rules if nothing but the theme changed. */
  async seriousFindings({ colours = false } = {}): Promise<string[]> {
    // Anything still fading in has less contrast than it will have.
    await this.drawnWhole();
    // Half a megabyte: only once per document.
    if (!(await this.page.evaluate(() => 'axe' in window))) await this.page.evaluate(axe);
    return this.page.evaluate(
      async (runOnly) => {
        const { axe } = window as unknown as {
          axe: {
            run(options: object): Promise<{ violations: { impact: string; id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const { violations } = await axe.run({ resultTypes: ['violations'], ...(runOnly.length > 0 && { runOnly }) });
        return violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      },
      colours ? ['color-contrast', 'link-in-text-block'] : [],
    );
  }
}

export function links(game: string, board: string): string {
  return `#/play?game=${game}&board=${encodeURIComponent(board)}`;
}
