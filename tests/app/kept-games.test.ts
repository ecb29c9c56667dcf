import { describe, expect, it } from 'vitest';
import { links, PHONE, SOON, Visit, visits } from './visit.testing.ts';

const app = visits({ light: true });
const BOARD = '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16';
const TILES = BOARD.split(/[,/]/).map(Number);

/** Presses keys until this many moves have been made. */
async function playSome(visit: Visit, moves = 6): Promise<void> {
  const keys = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];
  for (let i = 0; (await visit.number('Moves')) < moves && i < 200; i++) await visit.press(keys[i % 4]!);
}

/** Another tab of the same browser. */
async function secondTab(first: Visit, hash = ''): Promise<Visit> {
  const visit = new Visit(await first.page.context().newPage(), app.url);
  await visit.page.goto(app.url + hash);
  await visit.settled();
  return visit;
}

/** The rows of the Games page, as soon as there are this many. */
async function rows(visit: Visit, count: number): Promise<string[]> {
  await visit.go('#/games');
  const list = visit.page.locator('.kept-list').first().locator('li');
  await expect.poll(() => list.count(), SOON).toBe(count);
  return list.locator('.what').allTextContents();
}

async function dropped(visit: Visit, name: string, bytes: Buffer): Promise<void> {
  await visit.page
    .getByLabel('An exported file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
}

describe('the game before', () => {
  it.each(['New', 'a link', 'the editor'])('stays where it stopped, after %s and a reload', async (way) => {
    const visit = await app.visit();
    await playSome(visit);
    const [board, score, moves] = [await visit.board(), await visit.number('Score'), await visit.number('Moves')];
    if (way === 'New') await visit.button('New').click();
    else if (way === 'a link') await visit.go(links('2048', BOARD));
    else {
      await visit.press('e');
      await visit.button('Clear').click();
      await visit.button(/^Row 1, column 1:/).click();
      await visit.button('Done').click();
    }
    await expect.poll(() => visit.number('Moves'), SOON).toBe(0);
    await visit.page.reload();
    // It is one undo away, as before the reload.
    await expect.poll(() => visit.button('Undo').isEnabled(), SOON).toBe(true);
    await visit.press('u');
    expect(await visit.board()).toEqual(board);
    expect(await visit.number('Score')).toBe(score);
    await visit.press('u');
    expect(await visit.number('Moves')).toBe(moves - 1);
  });

  it('is listed, renamed, continued, analysed, downloaded and deleted, which can be undone', async () => {
    const visit = await app.visit({ acceptDownloads: true });
    const { page } = visit;
    await playSome(visit);
    const board = await visit.board();
    await visit.button('New').click();
    await playSome(visit, 3);
    expect((await rows(visit, 2)).join()).toMatch(/3 moves.*on the board.*6 moves.*unfinished/);
    const row = page.locator('.kept-list li').nth(1);
    await row.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name of the game').fill('The good one');
    await visit.press('Enter');
    await row.getByText('The good one').waitFor();
    expect(await visit.seriousFindings()).toEqual([]);

    const download = page.waitForEvent('download');
    await row.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('The-good-one.jsonl');

    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The game was deleted.').waitFor();
    await expect.poll(() => page.locator('.kept-list li').count(), SOON).toBe(1);
    await visit.button('Undo').click();
    await row.getByText('The good one').waitFor();

    await row.getByRole('button', { name: 'Analyse' }).click();
    await page.getByText('6 moves').first().waitFor();
    await visit.go('#/games');
    await row.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => visit.board(), SOON).toEqual(board);
    await visit.press('u');
    expect(await visit.number('Moves')).toBe(5);
    // The name survives more moves.
    await expect.poll(async () => (await rows(visit, 2))[0], SOON).toMatch(/The good one.*5 moves/);
  });

  it('of a browser from before there was a history is in it', async () => {
    const other = await app.visit();
    await playSome(other);
    const board = await other.board();
    await other.pause(500);
    const kept = await other.page.evaluate(() => localStorage.getItem('afterstate:game:2048')!);
    const visit = await app.visit();
    await visit.page.evaluate((text) => {
      // In the form of that time.
      const { version, game, start, plies, at, seed, edited, helped } = JSON.parse(text) as Record<string, unknown>;
      const old = JSON.stringify({ version, game, start, plies, at, seed, edited, helped });
      localStorage.setItem('afterstate:game:2048', old);
      localStorage.setItem('afterstate:best:2048', '{"version":1,"own":4321,"helped":0}');
    }, kept);
    await visit.page.reload();
    expect(await visit.board()).toEqual(board);
    expect(await visit.number('Best')).toBe(4321);
    await visit.button('New').click();
    expect((await rows(visit, 1))[0]).toMatch(/6 moves/);
  });
});

