import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type GameName, parseGame, readRecord, writeRecord } from '../../packages/afterstate/dist/index.js';
import { openPlayer } from '../../packages/afterstate/dist/node.js';
import { PHONE, type Visit, visits, SOON } from './visit.testing.ts';

const app = visits();

/** A game of a weak player, as the command would record it. */
async function recordOf(game: GameName, number = 0): Promise<string> {
  const rules = parseGame(game);
  const player = await openPlayer('cycle?moves=up,left&stuck=random', { game: rules });
  const { scores, moves, records } = await player.playGames({ games: 1, seed: 5, first: number, records: true });
  await player.close();
  return writeRecord({
    game,
    rulesVersion: rules.rulesVersion,
    player: 'cycle',
    seed: 5,
    gameNumber: number,
    start: records![0]!.start,
    plies: records![0]!.plies,
    score: scores[0]!,
    moves: moves[0]!,
  });
}

async function paste(visit: Visit, text: string): Promise<void> {
  await visit.page.getByLabel(/^Or paste a record/).fill(text);
}

describe('a finished game', () => {
  it('is judged move by move, and a person goes from mark to mark', async () => {
    const line = await recordOf('2048');
    const record = readRecord(line);
    const visit = await app.visit({ hash: '#/analyse' });
    await paste(visit, line);
    const { page } = visit;
    await page.getByText(`${record.moves} moves`).first().waitFor();
    // The first model may have judged until the better one came.
    await visit.button(/^Judged by .*2048-small/).waitFor();
    await page.locator('.analysing').waitFor({ state: 'detached' });
    expect(await page.locator('.worst li').count()).toBeGreaterThan(2);
    const marks = page.locator('.plot .mark');
    const blunders = await marks.count();
    expect(blunders).toBeGreaterThan(2);
    // Only blunders, until lesser ones are asked for.
    expect(await page.locator('.plot .mark.blunder').count()).toBe(blunders);
    await visit.button(/mistakes?$/).click();
    expect(await marks.count()).toBeGreaterThan(blunders);
    await visit.button(/mistakes?$/).click();
    expect(await marks.count()).toBe(blunders);
    // The curve ends at the score of the game.
    const end = await page.locator('.plot .line').getAttribute('d');
    const ticks = (await page.locator('.value-axis span').allTextContents()).map((tick) =>
      Number(tick.replace('k', '000')),
    );
    const [x, y] = end!.split('L').at(-1)!.split(' ').map(Number);
    expect(x).toBe(1000);
    expect((1 - y! / 240) * Math.max(...ticks)).toBeCloseTo(record.score, -3);

    const where = () => page.locator('.where').textContent();
    expect(await where()).toMatch(/^Move 1 of/);
    await visit.press('ArrowRight', 'ArrowRight', 'ArrowLeft');
    expect(await where()).toMatch(/^Move 2 of/);
    await visit.press('n');
    const first = await where();
    expect(await page.locator('.story').textContent()).toMatch(/a blunder: it lost \d+% of/);
    expect(await page.locator('.move-arrows .better').count()).toBe(1);
    expect(await page.locator('.four .best').count()).toBe(1);
    await visit.press('n', 'p');
    expect(await where()).toBe(first);
    await visit.press('End');
    expect(await page.locator('.story').textContent()).toContain(`The game ends here, after ${record.moves} moves.`);
    expect(await visit.board()).toEqual(await visit.drawn());

    // The curve is the scrubber.
    const box = (await page.locator('.plot').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    const middle = Number(/^Move (\d+)/.exec((await where())!)![1]);
    expect(Math.abs(middle - record.moves / 2)).toBeLessThan(3);
    expect(await visit.seriousFindings()).toEqual([]);
  });

  it('of one’s own is analysed from the board where it ended', async () => {
    const visit = await app.visit();
    await visit.page.getByRole('combobox', { name: 'Player' }).selectOption('random');
    await visit.setSpeed('11');
    await visit.button('Auto').click();
    const over = visit.page.getByRole('group', { name: 'Game over' });
    await over.waitFor();
    const [board, moves] = [await visit.board(), await visit.number('Moves')];
    await over.getByRole('button', { name: 'Analyse' }).click();
    expect(await visit.page.locator('.where').textContent()).toMatch(/^The end/);
    await visit.page.getByText(`The game ends here, after ${moves} moves.`).waitFor();
    expect(await visit.board()).toEqual(board);
    // Random players give no values; one that does is the judge.
    await visit.page.locator('.worst').waitFor();
    await visit.button('Play from here').click();
    await expect.poll(() => visit.board(), SOON).toEqual(board);
  });

  it('fits a phone, and its marks are within reach', async () => {
    const visit = await app.visit({ ...PHONE, hash: '#/analyse' });
    const { page } = visit;
    await paste(visit, await recordOf('2048'));
    await page.locator('.analysing').waitFor({ state: 'detached' });
    await page.locator('.worst li button').first().tap();
    await page.locator('.worst li button[aria-current=true]').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
    expect(await visit.seriousFindings()).toEqual([]);
  });

  it('of Threes is read from a file, one of many', async () => {
    const lines = [await recordOf('threes', 1), await recordOf('threes', 2)];
    const visit = await app.visit({ ...PHONE, hash: '#/analyse' });
    await visit.page
      .getByLabel('A record file')
      .setInputFiles({ name: 'games.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines.join('\n')) });
    await visit.page
      .getByText(`${readRecord(lines[0]!).moves} moves`)
      .first()
      .waitFor();
    await visit.page.getByRole('combobox', { name: 'Game' }).selectOption('1');
    await visit.page
      .getByText(`${readRecord(lines[1]!).moves} moves`)
      .first()
      .waitFor();
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
  });

  it('is exported unchanged, and travels in a link', async () => {
    const line = await recordOf('2048', 3);
    const visit = await app.visit({
      hash: '#/analyse',
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await paste(visit, line);
    const download = visit.page.waitForEvent('download');
    await visit.button('Export').click();
    expect(readFileSync(await (await download).path(), 'utf8')).toBe(`${line}\n`);
    await visit.button('Share').click();
    await visit.page.getByText('Link to this game copied.').waitFor();
    const link = await visit.page.evaluate(() => navigator.clipboard.readText());
    const other = await app.visit({ url: '', hash: link });
    await other.page
      .getByText(`${readRecord(line).moves} moves`)
      .first()
      .waitFor();
  });

  it('that is damaged is refused with the ply', async () => {
    const line = await recordOf('2048', 4);
    const visit = await app.visit({ hash: '#/analyse' });
    await paste(visit, line.replace('"score":', '"score":1'));
    await expect.poll(() => visit.page.getByRole('alert').textContent(), SOON).toMatch(/^The record says a score of/);
    await paste(visit, 'what');
    await expect
      .poll(() => visit.page.getByRole('alert').textContent(), SOON)
      .toMatch(/^This line is not a game record/);
  });
});

describe('without a game', () => {
  it('there is an example to begin with', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    await visit.button('Analyse an example').click();
    await visit.page.locator('.worst li').first().waitFor();
    await visit.button('Close').click();
    await visit.button('Analyse an example').waitFor();
  });
});

describe('a long analysis', () => {
  it('can be stopped and continued', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    const { page } = visit;
    await paste(visit, await recordOf('2048', 6));
    await page.locator('.analysing').waitFor({ state: 'detached' });
    await visit.button(/^Judged by/).click();
    await page.getByRole('combobox', { name: 'Player' }).selectOption('montecarlo');
    await page.getByLabel('rollouts').fill('20000');
    await page.getByLabel('rollouts').press('Enter');
    await visit.button('Close').last().click();
    await visit.button('Stop').click();
    await visit.button('Continue').waitFor();
    const done = () => page.locator('.analysing .quiet').textContent();
    const stopped = await done();
    await page.waitForTimeout(800);
    expect(await done()).toBe(stopped);
    await visit.button('Continue').click();
    await expect.poll(done).not.toBe(stopped);
  });
});

describe('a file dropped on the page', () => {
  it('that is a model plays', async () => {
    const visit = await app.visit();
    const model = readFileSync(fileURLToPath(new URL('../../models/2048-small/model.compact', import.meta.url)));
    await visit.page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'mine.compact'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, model.toString('base64'));
    await visit.page.getByText('mine.compact plays now.').waitFor();
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
    expect(await visit.page.getByRole('combobox', { name: 'model' }).inputValue()).toBe('local/mine');
  });

  it('that is neither model nor record is refused with the reason', async () => {
    const visit = await app.visit();
    await visit.page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File(['PK\u0003\u0004 and so on'], 'weights.pt'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await visit.page.getByText(/^'weights.pt' is a zip archive, such as PyTorch writes/).waitFor();
  });
});
