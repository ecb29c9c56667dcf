// What goes wrong when people slip: damaged or huge files, keys after a click, a player changed in the middle of a run. Each of these
// once did harm.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { links, PHONE, SOON, type Visit, visits } from './visit.testing.ts';

const app = visits({ light: true });
const BOARD = '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16';
const model = (): Buffer =>
  readFileSync(fileURLToPath(new URL('../../models/2048-tiny/model.compact', import.meta.url)));

function damagedModel(): Buffer {
  const bytes = model();
  bytes[bytes.length - 5000]! ^= 0xff;
  return bytes;
}

async function drop(visit: Visit, name: string, content: Buffer): Promise<void> {
  await visit.page.evaluate(
    ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], name!));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, content.toString('base64')],
  );
}

/** Whether the note is in view, and not covered. */
async function isInView(visit: Visit, text: RegExp): Promise<boolean> {
  const said = visit.page.locator('.said').filter({ hasText: text });
  await said.first().waitFor();
  return said.first().evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const on = document.elementFromPoint(left + width / 2, top + height / 2);
    return top >= 0 && top + height <= innerHeight && (element === on || element.contains(on));
  });
}

describe('a player that is changed during auto-run', () => {
  it.each(['3', '6', '7'])('takes over, and the run continues: speed %s', async (speed) => {
    const visit = await app.visit();
    const { page } = visit;
    const choice = page.getByRole('combobox', { name: 'Player' });
    await visit.setSpeed(speed);
    await visit.button('Auto').click();
    for (const name of ['expectimax', 'random', 'ntuple', 'nneonneo', 'random', 'montecarlo', 'expectimax', 'random']) {
      await choice.selectOption(name);
      await page.waitForTimeout(90);
      const runs = async (): Promise<number> => {
        if (await page.locator('.over').count()) await visit.press('n', ' ');
        return visit.button('Stop').count();
      };
      await expect.poll(runs, { message: name }).toBe(1);
    }
    const moves = await visit.number('Moves');
    await expect.poll(() => visit.number('Moves'), SOON).toBeGreaterThan(moves);
  });
});

describe('what the app says', () => {
  it.each([
    ['a wide screen', {}],
    ['a phone', PHONE],
  ])('is seen on every page of %s, also further down', async (_, options) => {
    const visit = await app.visit(options);
    for (const page of ['learn', 'networks', 'analyse', 'runs', 'help']) {
      await visit.go(`#/${page}`);
      await visit.page.evaluate(() => scrollTo(0, 400));
      await drop(visit, `${page}.pt`, Buffer.from('PK\u0003\u0004 and so on'));
      expect(await isInView(visit, new RegExp(`^'${page}.pt' is a zip archive`)), page).toBe(true);
      expect(visit.page.url()).toContain(`#/${page}`);
    }
  });

  it('about a damaged link is seen in a fresh tab', async () => {
    const visit = await app.visit({ hash: '#/analyse?record=garbage' });
    expect(await isInView(visit, /^This link does not contain a valid record/)).toBe(true);
  });

  it('about a damaged model opened on Learn is seen there', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    const file = { name: 'mine.compact', mimeType: 'application/octet-stream', buffer: damagedModel() };
    await visit.page.getByLabel('A model file').setInputFiles(file);
    expect(await isInView(visit, /mine\.compact/)).toBe(true);
    await visit.button('Start').waitFor();
  });
});

describe('a damaged model', () => {
  it('is refused when it is opened, and the player stays', async () => {
    const visit = await app.visit();
    const { page } = visit;
    await drop(visit, 'mine.compact', damagedModel());
    await page
      .getByText(/mine\.compact.* is damaged/)
      .first()
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'model' }).inputValue()).toBe('models/2048-small');
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
  });
});

describe('keys', () => {
  it('move the board after a player was chosen from the list by mouse and key', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    const choice = page.getByRole('combobox', { name: 'Player' });
    await choice.click();
    await visit.press('ArrowDown', 'Enter');
    const chosen = await choice.inputValue();
    await visit.press('ArrowUp', 'ArrowLeft', 'ArrowDown');
    expect(await choice.inputValue()).toBe(chosen);
    expect(await visit.number('Moves')).toBeGreaterThan(0);
  });

  it('move the board after the list was opened and left unchanged', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const choice = visit.page.getByRole('combobox', { name: 'Player' });
    await choice.click();
    await visit.press('Escape');
    const chosen = await choice.inputValue();
    await visit.press('ArrowUp', 'ArrowLeft', 'ArrowDown');
    expect(await choice.inputValue()).toBe(chosen);
    expect(await visit.number('Moves')).toBeGreaterThan(0);
  });

  it('start auto-run by Space after Play was clicked in the navigation', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    await visit.page.getByRole('navigation').getByRole('link', { name: 'Play' }).click();
    await visit.button('Auto').waitFor();
    await visit.press(' ');
    await visit.button('Stop').waitFor();
  });
});

