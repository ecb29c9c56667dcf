import { expect, it } from 'vitest';
import { createNetwork, learnSettings, METHODS, parseGame } from '../../packages/afterstate/dist/index.js';
import { openLearner } from '../../packages/afterstate/dist/node.js';
import { visits } from './visit.testing.ts';

const app = visits();
const ROUNDS = 3;
const SECONDS = 3;
/** As the page tells its speed: of so many of the newest games. */
const RECENT = 300;

/** The best speed that learning reached in Node, in moves a second. */
async function speedInNode(): Promise<number> {
  const game = parseGame('2048');
  const network = createNetwork({ game: '2048', network: '5x4', stages: 'none', values: 'afterstate' });
  const learner = await openLearner({ game, network, threads: 1, coherent: true });
  await learner.configure(learnSettings(METHODS.find(({ name }) => name === 'tc')!));
  const until = performance.now() + 1000 * SECONDS;
  let best = 0;
  for (let first = 0; performance.now() < until; first += RECENT) {
    const began = performance.now();
    const { moves } = await learner.learn({ games: RECENT, seed: 1, first });
    best = Math.max(best, (1000 * moves.reduce((sum, n) => sum + n, 0)) / (performance.now() - began));
  }
  await learner.close();
  return best;
}

/** The best speed that the page tells of. */
async function speedInPage(): Promise<number> {
  const visit = await app.visit({ hash: '#/learn' });
  await visit.page.getByLabel('threads').selectOption('1');
  await visit.button('Start').click();
  const until = performance.now() + 1000 * SECONDS;
  let best = 0;
  while (performance.now() < until) {
    const text = await visit.page.locator('.numbers').textContent();
    const [, number, unit] = /Moves a second([\d.,]+)([kM]?)/.exec(text ?? '') ?? [];
    const told = Number(number?.replaceAll(',', '') ?? 0) * { '': 1, k: 1e3, M: 1e6 }[unit ?? '']!;
    best = Math.max(best, told);
    await visit.page.waitForTimeout(100);
  }
  await visit.button('Reset').click();
  return best;
}

it('learning in the page is at least 0.8 times as fast as in Node', async () => {
  // In turns, the best of each: what else the machine does then slows both alike.
  let [node, page] = [0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    node = Math.max(node, await speedInNode());
    page = Math.max(page, await speedInPage());
  }
  expect(page / node).toBeGreaterThan(0.8);
});
