// Boards read from pictures: screenshots of the app and of a page like the classic one, unchanged and after a messenger
// has shrunk and compressed them.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClassicHost, savedGame, startClassic } from './classic-page.testing.ts';
import { links, SOON, type Visit, visits } from './visit.testing.ts';

let classic: ClassicHost;
beforeAll(async () => {
  classic = await startClassic();
});
afterAll(() => classic.close());
// After the lines above: what is set up last is closed first.
const app = visits({ light: true });

/** Together they have every tile, many that glow on the classic page, and a nearly empty board. */
const BOARDS = [
  '0,2,4,8/16,32,64,128/256,512,1024,2048/4096,8192,16384,32768',
  '2048,512,4,256/128,1024,512,0/8,16,0,0/65536,131072,2,2048',
  '0,0,0,0/0,0,2,0/0,0,0,0/0,4,0,0',
];
const THREES = '3,1,2,6/12,24,48,96/192,384,768,1536/3072,6144,0,0 next=1';

const tilesOf = (board: string): number[] => board.split(' ')[0]!.split(/[,/]/).map(Number);

/** A picture as a canvas gives it in another size and format. `page` is one without a policy. */
async function changed(page: Page, picture: Buffer, [scale, type, quality]: Change): Promise<Buffer> {
  if (scale === 1 && type === 'image/png') return picture;
  const made = await page.evaluate(
    async ([base64, scale, type, quality]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale));
      const context = canvas.getContext('2d')!;
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type, quality });
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    [picture.toString('base64'), scale, type, quality] as const,
  );
  return Buffer.from(made);
}

interface Reading {
  readonly tiles: readonly number[];
  readonly doubtful: readonly number[];
}

async function give(visit: Visit, picture: Buffer, type: string): Promise<void> {
  await visit.page.getByLabel('A picture of a board').setInputFiles({ name: 'board', mimeType: type, buffer: picture });
}

/** Gives the editor a picture and reads what it shows. */
async function read(visit: Visit, picture: Buffer, type: string): Promise<Reading> {
  const image = visit.page.locator('.picture-beside img');
  const before = (await image.count()) > 0 ? await image.getAttribute('src') : null;
  await give(visit, picture, type);
  await expect.poll(() => image.getAttribute('src'), SOON).not.toBe(before);
  const labels = await visit.page
    .locator('.edit-grid button')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')!));
  return {
    tiles: labels.map((label) => Number(/: (\d+)/.exec(label)?.[1] ?? 0)),
    doubtful: labels.flatMap((label, cell) => (label.includes('uncertain') ? [cell] : [])),
  };
}

type Change = readonly [scale: number, type: string, quality: number];
const CHANGES: readonly Change[] = [
  [1, 'image/png', 1],
  [1, 'image/jpeg', 0.6],
  [0.7, 'image/jpeg', 0.8],
  [0.6, 'image/webp', 0.8],
  [1.5, 'image/png', 1],
];

const SIZES = [
  { width: 390, height: 844 },
  { width: 1024, height: 768 },
  { width: 1440, height: 900 },
];

/** How to make a page show a board. */
type Look = (page: Page, board: string) => Promise<void>;

async function showClassic(page: Page, board: string): Promise<void> {
  if (!page.url().startsWith(classic.url)) await page.goto(classic.url);
  await page.evaluate((saved) => localStorage.setItem('gameState', saved), savedGame(tilesOf(board)));
  await page.reload();
  await page.locator('.tile').first().waitFor();
}

async function showInApp(page: Page, board: string): Promise<void> {
  const game = board.includes('next=') ? 'threes' : '2048';
  const hash = links(game, board);
  if (page.url().startsWith(app.url)) await page.evaluate((to) => void (location.hash = to), hash);
  else await page.goto(app.url + hash);
  const largest = Math.max(...tilesOf(board));
  await page
    .locator('.tiles .tile')
    .filter({ hasText: new RegExp(`^${largest}$`) })
    .first()
    .waitFor();
  await expect.poll(() => page.locator('.tiles .tile').count(), SOON).toBe(tilesOf(board).filter(Boolean).length);
}

const LOOKS: readonly (readonly [name: string, look: Look, boards: readonly string[]])[] = [
  ['the classic page', showClassic, BOARDS],
  ['the app in light', showInApp, BOARDS],
  ['the app in dark', showInApp, BOARDS],
  ['the app in light with Threes', showInApp, [THREES]],
];

