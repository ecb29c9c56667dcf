// Screenshots of every page of the app, light and dark, on a phone and on a wide screen, and some at further sizes:
// `npm run screenshots -- FOLDER [NAME…]`, where names choose scenes. Needs Chrome or Chromium; CHROME_PATH names one outside the usual
// places.

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
const ENDGAME = '16384,8192,4096,2048/128,256,512,1024/0,0,2,8/0,4,16,32';
const LARGE = '131072,65536,32768,16384/1024,2048,4096,8192/512,256,128,64/4,8,16,32';
const THREES = '3,1,2,6/12,24,3,1/96,48,6,2/384,192,3,0 next=bonus';
const link = (board, game = '2048') => `#/play?game=${game}&board=${encodeURIComponent(board)}`;
const BEGUN = link('0,0,0,0/0,0,0,0/0,2,0,0/0,0,2,0');
const RUNS = { finished: '2048__tc__5x4__s1__20260101T080000Z', running: '2048__tc__4x5__s2__20260102T080000Z' };

/**
 * A scene: an address, what to do there before the picture, whether the picture on a wide screen shows the whole page, and sizes
 * besides phone and wide.
 */
const SCENES = {
  'play-new': { hash: '#/play' },
  play: { hash: link(LATE), act: keepValues, sizes: ['small', 'lying', 'tablet', 'large'] },
  'play-hint': { hash: link(MIDDLE), act: hint },
  'play-large': { hash: link(LARGE) },
  'play-endgame': { hash: link(ENDGAME), act: showEndgame, sizes: ['small', 'lying'] },
  'play-threes': { hash: link(THREES, 'threes'), act: hint },
  'play-over': { hash: link('16,8,16,32/8,16,1024,8/256,32,8,16/64,128,512,0'), act: gameOver },
  'play-note': { hash: link(LATE) },
  'play-milestone': {
    hash: link('1024,1024,0,0/2,4,8,16/0,0,0,0/0,0,0,0'),
    act: (page) => page.keyboard.press('ArrowLeft'),
  },
  'play-pages': { hash: '#/play', act: openPages },
  'play-edit': { hash: link(MIDDLE), act: (page) => page.keyboard.press('e'), sizes: ['small', 'lying'] },
  'play-edit-threes': { hash: link(THREES, 'threes'), act: (page) => page.keyboard.press('e') },
  'play-picture': { hash: link(MIDDLE), act: readPicture, sizes: ['small'] },
  'play-exponents': { hash: link(MIDDLE), act: pasteExponents },
  'play-player': { hash: link(MIDDLE), act: openSettings },
  'play-more': { hash: link(MIDDLE), act: openMore },
  'play-coach': { hash: link(LATE), act: coachWarns, sizes: ['small', 'lying'] },
  'play-auto': { hash: '#/play', act: autoRun },
  'play-statistics': { hash: '#/play', act: countGames, whole: true },
  'learn-start': { hash: '#/learn' },
  'learn-asks': { hash: '#/learn', act: askForMemory },
  learn: { hash: '#/learn', act: learnAWhile, whole: true },
  'networks-start': { hash: '#/networks' },
  networks: { hash: '#/networks', act: (page) => page.getByLabel('Begin with').selectOption('8x6') },
  'networks-large': { hash: '#/networks', act: (page) => page.getByLabel('Begin with').selectOption('2x7') },
  'analyse-start': { hash: '#/analyse' },
  analyse: {
    hash: BEGUN,
    act: analyseAGame,
    whole: true,
    sizes: ['lying', 'tablet', 'large'],
  },
  'tournament-start': { hash: '#/tournament' },
  tournament: { hash: '#/tournament', act: playTournament, whole: true },
  games: { hash: '#/play', act: countThenGames },
  'replay-start': { hash: '#/replay' },
  'replay-damaged': { hash: '#/replay?game=Aq1x' },
  replay: { hash: BEGUN, act: replayAGame, sizes: ['small', 'lying', 'tablet', 'large'] },
  'replay-threes': { hash: link('0,1,0,2/3,0,0,1/0,2,0,0/3,0,1,2 next=1', 'threes'), act: replayAGame },
  'replay-picture': { hash: BEGUN, act: (page) => share(page, 'Picture'), whole: true },
  'replay-animation': { hash: BEGUN, act: shareAnimation, whole: true },
  'replay-code': { hash: BEGUN, act: (page) => share(page, 'Embed'), whole: true },
  'replay-embedded': { hash: BEGUN, act: embed, sizes: ['small'] },
  'analyse-line': { hash: '#/analyse', act: showLine },
  practise: { hash: '#/practise', act: (page) => page.locator('.steps').waitFor(), sizes: ['small', 'lying'] },
  'practise-answer': { hash: '#/practise', act: tryAMove, sizes: ['small', 'lying', 'tablet', 'large'] },
  'practise-threes': { hash: '#/practise', act: practiseThrees },
  papers: { hash: '#/papers?paper=he-2015', whole: true, sizes: ['small', 'lying', 'tablet', 'large'] },
  'papers-run': { hash: '#/papers?paper=he-2015', act: runARecipe },
  runs: { hash: '#/runs' },
  run: { hash: `#/runs?run=${RUNS.running}`, whole: true },
  'runs-compared': { hash: `#/runs?compare=${RUNS.running},${RUNS.finished}` },
  elsewhere: { hash: '#/elsewhere', whole: true, sizes: ['small'] },
  'elsewhere-hint': { hash: link(MIDDLE), act: hintOnBoard },
  help: { hash: '#/help', whole: true },
};

