// Screenshots of every page of the app, light and dark, phone and wide: `node scripts/screenshots.mjs FOLDER [NAME…]`, where
// names choose scenes. Needs a build and a Chrome or Chromium; CHROME_PATH names one that is not in the usual places.

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { startServer } from '../packages/lab/dist/serve/server.js';

const [folder, ...chosen] = process.argv.slice(2);
if (!folder) {
  console.error('say where to: node scripts/screenshots.mjs FOLDER [NAME…]');
  process.exit(2);
}

const chrome = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
].find((path) => path && existsSync(path));
if (!chrome) {
  console.error('no Chrome or Chromium was found; set CHROME_PATH to where it is');
  process.exit(1);
}

const MIDDLE = '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16';
const LARGE = '131072,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/4,8,16,32';
const THREES = '3,1,2,6/12,24,3,1/96,48,6,2/384,192,3,0 next=bonus';
const link = (board, game = '2048') => `#/play?game=${game}&board=${encodeURIComponent(board)}`;

/** A scene: an address, and what is done there before the picture. */
const SCENES = {
  'play-new': { hash: '#/play' },
  play: { hash: link(MIDDLE), act: (page) => page.keyboard.press('?') },
  'play-large': { hash: link(LARGE) },
  'play-threes': { hash: link(THREES, 'threes'), act: (page) => page.keyboard.press('?') },
  'play-over': { hash: link('2,4,8,16/4,8,16,32/8,16,32,64/16,32,64,64'), act: gameOver },
  'play-edit': { hash: link(MIDDLE), act: (page) => page.keyboard.press('e') },
  'play-player': { hash: link(MIDDLE), act: openSettings },
  'learn-start': { hash: '#/learn' },
  learn: { hash: '#/learn', act: learnAWhile },
  'analyse-start': { hash: '#/analyse' },
  analyse: { hash: link('0,0,0,0/0,0,0,0/0,2,0,0/0,0,2,0'), act: analyseAGame },
  runs: { hash: '#/runs' },
  help: { hash: '#/help' },
};

async function gameOver(page) {
  for (let i = 0; i < 40 && !(await page.locator('.over').count()); i++) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
  }
  await page.waitForTimeout(800);
}

async function learnAWhile(page) {
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForTimeout(8000);
}

/** A game of keys that a person may press, then its analysis at one of its marks. */
async function analyseAGame(page) {
  const keys = ['ArrowLeft', 'ArrowDown', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];
  for (let i = 0; i < 1500 && !(await page.locator('.over').count()); i++) await page.keyboard.press(keys[i % 6]);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.analysing').waitFor({ state: 'detached' });
  await page.locator('.worst li button').first().click();
}

async function openSettings(page) {
  const button = page.locator('.chosen');
  if (await button.count()) await button.click();
}

const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } };

mkdirSync(folder, { recursive: true });
const server = await startServer({ port: 0, host: '127.0.0.1' });
const browser = await chromium.launch({
  executablePath: chrome,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({
        viewport,
        colorScheme,
        hasTouch: size === 'phone',
        deviceScaleFactor: size === 'phone' ? 2 : 1,
        serviceWorkers: 'block',
      });
      for (const [name, { hash, act }] of Object.entries(SCENES)) {
        if (chosen.length > 0 && !chosen.includes(name)) continue;
        const page = await context.newPage();
        page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
        page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`));
        await page.goto(`http://127.0.0.1:${server.port}/${hash}`);
        await page.waitForTimeout(300);
        await act?.(page);
        await page.waitForTimeout(700);
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
        await page.close();
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
