import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  parseBoard,
  parseGame,
  printBoard,
  readRecord,
  replay,
  writeRecord,
} from '../../packages/afterstate/dist/index.js';
import type { GameName, Move } from '../../packages/afterstate/dist/index.js';
import { openPlayer } from '../../packages/afterstate/dist/node.js';
import { links, PHONE, SOON, type Visit, visits } from './visit.testing.ts';

const app = visits();
/** Up is a blunder, and every other legal move is fine. */
const LATE = '0,2,0,0/0,4,8,2/64,128,32,16/4096,2048,512,256';

/** A game of a weak player, as a record of a person. */
async function recordOf(name: GameName): Promise<string> {
  const game = parseGame(name);
  const player = await openPlayer('cycle?moves=up,left&stuck=random', { game });
  const { scores, moves, records } = await player.playGames({ games: 1, seed: 5, records: true });
  await player.close();
  const { start, plies } = records![0]!;
  const told = { game: name, rulesVersion: game.rulesVersion, player: 'human', seed: 5, gameNumber: 0 };
  return writeRecord({ ...told, start, plies, score: scores[0]!, moves: moves[0]! });
}

async function analyse(visit: Visit, line: string): Promise<void> {
  await visit.page.getByLabel(/^Or paste a record/).fill(line);
  await visit.page.locator('.worst').waitFor();
  await visit.page.locator('.analysing').waitFor({ state: 'detached' });
}

const tilesOf = (board: readonly number[]): string =>
  [0, 1, 2, 3].map((row) => board.slice(4 * row, 4 * row + 4).join()).join('/');

describe('Analyse', () => {
  it('says why a blunder is one, by facts that the rules confirm, and plays the better line on the board', async () => {
    const line = await recordOf('2048');
    const game = parseGame('2048');
    const steps = [...replay(readRecord(line), game)];
    const visit = await app.visit({ hash: '#/analyse' });
    const { page } = visit;
    await analyse(visit, line);
    await page.locator('.worst li button').first().click();
    const ply = Number(/^Move (\d+)/.exec((await page.locator('.where').textContent())!)![1]);
    const { before, move } = steps[ply - 1]!;
    const best = /better (\w+)/.exec((await page.locator('.worst li').first().textContent())!)![1] as Move;

    const why = page.getByRole('region', { name: 'Why' });
    const said = await why.locator('li').allTextContents();
    expect(said.length).toBeGreaterThan(0);
    const empty = (of: Move): number => game.afterstate(before, of)!.board.filter((exponent) => exponent === 0).length;
    const cells = said.find((text) => /empty cells?, /.test(text));
    expect(cells !== undefined).toBe(empty(best) > empty(move));
    if (cells)
      expect(cells).toMatch(new RegExp(`leaves ${empty(move) || 'no'} empty cells?, ${best} ${empty(best)}\\.`));

    // Play-outs arrive in portions, and say how many there were.
    await why.getByRole('table').waitFor();
    await expect.poll(() => why.locator('caption').textContent()).toMatch(/played on 200 times/);
    expect(await why.locator('tbody th').allTextContents()).toEqual([
      'Lost within 20 moves',
      expect.stringMatching(/^Makes an? \d+$/),
    ]);
    for (const share of await why.locator('tbody td').allTextContents()) expect(share).toMatch(/^[<>]?\d+%$/);

    // The better line: by its key, on the board, and back.
    const position = await visit.board();
    expect(tilesOf(position)).toBe(printBoard(before, game));
    await visit.press('b');
    await page.getByText(/^The line, move 1 of [1-5]: /).waitFor();
    const after = game.afterstate(before, best)!;
    const shown = printBoard(parseBoard(tilesOf(await visit.board()), game), game);
    expect(game.outcomes(after).map(({ state }) => printBoard(state, game))).toContain(shown);
    expect(await page.locator('.move-arrows').count()).toBe(0);
    await visit.press('ArrowRight');
    await page.getByText(/^The line, move 2 of /).waitFor();
    expect(await visit.drawn()).toEqual(await visit.board());
    expect(await visit.seriousFindings()).toEqual([]);
    await visit.press('ArrowLeft', 'ArrowLeft');
    expect(await visit.board()).toEqual(position);
    await visit.press('ArrowLeft');
    await page.getByText(/^The line/).waitFor({ state: 'detached' });
    expect(await page.locator('.where').textContent()).toMatch(new RegExp(`^Move ${ply} of`));
    await visit.button('Show the better line').click();
    await visit.button('Leave the better line').click();
    expect(await visit.board()).toEqual(position);

    // How well the game was played, overall and by its largest tiles.
    const accuracy = page.getByRole('region', { name: 'Accuracy' });
    expect(await accuracy.locator('p').textContent()).toMatch(/^\d+% accuracy over \d+ moves with a choice$/);
    expect(await accuracy.getByRole('row').count()).toBeGreaterThan(2);
    // The blunders come first, whatever else is listed.
    await visit.button(/mistakes?$/).click();
    await visit.button(/^Show all/).click();
    const kinds = await page.locator('.worst li .shape').evaluateAll((all) => all.map((one) => one.classList[1]));
    expect(kinds.lastIndexOf('blunder')).toBeLessThan(kinds.indexOf('mistake'));
  });
});

