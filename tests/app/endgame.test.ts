// The exact chance of an endgame on the Play page, beside what the library solves in Node.

import { endgameStates, parseGame, quickEndgameOf, readBoard } from 'afterstate';
import { solveEndgame } from 'afterstate/node';
import { expect, it } from 'vitest';
import { links, SOON, visits } from './visit.testing.ts';

const app = visits();
const ENDGAME = '16384,8192,4096,2048/128,256,512,1024/0,0,2,8/0,4,16,32';
const LINE = '.outlook .endgame';

it('shows the chance of making one more tile, and follows the game', async () => {
  const game = parseGame('2048');
  const { board } = readBoard(ENDGAME, game).state;
  const endgame = quickEndgameOf(board, game);
  expect(endgameStates(endgame, game)).toBe(7 ** 8);
  const solved = await solveEndgame({ game, endgame, threads: 1 });
  const visit = await app.visit({ hash: links('2048', ENDGAME) });
  await visit.press('v');
  const line = visit.page.locator(LINE);
  await line.waitFor();
  const shown = async (): Promise<string> => `${await line.locator('b').textContent()}`;
  const percent = (chance: number): string => `${Math.round(100 * chance)}%`;
  expect(await line.textContent()).toContain('Another 128');
  expect(await shown()).toBe(percent(solved.chance(board)));
  await visit.press('ArrowLeft');
  await expect
    .poll(async () => {
      const now = (await visit.board()).map((tile) => game.exponent(tile)!);
      return (await line.count()) > 0 && (await shown()) === percent(solved.chance(now));
    }, SOON)
    .toBe(true);
  await solved.close();
});

it('says nothing if the board is in no endgame', async () => {
  const visit = await app.visit({ hash: links('2048', '16384,8192,4096,2048/1024,1024,512,256/128,64,2,8/0,4,16,32') });
  await visit.press('v');
  await visit.page.locator('.outlook b').nth(1).waitFor();
  expect(await visit.page.locator(LINE).count()).toBe(0);
});