describe('anything too large', () => {
  it('is refused with its size: a record of 3 GB', async () => {
    const visit = await app.visit({ hash: '#/analyse' });
    const { page } = visit;
    // A file that says it has 3 GB, and fails as Chrome's do when all of it is read.
    await page.evaluate(() => {
      const file = new File(['{"game":"2048"}\n'], 'games.jsonl');
      Object.defineProperty(file, 'size', { value: 3_000_000_000 });
      file.text = () => Promise.reject(new DOMException('The requested file could not be read', 'NotReadableError'));
      const field = document.querySelector<HTMLInputElement>('input[aria-label="A record file"]')!;
      Object.defineProperty(field, 'files', { value: [file] });
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.getByText(/^Games\.jsonl is 3\.0\sGB; a record file may be at most 100\sMB here\.$/).waitFor();
  });

  it('is shortened: a file whose name has 5,000 letters', async () => {
    const visit = await app.visit(PHONE);
    const width = () => visit.page.evaluate(() => document.documentElement.scrollWidth);
    await drop(visit, `${'x'.repeat(5000)}.pt`, Buffer.from('PK\u0003\u0004 and so on'));
    await visit.page.locator('.said').filter({ hasText: 'is a zip archive' }).first().waitFor();
    expect(await width()).toBe(PHONE.viewport.width);
    await drop(visit, `${'y'.repeat(5000)}.compact`, model());
    await visit.page.locator('.said').filter({ hasText: 'plays now' }).first().waitFor();
    expect(await width()).toBe(PHONE.viewport.width);
  });

  it('needs a confirmation: a network of gigabytes', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    const { page } = visit;
    await page.getByRole('combobox', { name: 'network' }).selectOption('own');
    await page.getByLabel('patterns').fill('0123456');
    await page.getByLabel('patterns').press('Enter');
    await visit.button('Start').click();
    await page.getByText(/This network takes 3\.2\sGB of memory\./).waitFor();
    await visit.button('Not now').click();
    await visit.button('Start').waitFor();
    expect(await page.locator('.figures').count()).toBe(0);
  });
});

describe('the editor', () => {
  const edit = async (): Promise<Visit> => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    await visit.press('e');
    await visit.page.locator('.edit-grid').waitFor();
    return visit;
  };

  it('is left by Escape, and the game stays as it was', async () => {
    const visit = await edit();
    await visit.button(/^Row 1, column 1:/).click();
    await visit.press('Escape');
    await visit.page.locator('.edit-grid').waitFor({ state: 'detached' });
    expect((await visit.board()).join()).toBe(BOARD.replaceAll('/', ','));
  });

  it('refuses an empty board', async () => {
    const visit = await edit();
    await visit.button('Clear').click();
    await visit.page.getByText('the board is empty; place at least one tile').waitFor();
    expect(await visit.button('Done').isDisabled()).toBe(true);
  });

  it('takes an array as programs print it, of rows or of cells', async () => {
    const visit = await edit();
    const text = visit.page.getByLabel('As text');
    await text.fill('[[0, 2, 4, 8],\n [0, 0, 0, 0], [0, 0, 0, 0], [16, null, 0, 2]]');
    await visit.button('Done').click();
    expect(await visit.board()).toEqual([0, 2, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 2]);
    await visit.press('e');
    await text.fill('[2,2,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,4]');
    await visit.button('Done').click();
    expect((await visit.board())[15]).toBe(4);
  });

  it('counts a single cell as one', async () => {
    const visit = await edit();
    await visit.page.getByLabel('As text').fill('2');
    await visit.page.getByText(/^the board has 1 cell; give 16/).waitFor();
  });
});

describe('a tile made for the first time in the game', () => {
  it('is celebrated from 2048 up, once each, without motion if that is unwanted', async () => {
    const visit = await app.visit({
      hash: links('2048', '1024,1024,0,0/2048,4,8,16/0,0,0,0/0,0,0,0'),
      reducedMotion: 'reduce',
    });
    const { page } = visit;
    // A second 2048 is nothing new, but the 4096 that they make is.
    await visit.press('ArrowLeft');
    expect(await page.locator('.celebrates').count()).toBe(0);
    await visit.press('ArrowUp');
    await page.getByText('4096 reached.').first().waitFor();
    const ring = () =>
      page.locator('.celebrates').evaluate((element) => getComputedStyle(element, '::after').animationName);
    expect(await ring()).toBe('none');
    await page.locator('.celebrates').waitFor({ state: 'detached' });
    await visit.press('u', 'ArrowUp');
    expect(await page.locator('.celebrates').count()).toBe(0);
  });
});

describe('Learn', () => {
  it('says only what is true of people: nothing about 192 in Threes', async () => {
    const visit = await app.visit({ hash: '#/learn' });
    await visit.button('Threes').click();
    await visit.button('Start').click();
    await expect
      .poll(() => visit.page.locator('.in-words').textContent())
      .toMatch(/^It reaches 192 in [6-9]\d% of games/);
    expect(await visit.page.locator('.in-words').textContent()).not.toMatch(/people/);
  });
});