const unknown = chosen.filter((name) => !(name in SCENES));
if (!folder || folder.startsWith('-') || unknown.length > 0) {
  const wrong = folder && !folder.startsWith('-') ? `there is no scene '${unknown[0]}'` : 'name a folder';
  console.error(`${wrong}: npm run screenshots -- FOLDER [NAME…], with names of ${Object.keys(SCENES).join(', ')}`);
  process.exit(2);
}

async function hint(page) {
  await page.keyboard.press('?');
  await page.locator('.side.best').waitFor();
}

/** A few moves of the player with its values, until everything is shown for the last board. */
async function showEndgame(page) {
  await page.keyboard.press('v');
  await page.locator('.outlook [title^="In 200 games"]').waitFor();
  await page.locator('.outlook .endgame').waitFor();
}

async function keepValues(page) {
  await page.keyboard.press('v');
  for (let moves = 1; moves <= 8; moves++) {
    await page.locator('.side.best').waitFor();
    await page.keyboard.press('.');
    await page.waitForFunction((n) => document.querySelectorAll('.tally dd')[2].textContent === `${n}`, moves);
  }
  await page.locator('.outlook [title^="In 200 games"]').waitFor();
}

async function gameOver(page) {
  await page.keyboard.press('ArrowRight');
  await page.locator('.over').waitFor();
  await page.waitForTimeout(800);
}

async function learnAWhile(page) {
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText(/^It reaches 2048 in [89]\d% of games/).waitFor({ timeout: 180_000 });
}

/** A game played with keys. */
async function playAGame(page) {
  const keys = ['ArrowLeft', 'ArrowDown', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];
  for (let i = 0; i < 1500 && !(await page.locator('.over').count()); i++) await page.keyboard.press(keys[i % 6]);
}

/** The analysis of that game, at one of its marks. */
async function analyseAGame(page) {
  await playAGame(page);
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.locator('.analysing').waitFor({ state: 'detached' });
  await page.locator('.worst li button').first().click();
}

async function replayAGame(page) {
  await playAGame(page);
  await page.getByRole('button', { name: 'Replay' }).click();
  await page.getByLabel('Link to the replay').waitFor();
  const slider = page.getByRole('slider', { name: 'Move' });
  await slider.fill(String(Math.floor(0.6 * (await slider.getAttribute('max')))));
}

async function share(page, way) {
  await replayAGame(page);
  const section = page.locator('.share details', { has: page.locator('summary', { hasText: way }) });
  await section.locator('summary').click();
  await section.locator('.way').scrollIntoViewIfNeeded();
}

async function shareAnimation(page) {
  await share(page, 'Animation');
  await page.getByRole('button', { name: 'Make the GIF' }).click();
  await page.locator('.preview').waitFor();
  await page.getByRole('button', { name: 'Download the GIF' }).scrollIntoViewIfNeeded();
}

/** The view for embedding, by itself. */
async function embed(page) {
  await share(page, 'Embed');
  await page.goto(await page.getByRole('link', { name: 'Look at it' }).evaluate((link) => link.href));
  await page.getByRole('slider', { name: 'Move' }).fill('40');
}

/** Takes a picture of the board in view, covers one of its cells, and lets the editor read it. */
async function readPicture(page) {
  await page.keyboard.press('e');
  await page.locator('.edit-grid').waitFor();
  await page
    .locator('.edit-grid button')
    .nth(5)
    .evaluate((cell) => (cell.textContent = '?%'));
  const buffer = await page.locator('.board').screenshot();
  await page.getByLabel('A picture of a board').setInputFiles({ name: 'board.png', mimeType: 'image/png', buffer });
  await page.locator('.picture-beside img').waitFor();
  await page
    .locator('.edit-grid button')
    .nth(5)
    .evaluate((cell) => (cell.textContent = '16'));
}

async function pasteExponents(page) {
  await page.keyboard.press('e');
  await page.getByLabel('As text').fill('[[0,1,2,3],[4,5,6,7],[8,9,10,11],[0,0,0,1]]');
}

