// The large network in the app, in Chromium: `node bench/large-hint.mjs [--boards N]`. Checks that hints at fixed plies match those
// of the same player in Node, and measures how long the page takes from question to answer when a hint may take 20 ms, and how much
// memory the browser takes. The boards are from one game, evenly spread. Prints one JSON document.

import { readdirSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { parseGame, printBoard, replay } from '../packages/afterstate/dist/index.js';
import { openPlayer } from '../packages/afterstate/dist/node.js';
import { startServer } from '../packages/lab/dist/serve/server.js';
import { launchChrome } from '../scripts/chrome.mjs';

const { values } = parseArgs({ options: { boards: { type: 'string', default: '40' } } });
const boardCount = Number(values.boards);
if (!(Number.isInteger(boardCount) && boardCount > 0)) {
  console.error(`--boards is '${values.boards}'; give a whole number above 0`);
  process.exit(2);
}

const LARGE = 'ntuple:models/2048-large';
const PLIES = [1, 2, 3, 4];
const TIMED = `${LARGE}?ms=20`;

const states = await someStates();
const server = await startServer({ runs: 'runs', port: 0, host: '127.0.0.1' });
const browser = await launchChrome();
const url = `http://127.0.0.1:${server.port}/`;
try {
  const idle = await memory();
  const plies = {};
  for (const ply of PLIES) plies[ply] = await compare(`${LARGE}?ply=${ply}`);
  const { milliseconds, most } = await timed();
  console.log(JSON.stringify({ boards: states.length, equal: plies, milliseconds, memory: { idle, ...most } }));
} finally {
  await browser.close();
  await server.close();
}

async function someStates() {
  const game = parseGame('2048');
  const player = await openPlayer(LARGE, { game });
  try {
    const { records } = await player.playGames({ games: 1, seed: 1, records: true });
    const { start, plies } = records[0];
    const all = [...replay({ game: game.name, start, plies, score: 0 }, game)].map(({ before }) => before);
    return Array.from({ length: boardCount }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / boardCount)]);
  } finally {
    await player.close();
  }
}

/** The app with that player; times each answer of the page's own worker. */
async function openApp(player) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript((spec) => {
    localStorage.setItem('afterstate:settings', JSON.stringify({ version: 1, player: spec }));
    localStorage.setItem('afterstate:server', '{"version":1,"on":false}');
    globalThis.heard = [];
    globalThis.Worker = class extends Worker {
      #asked = new Map();
      constructor(...args) {
        super(...args);
        this.addEventListener('message', ({ data }) => {
          const asked = this.#asked.get(data?.id);
          if (data?.answer?.moves && asked)
            globalThis.heard.push({ ...asked, milliseconds: performance.now() - asked.at, answer: data.answer });
        });
      }
      postMessage(message, ...rest) {
        if (message.job?.player === spec)
          this.#asked.set(message.id, { board: message.job.state?.board, at: performance.now() });
        super.postMessage(message, ...rest);
      }
    };
  }, player);
  return page;
}

/** The page's hint on each board; one hint before that loads the network. */
async function hints(page) {
  const answers = [];
  for (const state of [states.at(-1), ...states]) {
    const board = printBoard(state, parseGame('2048'));
    await page.goto(`${url}#/play?game=2048&board=${encodeURIComponent(board)}`);
    await page.locator('main:not([aria-busy=true])').waitFor();
    await page.evaluate(() => globalThis.heard.splice(0));
    await page.getByRole('button', { name: 'Hint', exact: true }).click();
    const heard = await page.waitForFunction(
      (cells) => globalThis.heard.findLast(({ board }) => board?.join() === cells),
      state.board.join(),
      { timeout: 120_000 },
    );
    answers.push(await heard.jsonValue());
    await page.locator('.side.best').waitFor();
  }
  return answers.slice(1);
}

/** On how many boards the page's best move and all its values equal those of Node. */
async function compare(spec) {
  const page = await openApp(spec);
  const player = await openPlayer(spec, { game: parseGame('2048') });
  try {
    let equal = 0;
    for (const [i, { answer }] of (await hints(page)).entries()) {
      const { best, moves } = await player.choose(states[i]);
      if (answer.best === best && isDeepStrictEqual(answer.moves, moves)) equal++;
    }
    return equal;
  } finally {
    await player.close();
    await page.context().close();
  }
}

async function timed() {
  const page = await openApp(TIMED);
  const answers = await hints(page);
  const most = await memory();
  await page.context().close();
  const ascending = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const at = (share) => Math.round(10 * ascending[Math.floor(share * (ascending.length - 1))]) / 10;
  return { milliseconds: { median: at(0.5), p90: at(0.9), slowest: at(1) }, most };
}

/**
 * Megabytes of all processes of the browser, with shared pages counted once; of the largest alone; and the most that any of them
 * had. Linux only.
 */
async function memory() {
  const sizes = [];
  const peaks = [];
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!/headless|chrom/i.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
      peaks.push(Number.parseInt(fields(`/proc/${pid}/status`).VmHWM) / 1024);
      sizes.push(Number.parseInt(fields(`/proc/${pid}/smaps_rollup`).Pss) / 1024);
    } catch {
      // It ended meanwhile.
    }
  }
  const [browser, largest, peak] = [sizes.reduce((sum, one) => sum + one, 0), Math.max(...sizes), Math.max(...peaks)];
  return { browser: Math.round(browser), largest: Math.round(largest), peak: Math.round(peak) };
}

function fields(path) {
  return Object.fromEntries(
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(/:\s+/)),
  );
}
