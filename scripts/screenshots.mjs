// Screenshots of every page of the app, light and dark, phone and wide: `npm run screenshots -- FOLDER [NAME…]`, where names
// choose scenes. Needs a Chrome or Chromium; CHROME_PATH names one that is not in the usual places.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../packages/lab/dist/serve/server.js';
import { launchChrome } from './chrome.mjs';

const [folder, ...chosen] = process.argv.slice(2);

const MIDDLE = '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16';
const LATE = '0,2,0,0/0,4,8,2/64,128,32,16/4096,2048,512,256';
const LARGE = '131072,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/4,8,16,32';
const THREES = '3,1,2,6/12,24,3,1/96,48,6,2/384,192,3,0 next=bonus';
const link = (board, game = '2048') => `#/play?game=${game}&board=${encodeURIComponent(board)}`;
const RUNS = { finished: '2048__tc__5x4__s1__20260101T080000Z', running: '2048__tc__4x5__s2__20260102T080000Z' };

/** A scene: an address, what is done there before the picture, and whether the picture on a wide screen is of all of the page. */
const SCENES = {
  'play-new': { hash: '#/play' },
  play: { hash: link(LATE), act: keepValues },
  'play-hint': { hash: link(MIDDLE), act: hint },
  'play-large': { hash: link(LARGE) },
  'play-threes': { hash: link(THREES, 'threes'), act: hint },
  'play-over': { hash: link('16,8,16,32/8,16,1024,8/256,32,8,16/64,128,512,0'), act: gameOver },
  'play-edit': { hash: link(MIDDLE), act: (page) => page.keyboard.press('e') },
  'play-edit-threes': { hash: link(THREES, 'threes'), act: (page) => page.keyboard.press('e') },
  'play-player': { hash: link(MIDDLE), act: openSettings },
  'play-more': { hash: link(MIDDLE), act: openMore },
  'play-auto': { hash: '#/play', act: autoRun },
  'learn-start': { hash: '#/learn' },
  learn: { hash: '#/learn', act: learnAWhile, whole: true },
  'analyse-start': { hash: '#/analyse' },
  analyse: { hash: link('0,0,0,0/0,0,0,0/0,2,0,0/0,0,2,0'), act: analyseAGame, whole: true },
  runs: { hash: '#/runs' },
  run: { hash: `#/runs?run=${RUNS.running}`, whole: true },
  help: { hash: '#/help', whole: true },
};

const unknown = chosen.filter((name) => !(name in SCENES));
if (!folder || unknown.length > 0) {
  const wrong = folder ? `there is no scene '${unknown[0]}'` : 'say where to';
  console.error(`${wrong}: npm run screenshots -- FOLDER [NAME…], with names of ${Object.keys(SCENES).join(', ')}`);
  process.exit(2);
}

async function hint(page) {
  await page.keyboard.press('?');
  await page.locator('.side.best').waitFor();
}

/** A few moves of the player with its values, until all there is to say about the last board is said. */
async function keepValues(page) {
  await page.keyboard.press('v');
  for (let moves = 1; moves <= 8; moves++) {
    await page.locator('.side.best').waitFor();
    await page.keyboard.press('.');
    await page.waitForFunction((n) => document.querySelectorAll('.tally dd')[2].textContent === `${n}`, moves);
  }
  await page.locator('.outlook [title^="Of 200 games"]').waitFor();
}

async function gameOver(page) {
  await page.keyboard.press('ArrowRight');
  await page.locator('.over').waitFor();
  await page.waitForTimeout(800);
}

async function learnAWhile(page) {
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText(/^It makes 2048 in [89]\d% of games/).waitFor({ timeout: 180_000 });
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

async function openMore(page) {
  await openSettings(page);
  await page.getByText('More', { exact: true }).click();
}

async function autoRun(page) {
  await page.keyboard.press('v');
  await page.keyboard.press(' ');
  await page.locator('.sparkline').waitFor();
  await page.waitForTimeout(3000);
}

const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } };

/** A run that is finished and one that trains while the pictures are taken. */
function startRuns(runs) {
  const command = fileURLToPath(new URL('../packages/lab/bin/afterstate.mjs', import.meta.url));
  const train = (name, network, games, seed) => [
    command,
    'train',
    '--network',
    network,
    '--method',
    'tc',
    '--games',
    games,
    '--seed',
    seed,
    '--threads',
    '1',
    '--out',
    join(runs, name),
  ];
  spawnSync(process.execPath, train(RUNS.finished, '5x4', '5000', '1'), { stdio: 'ignore' });
  return spawn(process.execPath, train(RUNS.running, '4x5', '200000', '2'), { stdio: 'ignore' });
}

const runs = mkdtempSync(join(tmpdir(), 'afterstate-screenshots-'));
mkdirSync(folder, { recursive: true });
const wantsRuns = chosen.length === 0 || chosen.some((name) => name.startsWith('run'));
const training = wantsRuns ? startRuns(runs) : undefined;
const server = await startServer({ port: 0, host: '127.0.0.1', runs });
const browser = await launchChrome();
try {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark']) {
      for (const [name, { hash, act, whole = false }] of Object.entries(SCENES)) {
        if (chosen.length > 0 && !chosen.includes(name)) continue;
        const page = await browser.newPage({
          viewport,
          colorScheme,
          hasTouch: size === 'phone',
          isMobile: size === 'phone',
          deviceScaleFactor: size === 'phone' ? 2 : 1,
          // Tiles on their way would look out of place.
          reducedMotion: 'reduce',
          serviceWorkers: 'block',
        });
        page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
        page.on('console', (message) => message.type() === 'error' && console.error(`${name}: ${message.text()}`));
        await page.goto(`http://127.0.0.1:${server.port}/${hash}`);
        await page.waitForTimeout(400);
        await act?.(page);
        await page.waitForTimeout(700);
        await page.screenshot({
          path: join(folder, `${name}-${size}-${colorScheme}.png`),
          fullPage: whole && size === 'wide',
        });
        await page.close();
      }
    }
  }
} finally {
  training?.kill();
  await browser.close();
  await server.close();
  rmSync(runs, { recursive: true, force: true });
}