describe('Practise', () => {
  it('brings back the blunders of one’s own games, judges tries, and keeps the notebook across a reload', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    const { page } = visit;
    await analyse(visit, await recordOf('2048'));
    // The analysis is kept soon after.
    await visit.pause(1500);
    await visit.go('#/practise');
    await page.getByText('Which move is best?').waitFor();
    await page.getByText(/^10 due, \d+ never tried$/).waitFor();
    await visit.button('10 from your games').waitFor();
    // The answer is hidden.
    expect(await page.locator('.four, .why, .move-arrows').count()).toBe(0);
    expect(await page.locator('.thresholds').last().textContent()).not.toContain('was played');

    // A wrong try, the move of the game: its verdict, what each move is worth, and why.
    const tryEach = async (fits: (verdict: string) => boolean): Promise<void> => {
      for (const move of ['Left', 'Up', 'Down', 'Right']) {
        if (!(await visit.button(move).isEnabled())) continue;
        await visit.button(move).click();
        if (fits((await page.locator('.where').textContent())!)) return;
        await visit.button('Try again').click();
      }
      throw new Error('no move fits');
    };
    await tryEach((verdict) => /Blunder|Mistake|Inaccuracy/.test(verdict));
    expect(await page.locator('.four .best').count()).toBe(1);
    await page.getByRole('region', { name: 'Why' }).waitFor();
    await page.getByText(/loses [<>]?\d+% of the points to come/).waitFor();
    await visit.press('r');
    await page.getByText('Which move is best?').waitFor();
    await tryEach((verdict) => verdict.includes('The best move'));
    await visit.press('Enter');
    await page.getByText('Which move is best?').waitFor();
    // The next one is answered right or wrong; either way it is no longer due.
    await tryEach(() => true);
    await page.getByText(/^8 due/).waitFor();
    await visit.pause(300);
    await page.reload();
    await page.getByText(/^8 due/).waitFor();
    await visit.button('10 from your games').waitFor();
    expect(await visit.seriousFindings()).toEqual([]);

    // Out of the notebook, and back.
    await visit.button('Never show this position again').click();
    await visit.button('9 from your games').waitFor();
    await visit.button('Undo').click();
    await visit.button('10 from your games').waitFor();

    // The notebook is part of the one file, and another browser imports it.
    await visit.go('#/games');
    const saved = page.waitForEvent('download');
    await visit.button('Export everything').click();
    const buffer = readFileSync(await (await saved).path());
    const other = await app.visit({ hash: '#/games' });
    await other.page.getByLabel('An exported file').setInputFiles({ name: 'all.backup', mimeType: '', buffer });
    await other.page.getByText(/10 positions to practise/).waitFor();
    await other.go('#/practise');
    await other.page.getByText(/^8 due/).waitFor();
  });

  it('has collected positions of both games, on a phone too', async () => {
    const visit = await app.visit({ ...PHONE, hash: '#/practise' });
    const { page } = visit;
    await page.getByText(/^None due, \d+ never tried$/).waitFor();
    const first = await visit.board();
    await visit.button('Threes').click();
    await expect.poll(() => visit.board(), SOON).not.toEqual(first);
    await page.getByText('Next', { exact: false }).first().waitFor();
    for (const move of ['Left', 'Up', 'Down', 'Right'])
      if (await visit.button(move).isEnabled()) {
        await visit.button(move).tap();
        break;
      }
    await page.locator('.four').waitFor();
    await visit.button('Next position').tap();
    await page.getByText('Which move is best?').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
  });

  it('takes a position of any analysed game on request', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    await analyse(visit, (await recordOf('2048')).replace('human', 'somebody'));
    await visit.page.locator('.worst li button').first().click();
    await visit.button('Practise it').click();
    await visit.page.getByText('The position is in the notebook now.').waitFor();
    await visit.button('Practise').click();
    await visit.page.getByText(/^1 due/).waitFor();
    await visit.button('1 from your games').waitFor();
  });
});

