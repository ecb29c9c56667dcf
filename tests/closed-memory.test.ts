// Closed learners and players give their memory back at once, and leave nothing in it for others.
import { fileURLToPath } from 'node:url';
import { createNetwork, parseBoard, parseGame } from 'afterstate';
import { openLearner, openPlayer } from 'afterstate/node';
import { expect, test } from 'vitest';
import { run } from './packages.testing.ts';

const BENCH = fileURLToPath(new URL('../bench/closed-memory.mjs', import.meta.url));
const game = parseGame('2048');
const board = parseBoard('0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2', game);
const network = createNetwork({ game: '2048', network: '0123 4567', stages: 'none', values: 'afterstate' });
const open = () => openLearner({ game, network, threads: 1, coherent: false });

test('the process stays small, however many were opened and closed', () => {
  // Learners of 0.27 and 0.8 GB, and players: without this, 12 of them leave 1.3 GB.
  const lines = run(process.cwd(), process.execPath, BENCH, '12').trim().split('\n');
  const { opened, advice, firstFifthMB, mostMB } = JSON.parse(lines.at(-1)!);
  expect(opened).toBe(12);
  // Without koffi, memory of each size is kept for the next one until it is collected.
  expect(mostMB).toBeLessThan(advice ? firstFifthMB + 100 : 2000);
});

test('a learner begins with weights of 0, whatever its memory held before', async () => {
  const first = await open();
  first.fill(7);
  expect(await first.value(board)).toBeCloseTo(7);
  await first.close();
  const second = await open();
  expect(await second.value(board)).toBe(0);
  // Whatever a closed one still does goes nowhere.
  first.kernel.setInt(0, 99);
  first.kernel.stop(true);
  expect(first.kernel.memory).not.toBe(second.kernel.memory);
  await second.close();
  await second.close();
  const [third, fourth] = [await open(), await open()];
  expect(third.kernel.memory).not.toBe(fourth.kernel.memory);
  await Promise.all([third.close(), fourth.close()]);
});

test('a player closed while playing leaves the next one alone', async () => {
  const games = (player: Awaited<ReturnType<typeof openPlayer>>) => player.playGames({ games: 200, seed: 1 });
  const alone = await openPlayer('expectimax?depth=1', { game });
  const { scores } = await games(alone);
  await alone.close();
  const busy = await openPlayer('expectimax?depth=1', { game });
  const cut = expect(games(busy)).rejects.toThrow('closed');
  await busy.close();
  const next = await openPlayer('expectimax?depth=1', { game });
  await cut;
  expect((await games(next)).scores).toEqual(scores);
  await next.close();
});
