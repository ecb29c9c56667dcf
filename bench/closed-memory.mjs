// Opens and closes many learners and players in one process, and prints its resident size: closed ones give their memory back at
// once, so it stays flat. `node bench/closed-memory.mjs [COUNT] [--no-advice]`; 500 by default. `--no-advice` leaves out what the
// lab tells the system (files/memory.ts): the library alone, as in other projects.

import { createNetwork, parseGame } from 'afterstate';
import { openLearner, openPlayer } from 'afterstate/node';
import { fileURLToPath } from 'node:url';
import { useHugePages } from '../packages/lab/dist/files/memory.js';

const count = Number(process.argv.find((argument) => /^\d+$/.test(argument)) ?? 500);
const advice = !process.argv.includes('--no-advice') && useHugePages();
const game = parseGame('2048');
const network = createNetwork({ game: '2048', network: '4x6', stages: 'none', values: 'afterstate' });
const small = fileURLToPath(new URL('../models/2048-small', import.meta.url));

/** 0.27 GB, 0.8 GB with its sums, 17 MB and a few: each is also used, so that its pages really exist. */
const KINDS = [
  async () => {
    const learner = await openLearner({ game, network, threads: 1, coherent: false });
    learner.fill(100);
    await learner.close();
  },
  async () => {
    const learner = await openLearner({ game, network, threads: 2, coherent: true });
    learner.fill(1);
    await learner.close();
  },
  async () => {
    const player = await openPlayer(`ntuple:${small}`, { game });
    await player.playGames({ games: 2, seed: 1 });
    await player.close();
  },
  async () => {
    const player = await openPlayer('expectimax?depth=2', { game, threads: 2 });
    await player.playGames({ games: 1, seed: 1 });
    await player.close();
  },
];

const megabytes = () => Math.round(process.memoryUsage.rss() / 1e6);
const sizes = [];
for (let i = 0; i < count; i++) {
  await KINDS[i % KINDS.length]();
  if (i % KINDS.length === KINDS.length - 1) sizes.push(megabytes());
  if ((i + 1) % Math.max(1, Math.floor(count / 10)) === 0)
    console.log(JSON.stringify({ opened: i + 1, residentMB: megabytes() }));
}
const early = Math.max(...sizes.slice(0, Math.ceil(sizes.length / 5)));
console.log(
  JSON.stringify({ opened: count, advice, firstFifthMB: early, lastMB: sizes.at(-1), mostMB: Math.max(...sizes) }),
);
