import { MOVES, parseBoard, parseGame } from '../../packages/afterstate/dist/index.js';
import { describe, expect, it } from 'vitest';
import { links, PHONE, type Visit, visits, WIDE, SOON } from './visit.testing.ts';

const app = visits({ light: true });
const BOARD = '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16';

/** Presses keys until the board has changed a few times. */
async function playSome(visit: Visit, moves = 8): Promise<void> {
  const keys = ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp'];
  for (let i = 0; (await visit.number('Moves')) < moves && i < 200; i++) await visit.press(keys[i % 4]!);
}

describe('a game of 2048', () => {
  it.each([
    ['the arrows', ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']],
    ['WASD', ['w', 'd', 's', 'a']],
    ['HJKL', ['k', 'l', 'j', 'h']],
  ])('is played by %s, by the rules', async (_, keys) => {
    const visit = await app.visit();
    const game = parseGame('2048');
    for (const key of [...keys, ...keys]) {
      const before = await visit.board();
      await visit.press(key);
      const after = await visit.board();
      const state = parseBoard(before.join(), game);
      const moved = game.afterstate(state, MOVES[keys.indexOf(key)]!);
      if (!moved) expect(after).toEqual(before);
      else {
        const reached = game.outcomes(moved).map((outcome) => outcome.state.board.map((e) => game.tile(e)).join());
        expect(reached).toContain(after.join());
        expect(await visit.number('Score')).toBeGreaterThanOrEqual(moved.gain);
      }
    }
  });

  it('moves its tiles within the key press, before anything else can happen', async () => {
    const visit = await app.visit({ hash: links('2048', '2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0') });
    await visit.page.locator('.tile').waitFor();
    const column = await visit.page.evaluate(() => {
      const tile = document.querySelector<HTMLElement>('.tile')!;
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      return tile.style.getPropertyValue('--column');
    });
    expect(column).toBe('3');
  });

  it('shows the eye what it tells the ear', async () => {
    const visit = await app.visit();
    await playSome(visit, 15);
    await expect.poll(() => visit.drawn()).toEqual(await visit.board());
    await visit.press('u', 'u');
    await expect.poll(() => visit.drawn()).toEqual(await visit.board());
    await expect.poll(() => visit.page.locator('[role=status]').last().textContent(), SOON).toMatch(/^Undid/);
  });

  it('slides for 100 ms, and not at all if motion is unwanted', async () => {
    const moving = await app.visit({ hash: links('2048', BOARD) });
    await moving.press('ArrowUp');
    const duration = (visit: Visit) =>
      visit.page.evaluate(() => getComputedStyle(document.querySelector('.tile')!).transitionDuration);
    expect(await duration(moving)).toBe('0.1s');
    const still = await app.visit({ hash: links('2048', BOARD), reducedMotion: 'reduce' });
    await still.press('ArrowUp');
    expect(await duration(still)).toBe('0s');
  });

  it('is played by swipes on a phone', async () => {
    const visit = await app.visit(PHONE);
    const touch = await visit.page.context().newCDPSession(visit.page);
    const box = (await visit.page.locator('.board-place').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const swipe = async (dx: number, dy: number): Promise<void> => {
      const at = (share: number) => [{ x: x + dx * share, y: y + dy * share }];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
      for (const share of [0.25, 0.5, 1])
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    for (let i = 0; i < 8; i++) {
      await swipe(90, 0);
      await swipe(0, 90);
      await swipe(-90, 0);
    }
    expect(await visit.number('Moves')).toBeGreaterThan(8);
    expect(await visit.page.evaluate(() => scrollY)).toBe(0);
  });

  it('is undone to the start and redone', async () => {
    const visit = await app.visit();
    const boards = [await visit.board()];
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
      await visit.press(key);
      const board = await visit.board();
      if (board.join() !== boards.at(-1)!.join()) boards.push(board);
    }
    for (const board of boards.slice(0, -1).reverse()) {
      await visit.button('Undo').click();
      expect(await visit.board()).toEqual(board);
    }
    expect(await visit.button('Undo').isDisabled()).toBe(true);
    for (const board of boards.slice(1)) {
      await visit.press('Control+y');
      expect(await visit.board()).toEqual(board);
    }
    await visit.press('Control+z');
    expect(await visit.board()).toEqual(boards.at(-2));
  });

  it('is found again after a reload, with its history', async () => {
    const visit = await app.visit();
    await playSome(visit);
    await visit.press('u');
    const [board, score, moves] = [await visit.board(), await visit.number('Score'), await visit.number('Moves')];
    await visit.page.reload();
    expect(await visit.board()).toEqual(board);
    expect(await visit.number('Score')).toBe(score);
    expect(await visit.number('Moves')).toBe(moves);
    await visit.press('r');
    expect(await visit.number('Moves')).toBe(moves + 1);
    for (let i = 0; i <= moves; i++) await visit.press('u');
    expect(await visit.number('Moves')).toBe(0);
  });

  it('starts a new game if the browser kept nonsense', async () => {
    const visit = await app.visit();
    await playSome(visit, 3);
    const nonsense = ['', '{', 'null', '{"version":1}', '{"version":99}', '{"version":1,"game":"chess","plies":"%"}'];
    for (const text of nonsense) {
      await visit.page.evaluate((text) => {
        // The page saves when it is left; what is written now must be what it reads.
        for (const name of ['settings', 'best:2048', 'game:2048'])
          for (const storage of [localStorage, sessionStorage]) storage.setItem(`afterstate:${name}`, text);
        Storage.prototype.setItem = () => undefined;
      }, text);
      await visit.page.reload();
      expect((await visit.board()).filter((tile) => tile > 0).length, text).toBe(2);
    }
  });

  it('can be replaced by a new one, and the old one brought back', async () => {
    const visit = await app.visit();
    await playSome(visit);
    const board = await visit.board();
    await visit.button('New').click();
    expect(await visit.number('Moves')).toBe(0);
    await visit.button('Restore the last one').click();
    expect(await visit.board()).toEqual(board);
  });

  it('continues after 2048, with a quiet note', async () => {
    const visit = await app.visit({ hash: links('2048', '1024,1024,0,0/2,4,8,16/0,0,0,0/0,0,0,0') });
    await visit.press('ArrowLeft');
    await visit.page.getByText('2048 reached. The game continues.').waitFor();
    const moves = await visit.number('Moves');
    await visit.press('ArrowRight', 'ArrowDown');
    expect(await visit.number('Moves')).toBeGreaterThan(moves);
  });

  it('says when it is over, and offers what to do', async () => {
    // Only one move is left, after which the board is stuck whatever tile comes.
    const visit = await app.visit({ hash: links('2048', '16,8,16,32/8,16,32,8/16,32,8,16/64,128,256,0') });
    await visit.press('ArrowRight');
    const over = visit.page.getByRole('group', { name: 'Game over' });
    await over.waitFor();
    await expect.poll(() => visit.page.locator('[role=status]').last().textContent(), SOON).toMatch(/game over\.$/);
    await over.getByRole('button', { name: 'Undo' }).click();
    await over.waitFor({ state: 'detached' });
    await visit.press('ArrowRight');
    await over.getByRole('button', { name: 'New game' }).click();
    expect(await visit.number('Moves')).toBe(0);
  });
});

describe('a game of Threes', () => {
  it('shows the next tile, and that is the one that enters', async () => {
    const visit = await app.visit();
    await visit.button('Threes').click();
    expect((await visit.board()).filter((tile) => tile > 0).length).toBe(9);
    const game = parseGame('threes');
    for (let i = 0; i < 6; i++) {
      const next = await visit.page.locator('.next .chip').textContent();
      const before = await visit.board();
      await visit.press(['ArrowLeft', 'ArrowDown', 'ArrowUp', 'ArrowRight'][i % 4]!);
      const after = await visit.board();
      if (after.join() === before.join()) continue;
      const state = parseBoard(`${before.join()} next=${next}`, game);
      const boards = MOVES.flatMap((move) => {
        const moved = game.afterstate(state, move);
        return moved ? game.outcomes(moved).map((outcome) => outcome.state.board.map((e) => game.tile(e)).join()) : [];
      });
      expect(boards).toContain(after.join());
    }
  });

  it('is kept beside the game of 2048', async () => {
    const visit = await app.visit();
    await playSome(visit, 4);
    const board = await visit.board();
    await visit.button('Threes').click();
    await playSome(visit, 4);
    const threes = await visit.board();
    await visit.button('2048').click();
    expect(await visit.board()).toEqual(board);
    await visit.page.reload();
    await visit.button('Threes').click();
    expect(await visit.board()).toEqual(threes);
  });
});

describe('any board', () => {
  it('is set up by clicks and by typing, and its best move is shown', async () => {
    const visit = await app.visit();
    await visit.press('e');
    await visit.button('Clear').click();
    const cell = (row: number, column: number) => visit.button(new RegExp(`^Row ${row}, column ${column}:`));
    await cell(1, 1).click();
    await cell(1, 1).click();
    await cell(2, 3).focus();
    await visit.press('1', '2', '8');
    await visit.press('ArrowRight', '1', '2', '8');
    await visit.button('Done').click();
    expect(await visit.board()).toEqual([4, 0, 0, 0, 0, 0, 128, 128, 0, 0, 0, 0, 0, 0, 0, 0]);
    await visit.page.locator('.side.best').waitFor();
  });

  it('is refused with the reason while it is not a board', async () => {
    const visit = await app.visit();
    await visit.press('e');
    await visit.button(/^Row 1, column 1:/).focus();
    await visit.press('1', '2');
    const alert = visit.page.getByRole('alert');
    await expect
      .poll(() => alert.textContent(), SOON)
      .toMatch(/^'12', value 1 \(row 1, column 1\), is not a tile of 2048; use/);
    expect(await visit.button('Done').isDisabled()).toBe(true);
    await visit.page.getByLabel('As text').fill('2 4 8');
    await expect.poll(() => alert.textContent(), SOON).toMatch(/^the board has 3 cells; give 16/);
    await visit.page.getByLabel('As text').fill('2 4 8 16\n. . . .\n. . . .\n. . . 2');
    await alert.waitFor({ state: 'detached' });
    await visit.button('Done').click();
    expect(await visit.board()).toEqual([2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2]);
  });

  it('is pasted, even outside a field', async () => {
    const visit = await app.visit();
    await visit.button('Threes').click();
    await visit.press('e');
    await visit.page.evaluate(() => {
      const data = new DataTransfer();
      data.setData('text', '1,2,3,6/0,0,0,0/0,0,0,0/48,0,0,0 next=bonus');
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await visit.button('Done').click();
    expect(await visit.board()).toEqual([1, 2, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 0]);
    expect(await visit.page.locator('.next .chip').textContent()).toBe('+');
  });

  it('is pasted as an array, a table or a saved game, even if nothing is being edited', async () => {
    const visit = await app.visit();
    const paste = (text: string): Promise<void> =>
      visit.page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData('text', text);
        document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }, text);
    const board = [0, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2];
    const text = visit.page.getByLabel('As text');
    await paste('[[0, 2, 4, 8], [16, null, 0, 0], [0, 0, 0, 0], [0, 0, 0, 2]]');
    await expect.poll(() => text.inputValue(), SOON).toBe('0,2,4,8/\n16,0,0,0/\n0,0,0,0/\n0,0,0,2');
    await visit.button('Clear').click();
    await paste('| | 2 | 4 | 8 |\n| 16 | | | |\n| | | | |\n| | | | 2 |');
    await visit.button('Done').click();
    expect(await visit.board()).toEqual(board);
    await paste('[0,1,2,3,4,0,0,0,0,0,0,0,0,0,0,17]');
    await visit.page.getByText('read as exponents').waitFor();
    await visit.button('Done').click();
    expect(await visit.board()).toEqual([0, 2, 4, 8, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 131072]);
    await paste('good morning');
    await visit.page.getByText(/^The pasted text is not a board: the board has 2 cells; give 16/).waitFor();
    expect(await visit.page.locator('.edit-grid').count()).toBe(0);
  });

  it('travels in a link', async () => {
    const visit = await app.visit({
      hash: links('threes', '1,2,3,6/0,0,0,0/0,0,0,0/48,0,0,3 next=2'),
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const board = [1, 2, 3, 6, 0, 0, 0, 0, 0, 0, 0, 0, 48, 0, 0, 3];
    await expect.poll(() => visit.board(), SOON).toEqual(board);
    await visit.button('Share').click();
    await visit.page.getByText('Link to this position copied.').waitFor();
    const link = await visit.page.evaluate(() => navigator.clipboard.readText());
    const other = await app.visit({ url: '', hash: link });
    await expect.poll(() => other.board(), SOON).toEqual(board);
    await other.press('ArrowDown');
    const played = await other.board();
    await other.page.reload();
    expect(await other.board()).toEqual(played);
  });

  it('is not taken from a link that has none', async () => {
    const visit = await app.visit({ hash: links('2048', '1,2,3') });
    await visit.page.getByText(/^This link does not contain a valid position: the board has 3 cells/).waitFor();
    expect((await visit.board()).length).toBe(16);
  });
});

describe.each([
  ['a phone', PHONE],
  ['a wide screen', WIDE],
])('on %s', (_, options) => {
  it('the board and its buttons fit the screen', async () => {
    const visit = await app.visit({ ...options, hash: links('2048', BOARD) });
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
    const { width, height } = options.viewport;
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    for (const name of ['Undo', 'New', 'Auto', 'Hint', 'Share']) {
      const box = (await visit.button(name).boundingBox())!;
      expect(box.y + box.height, name).toBeLessThanOrEqual(height);
      expect(box.height, name).toBeGreaterThanOrEqual(40);
    }
    const board = (await visit.page.locator('.board').boundingBox())!;
    expect(board.width).toBeGreaterThan(0.4 * width);
    expect(Math.abs(board.width - board.height)).toBeLessThan(1);
  });
});