/** The panel as on other pages; this page has no tiles of the classic game, so it gets a saved game. */
async function hintOnBoard(page) {
  const cells = [0, 1, 2, 3].map((x) =>
    MIDDLE.split('/').map((row) => {
      const value = Number(row.split(',')[x]);
      return value === 0 ? null : { value };
    }),
  );
  await page.evaluate((saved) => localStorage.setItem('gameState', saved), JSON.stringify({ grid: { cells } }));
  await page.addScriptTag({ url: './afterstate-hint.user.js' });
  await page.locator('#afterstate-hint .best').waitFor();
}

/** The better line at the worst move of an example. */
async function showLine(page) {
  await page.getByRole('button', { name: 'Analyse an example' }).click();
  await page.locator('.analysing').waitFor({ state: 'detached' });
  await page.locator('.worst li button').first().click();
  await page.locator('.chances').waitFor();
  await page.keyboard.press('b');
  await page.locator('.of-line').waitFor();
  await page.keyboard.press('ArrowRight');
}

/** A wrong answer, with everything said about it. */
async function tryAMove(page) {
  await page.locator('.steps').waitFor();
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight']) {
    await page.keyboard.press(key);
    if (await page.locator('.where .blunder').count()) break;
  }
  await page.locator('.chances').waitFor();
  await page.waitForTimeout(2000);
}

async function practiseThrees(page) {
  await page.locator('.steps').waitFor();
  await page.getByRole('button', { name: 'Threes' }).click();
  await page.locator('.next-tile').waitFor();
}

async function coachWarns(page) {
  await openSettings(page);
  await page.getByText('Warn before a blunder').click();
  if (await page.locator('dialog[open]').count()) await page.keyboard.press('Escape');
  await page.waitForTimeout(1500);
  await page.keyboard.press('ArrowUp');
  await page.locator('.coach').waitFor();
}

/** A recipe at its smallest scale, with its tables. */
async function runARecipe(page) {
  await page.getByRole('button', { name: 'Run here' }).first().click();
  await page.getByText(/^Done in/).waitFor({ timeout: 60_000 });
}

async function openSettings(page) {
  const button = page.locator('.chosen');
  if (await button.count()) await button.click();
}

/** The pages that do not fit into the bar; a wide screen has room for all. */
async function openPages(page) {
  const button = page.locator('.more-pages');
  if (await button.count()) await button.click();
}

async function askForMemory(page) {
  await page.getByRole('combobox', { name: 'network' }).selectOption('own');
  await page.getByLabel('patterns').fill('0123456');
  await page.getByRole('button', { name: 'Start' }).click();
}

async function openMore(page) {
  await openSettings(page);
  await page.getByText('More', { exact: true }).last().click();
}

async function autoRun(page) {
  await page.keyboard.press('v');
  await page.keyboard.press(' ');
  await page.locator('.sparkline').waitFor();
  await page.waitForTimeout(3000);
}

/** Some seconds of auto-run, game after game, and its statistics. */
async function countGames(page) {
  await openSettings(page);
  await page.getByRole('combobox', { name: 'Player' }).selectOption('random');
  await page.getByLabel('Speed').fill('11');
  await page.getByLabel('Start again when a game ends').check();
  const isSheet = await page.locator('dialog[open]').count();
  if (isSheet) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Auto', exact: true }).click();
  await page.waitForTimeout(4000);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await openSettings(page);
  await page.locator('.histogram').scrollIntoViewIfNeeded();
}

async function countThenGames(page) {
  await countGames(page);
  await page.evaluate(() => (location.hash = '#/games'));
  await page.locator('.kept-list li').first().waitFor();
}

async function playTournament(page) {
  await page.getByLabel('The server thinks').check();
  await page.getByRole('button', { name: 'Add a player' }).click();
  await page.getByRole('button', { name: 'Close player 3' }).click();
  await page.getByLabel('Games', { exact: true }).fill('20');
  await page.getByLabel('Games', { exact: true }).blur();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('60 of 60 games').waitFor({ timeout: 180_000 });
}

const SIZES = {
  phone: { width: 390, height: 844 },
  wide: { width: 1440, height: 900 },
  small: { width: 320, height: 568 },
  lying: { width: 844, height: 390 },
  tablet: { width: 1024, height: 768 },
  large: { width: 2560, height: 1440 },
};

/** A finished run, and one that trains while the pictures are taken. */
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
      for (const [name, { hash, act, whole = false, sizes = [] }] of Object.entries(SCENES)) {
        if (chosen.length > 0 && !chosen.includes(name)) continue;
        if (!['phone', 'wide', ...sizes].includes(size)) continue;
        const touched = viewport.width < 860;
        const page = await browser.newPage({
          viewport,
          colorScheme,
          hasTouch: touched,
          isMobile: touched,
          deviceScaleFactor: touched ? 2 : 1,
          // Moving tiles would look out of place.
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