describe('two tabs', () => {
  it('each have a game; neither overwrites the other, and the best score is that of both', async () => {
    const first = await app.visit({ hash: '' });
    await playSome(first, 4);
    await first.pause(500);
    const second = await secondTab(first);
    expect(await second.board()).toEqual(await first.board());
    // Both play on with what was a single game.
    await playSome(second, 10);
    await playSome(first, 7);
    await playSome(second, 14);
    const [ours, theirs] = [await first.board(), await second.board()];
    await expect.poll(() => first.number('Best'), SOON).toBe(await second.number('Best'));
    const best = await first.number('Best');
    expect(best).toBeGreaterThanOrEqual(Math.max(await first.number('Score'), await second.number('Score')));

    await first.page.reload();
    expect(await first.board()).toEqual(ours);
    await second.page.reload();
    expect(await second.board()).toEqual(theirs);
    expect(await second.number('Best')).toBe(best);
    const listed = (await rows(first, 2)).join();
    expect(listed).toMatch(/14 moves/);
    expect(listed).toMatch(/7 moves/);
  });

  it('raise the best score together, whichever saves last', async () => {
    const high = '{"version":1,"own":50000,"helped":7}';
    const first = await app.visit();
    const second = await secondTab(first);
    await second.page.evaluate((text) => localStorage.setItem('afterstate:best:2048', text), high);
    await expect.poll(() => first.number('Best'), SOON).toBe(50_000);
    await playSome(first, 12);
    expect(await first.page.evaluate(() => localStorage.getItem('afterstate:best:2048'))).toContain('50000');
  });

  it('share the theme, and each has its own 2048 or Threes', async () => {
    const first = await app.visit();
    const second = await secondTab(first);
    await second.button('Threes').click();
    await second.button('Theme: system').click();
    await first.button('Theme: light').waitFor();
    await first.page.reload();
    expect(await first.page.getByRole('heading', { name: 'Play 2048' }).count()).toBe(1);
    await second.page.reload();
    expect(await second.page.getByRole('heading', { name: 'Play Threes' }).count()).toBe(1);
  });
});

describe('a reload', () => {
  it('keeps a board being edited', async () => {
    const visit = await app.visit();
    await visit.press('e');
    await visit.page.getByLabel('As text').fill(BOARD);
    await visit.page.reload();
    await visit.button('Done').click();
    expect(await visit.board()).toEqual(TILES);
  });

  it('during auto-run keeps the moves made so far', async () => {
    const visit = await app.visit();
    await visit.setSpeed('10');
    await visit.button('Auto').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBeGreaterThan(100);
    const moves = await visit.number('Moves');
    await visit.page.reload();
    expect(await visit.number('Moves')).toBeGreaterThanOrEqual(moves);
  });
});

describe('the score', () => {
  it('travels with a shared position', async () => {
    const visit = await app.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    await playSome(visit, 20);
    const score = await visit.number('Score');
    expect(score).toBeGreaterThan(0);
    await visit.button('Share').click();
    await visit.page.getByText('Link to this position copied.').waitFor();
    const link = await visit.page.evaluate(() => navigator.clipboard.readText());
    const other = await app.visit({ url: '', hash: link });
    await other.page.getByText('The position from the link.').waitFor();
    expect(await other.number('Score')).toBe(score);
    await playSome(other, 8);
    expect(await other.number('Score')).toBeGreaterThanOrEqual(score);
    const later = await other.number('Score');
    await other.page.reload();
    expect(await other.number('Score')).toBe(later);
    // It was not made here.
    expect(await other.number('Best')).toBe(0);
  });

  it('is refused together with the link if it is invalid', async () => {
    const visit = await app.visit({ hash: `${links('2048', BOARD)}&score=many` });
    await visit.page.getByText(/^This link does not contain a valid position: the score 'many' is not/).waitFor();
  });

  it('is kept by Play from here, and so is the way there', async () => {
    const visit = await app.visit();
    await playSome(visit, 20);
    const [board, score] = [await visit.board(), await visit.number('Score')];
    await visit.go('#/analyse?from=play');
    await visit.page.locator('.where').waitFor();
    await visit.button('Play from here').click();
    await visit.page.getByText(/^The game continues from move 20\./).waitFor();
    expect(await visit.board()).toEqual(board);
    expect(await visit.number('Score')).toBe(score);
    await visit.press('u');
    expect(await visit.number('Moves')).toBe(19);
    await visit.page.reload();
    expect(await rows(visit, 2)).toHaveLength(2);
  });
});