describe('the coach', () => {
  it('holds back a blunder, says why, and lets it be played or taken back', async () => {
    const visit = await app.visit({ hash: links('2048', LATE) });
    const { page } = visit;
    const warning = page.locator('.coach');
    const moves = () => visit.number('Moves');
    // Off by default: the move is made within the key press.
    const made = await page.evaluate(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp' }));
      return document.querySelectorAll('.tally dd')[2]!.textContent;
    });
    await expect.poll(moves, SOON).toBe(1);
    expect(made).toMatch(/^[01]$/);
    await visit.press('u');
    await page.getByLabel('Warn before a blunder').check();

    await visit.warned('ArrowUp');
    await page.getByText(/^Up loses \d+% of the points to come \([\d,]+\): the 4096 leaves its corner\.$/).waitFor();
    expect(await moves()).toBe(0);
    expect(await visit.seriousFindings()).toEqual([]);
    // A key held down does not confirm it; the same key later does.
    await visit.pause(500);
    await visit.press('ArrowUp');
    await expect.poll(moves, SOON).toBe(1);
    expect(await warning.count()).toBe(0);

    await visit.press('u');
    await expect.poll(moves, SOON).toBe(0);
    await visit.warned('ArrowUp');
    const better = visit.button(/instead$/);
    const move = (await better.textContent())!.replace(' instead', '').toLowerCase() as Move;
    const game = parseGame('2048');
    const after = game.afterstate(parseBoard(LATE, game), move)!;
    await better.click();
    await expect.poll(moves, SOON).toBe(1);
    const board = printBoard(parseBoard(tilesOf(await visit.board()), game), game);
    expect(game.outcomes(after).map(({ state }) => printBoard(state, game))).toContain(board);

    // Anything but a blunder is played at once, and the switch is kept.
    await visit.press('u');
    await expect.poll(moves, SOON).toBe(0);
    await visit.press(move === 'left' ? 'ArrowLeft' : 'ArrowRight');
    await expect.poll(moves, SOON).toBe(1);
    await page.reload();
    await expect.poll(() => page.getByLabel('Warn before a blunder').isChecked(), SOON).toBe(true);
    await page.getByLabel('Warn before a blunder').uncheck();
    await visit.press('u');
    await expect.poll(moves, SOON).toBe(0);
    await visit.press('ArrowUp');
    await expect.poll(moves, SOON).toBe(1);
  });
});
