// How fast a network learns in a page, compared with the same kernel in Node: `npm run bench:page`. Both teach the same network
// from scratch, in turns of a few seconds, so that a shared or throttled machine slows both alike; the ratio is the median over
// the turns. Needs a build and a Chrome or Chromium. Options: --network 5x4 --method tc --threads 1 --turns 7 --seconds 2
// --huge-pages (then Node has them, as `train` does; pages cannot ask for them) --json.

import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createNetwork, learnSettings, METHODS, parseGame, parseNetwork } from '../packages/afterstate/dist/index.js';
import { openLearner } from '../packages/afterstate/dist/node.js';
import { useHugePages } from '../packages/lab/dist/files/memory.js';
import { startServer } from '../packages/lab/dist/serve/server.js';
import { launchChrome } from '../scripts/chrome.mjs';

function readOptions() {
  const { values } = parseArgs({
    options: {
      network: { type: 'string', default: '5x4' },
      method: { type: 'string', default: 'tc' },
      threads: { type: 'string', default: '1' },
      turns: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
      'huge-pages': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  for (const name of ['threads', 'turns', 'seconds'])
    if (!(Number(values[name]) > 0)) throw new Error(`--${name} is '${values[name]}'; give a number above 0`);
  parseNetwork(values.network, '2048');
  if (!METHODS.some(({ name }) => name === values.method))
    throw new Error(`unknown method '${values.method}'; choose from ${METHODS.map(({ name }) => name).join(', ')}`);
  if (values['huge-pages'] && !useHugePages()) throw new Error('huge pages cannot be had here; leave --huge-pages out');
  return values;
}

let options;
try {
  options = readOptions();
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
const { network, method: methodName } = options;
const [threads, turns, seconds] = [options.threads, options.turns, options.seconds].map(Number);
const method = METHODS.find(({ name }) => name === methodName);
const { alpha } = method;
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];

async function openNode() {
  const game = parseGame('2048');
  const described = createNetwork({ game: '2048', network, stages: 'none', values: method.values });
  const settings = learnSettings(method, { alpha });
  const learner = await openLearner({ game, network: described, threads, coherent: settings.coherent });
  await learner.configure(settings);
  let [games, block] = [0, 50];
  return {
    /** Moves per second over about that time. */
    async learn(seconds) {
      let [moves, spent] = [0, 0];
      while (spent < seconds) {
        const began = performance.now();
        const learned = await learner.learn({ games: block, seed: 1, first: games });
        const took = (performance.now() - began) / 1000;
        games += block;
        moves += learned.moves.reduce((sum, n) => sum + n, 0);
        spent += took;
        // As the page does: blocks of a quarter of a second.
        block = Math.round(Math.min(4 * block, Math.max(8, (block * 0.25) / took)));
      }
      return moves / spent;
    },
    close: () => learner.close(),
  };
}

async function openPage() {
  const server = await startServer({ port: 0, host: '127.0.0.1' });
  const browser = await launchChrome();
  const page = await browser.newPage({ serviceWorkers: 'block' });
  // Counts the worker's reports to the page as they arrive.
  await page.addInitScript(
    (choice) => {
      localStorage.setItem('afterstate:learn', JSON.stringify({ version: 1, ...choice }));
      window.blocks = [];
      window.Worker = class extends Worker {
        constructor(...args) {
          super(...args);
          this.addEventListener('message', ({ data }) => data.kind === 'block' && window.blocks.push(data.block));
        }
      };
    },
    { network, method: methodName, alpha, threads },
  );
  await page.goto(`http://127.0.0.1:${server.port}/#/learn`);
  const button = (name) => page.getByRole('button', { name, exact: true });
  await button('Start').click();
  await button('Pause').click();
  return {
    async learn(seconds) {
      await page.evaluate(() => (window.blocks.length = 0));
      await button('Continue').click();
      await page.waitForTimeout(1000 * seconds);
      await button('Pause').click();
      await button('Continue').waitFor();
      const blocks = await page.evaluate(() => window.blocks);
      const sum = (key) => blocks.reduce((total, block) => total + block[key], 0);
      return sum('moves') / sum('seconds');
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

const [node, page] = [await openNode(), await openPage()];
try {
  const speeds = { node: [], page: [] };
  for (let turn = 0; turn <= turns; turn++) {
    const inNode = await node.learn(seconds);
    const inPage = await page.learn(seconds);
    // The first turn compiles and does not count.
    if (turn === 0) continue;
    speeds.node.push(inNode);
    speeds.page.push(inPage);
  }
  const ratio = median(speeds.page.map((speed, i) => speed / speeds.node[i]));
  const result = {
    bench: `learn ${network} ${methodName} in a page`,
    movesPerSecond: Math.round(median(speeds.page)),
    against: options['huge-pages'] ? 'Node with huge pages' : 'Node',
    theirMovesPerSecond: Math.round(median(speeds.node)),
    ratio: Number(ratio.toFixed(3)),
    turns,
    threads,
    load: Number(loadavg()[0].toFixed(2)),
  };
  const millions = (n) => `${(n / 1e6).toFixed(2)}M`;
  console.log(
    options.json
      ? JSON.stringify(result)
      : `${result.bench}: ${millions(result.movesPerSecond)} moves/s, ${result.ratio.toFixed(2)} of ${result.against} (${millions(result.theirMovesPerSecond)}), ${threads} thread${threads > 1 ? 's' : ''}`,
  );
} finally {
  await page.close();
  await node.close();
}