describe('another game chosen', () => {
  it('while editing has its own board to edit', async () => {
    const visit = await app.visit();
    await visit.press('e');
    await visit.page.getByLabel('As text').fill(BOARD);
    await visit.button('Threes').click();
    await visit.page.getByText('Next tile', { exact: true }).waitFor();
    await visit.page.getByLabel('As text').fill('1,2,3,6/0,0,0,0/0,0,0,0/48,0,0,3 next=2');
    await visit.button('Done').click();
    expect(await visit.board()).toEqual([1, 2, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 3]);
    expect(await visit.page.getByRole('heading', { name: 'Play Threes' }).count()).toBe(1);
  });

  it('while editing keeps the draft of the other', async () => {
    const visit = await app.visit();
    await visit.press('e');
    await visit.page.getByLabel('As text').fill(BOARD);
    await visit.button('Threes').click();
    await visit.page.getByText('Next tile', { exact: true }).waitFor();
    await visit.button('2048').click();
    await visit.button('Done').click();
    expect(await visit.board()).toEqual(TILES);
  });
});

describe('everything as one file', () => {
  it('goes to another browser, adds to what is there, and is refused if it is damaged', async () => {
    const visit = await app.visit({ acceptDownloads: true });
    await playSome(visit, 9);
    const board = await visit.board();
    const best = await visit.number('Best');
    await visit.button('New').click();
    await playSome(visit, 5);
    await visit.go('#/tournament');
    await visit.page.getByLabel('Games', { exact: true }).fill('37');
    await visit.page.getByLabel('Games', { exact: true }).blur();
    await rows(visit, 2);
    const download = visit.page.waitForEvent('download');
    await visit.button('Export everything').click();
    expect((await download).suggestedFilename()).toMatch(/^afterstate-\d{4}-\d\d-\d\d\.backup$/);
    const bytes = await (await import('node:fs/promises')).readFile(await (await download).path());

    const other = await app.visit(PHONE);
    await playSome(other, 3);
    await rows(other, 1);
    const alert = other.page.locator('.games').getByRole('alert');
    const flipped = Buffer.from(bytes);
    flipped[flipped.length - 5]! ^= 1;
    await dropped(other, 'flipped.backup', flipped);
    await expect
      .poll(() => alert.textContent(), SOON)
      .toMatch(/^flipped.backup is damaged: entry \d+ of \d+ does not match/);
    await dropped(other, 'cut.backup', bytes.subarray(0, -100));
    await expect.poll(() => alert.textContent(), SOON).toMatch(/^cut.backup is damaged: it has \d+ bytes/);
    await dropped(other, 'other.backup', Buffer.from('{"what":1}'));
    await expect.poll(() => alert.textContent(), SOON).toMatch(/^other.backup was not exported by this app/);
    await rows(other, 1);

    await dropped(other, 'mine.backup', bytes);
    await other.page.getByText(/^Imported: 2 games, 1 tournament\./).waitFor();
    await rows(other, 3);
    await dropped(other, 'again.backup', bytes);
    await other.page.getByText(/^Imported: nothing new\. \d+ entries were here already\./).waitFor();
    expect((await rows(other, 3)).join()).toMatch(/9 moves/);
    const row = other.page.locator('.kept-list li').filter({ hasText: '9 moves' });
    await row.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(() => other.board(), SOON).toEqual(board);
    expect(await other.number('Best')).toBeGreaterThanOrEqual(best);
    await other.go('#/tournament');
    expect(await other.page.getByLabel('Games', { exact: true }).inputValue()).toBe('37');
  });
});

describe('a browser that keeps nothing', () => {
  it('says so once, and the game can be played', async () => {
    const visit = await app.visit();
    await visit.page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    });
    await visit.page.reload();
    await visit.page.getByText(/^This browser keeps nothing for this page/).waitFor();
    await playSome(visit);
    expect(await visit.number('Moves')).toBe(6);
    await visit.button('New').click();
    await visit.press('u');
    expect(await visit.number('Moves')).toBe(6);
    await visit.go('#/games');
    await visit.page.getByRole('alert').filter({ hasText: 'keeps nothing' }).waitFor();
    expect(await visit.seriousFindings()).toEqual([]);
    await visit.go('#/tournament');
    await visit.button('Start').waitFor(SOON);
  });
});