async function openEditor(options: Parameters<typeof app.visit>[0] = {}): Promise<Visit> {
  const visit = await app.visit(options);
  await visit.press('e');
  await visit.page.locator('.edit-grid').waitFor();
  return visit;
}

describe('a picture of a board', () => {
  it.each(LOOKS)('is read correctly: %s', async (name, look, boards) => {
    const reader = await openEditor(boards[0] === THREES ? { hash: links('threes', THREES) } : {});
    const browser = reader.page.context().browser()!;
    const workshop = await browser.newPage();
    const wrong: string[] = [];
    const unsure: string[] = [];
    let cells = 0;
    for (const [s, viewport] of SIZES.entries()) {
      const shown = await browser.newPage({
        viewport,
        colorScheme: name.includes('dark') ? 'dark' : 'light',
        reducedMotion: 'reduce',
        deviceScaleFactor: s === 0 ? 2 : 1,
        serviceWorkers: 'block',
      });
      for (const [b, board] of boards.entries()) {
        await look(shown, board);
        // Each board in each form, at one size or another.
        const change = CHANGES[(s + b) % CHANGES.length]!;
        const picture = await changed(workshop, await shown.screenshot(), change);
        const { tiles, doubtful } = await read(reader, picture, change[1]);
        cells += tiles.length;
        const where = `${viewport.width} ${change.join(' ')}`;
        tilesOf(board).forEach((tile, cell) => {
          if (tiles[cell] !== tile) wrong.push(`${where}: ${tile} as ${tiles[cell]}`);
          if (doubtful.includes(cell)) unsure.push(`${where}: ${tile}`);
        });
      }
      await shown.close();
    }
    await workshop.close();
    expect(cells).toBe(16 * SIZES.length * boards.length);
    expect(wrong.length / cells, wrong.join('\n')).toBeLessThanOrEqual(0.01);
    expect(unsure.length / cells, unsure.join('\n')).toBeLessThanOrEqual(0.03);
  });

  it('is pasted on Play or dropped anywhere, and played on once it is correct', async () => {
    const visit = await app.visit({ hash: links('2048', BOARDS[0]!) });
    const picture = (await visit.page.locator('.board').screenshot()).toString('base64');
    await visit.button('New').click();
    const hand = (kind: 'paste' | 'drop'): Promise<void> =>
      visit.page.evaluate(
        ([base64, kind]) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'board.png', { type: 'image/png' }));
          const options = { bubbles: true, cancelable: true };
          const event =
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...options, clipboardData: data })
              : new DragEvent('drop', { ...options, dataTransfer: data });
          document.body.dispatchEvent(event);
        },
        [picture, kind] as const,
      );
    await hand('paste');
    await visit.page.getByAltText('The board in the picture').waitFor();
    await visit.press('Escape');
    await visit.page.getByAltText('The board in the picture').waitFor({ state: 'detached' });
    await visit.go('#/help');
    await hand('drop');
    await visit.page.getByAltText('The board in the picture').waitFor();
    await visit.button('Done').click();
    expect(await visit.board()).toEqual(tilesOf(BOARDS[0]!));
  });

  it('that shows none is reported in a sentence, and the draft stays unchanged', async () => {
    const visit = await openEditor();
    const said = visit.page.locator('.said');
    await give(visit, await visit.page.locator('header').screenshot(), 'image/png');
    await expect.poll(() => said.textContent(), SOON).toMatch(/^No board of 4×4 cells was found in the picture/);
    await give(visit, Buffer.from('no picture'), 'image/png');
    await expect.poll(() => said.textContent(), SOON).toMatch(/^This picture could not be opened/);
    expect(await visit.page.locator('.picture-beside').count()).toBe(0);
  });

  it('has uncertain cells marked until they are changed', async () => {
    const visit = await openEditor({ hash: links('2048', BOARDS[0]!) });
    const cell = visit.page.locator('.edit-grid button').nth(5);
    await cell.evaluate((face) => (face.textContent = '%?'));
    await give(visit, await visit.page.locator('.board').screenshot(), 'image/png');
    const words = visit.page.locator('.picture-beside figcaption');
    await words.getByText('One cell with a dashed edge is uncertain').waitFor();
    expect(await cell.getAttribute('aria-label')).toMatch(/uncertain$/);
    await cell.focus();
    await visit.press('3', '2');
    expect(await cell.getAttribute('aria-label')).toBe('Row 2, column 2: 32');
    await words.getByText('every cell was clear').waitFor();
  });
});
