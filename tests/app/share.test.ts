// A game is replayed and shared: as a link that a fresh browser opens, as a picture, as an animation, and within another site's page.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Download, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type GameName,
  type GameRecord,
  parseGame,
  replay,
  writeRecord,
} from '../../packages/afterstate/dist/index.js';
import { openPlayer } from '../../packages/afterstate/dist/node.js';
import { startHost } from './static-host.testing.ts';
import { PHONE, SOON, type Visit, visits } from './visit.testing.ts';

const app = visits({ light: true });
const DIST = fileURLToPath(new URL('../../packages/web/dist/', import.meta.url));

/** The longest of a few games. */
async function gameOf(name: GameName, spec = 'cycle?moves=up,left&stuck=random', games = 1): Promise<GameRecord> {
  const game = parseGame(name);
  const player = await openPlayer(spec, { game });
  const { scores, moves, records } = await player.playGames({ games, seed: 5, records: true });
  await player.close();
  const number = moves.indexOf(Math.max(...moves));
  const told = { game: name, rulesVersion: game.rulesVersion, player: spec, seed: 5, gameNumber: number };
  return { ...told, ...records![number]!, score: scores[number]!, moves: moves[number]! };
}

function boardsOf(record: GameRecord): number[][] {
  const game = parseGame(record.game);
  const boards = [record.start.board, ...[...replay(record)].map(({ after }) => after.board)];
  return boards.map((board) => board.map((exponent) => (exponent === 0 ? 0 : game.tile(exponent))));
}

/** The replay of a record, as Analyse hands it over. */
function visitReplay(record: GameRecord, options: Parameters<typeof app.visit>[0] = {}): Promise<Visit> {
  const hash = `#/replay?record=${Buffer.from(writeRecord(record)).toString('base64url')}`;
  return app.visit({ ...options, hash });
}

async function open(visit: Visit, way: 'Link' | 'Picture' | 'Animation' | 'Embed'): Promise<void> {
  await visit.page.locator('.share summary').filter({ hasText: way }).click();
}

async function place(page: Page | FrameLocator): Promise<string> {
  return (await page.getByRole('slider', { name: 'Move' }).getAttribute('aria-valuetext'))!;
}

/** The colour of a picture at some places, as the browser draws it. */
async function coloursAt(page: Page, image: string, places: readonly (readonly [number, number])[]): Promise<string[]> {
  return page.locator(image).evaluate(async (element, points) => {
    const img = element as HTMLImageElement;
    await img.decode();
    const canvas = Object.assign(document.createElement('canvas'), {
      width: img.naturalWidth,
      height: img.naturalHeight,
    });
    const pen = canvas.getContext('2d', { willReadFrequently: true })!;
    pen.drawImage(img, 0, 0);
    return points.map(([x, y]) => pen.getImageData(x, y, 1, 1).data.slice(0, 3).join());
  }, places);
}

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('a played game', () => {
  it('is shared as a link, which a fresh browser plays from the start to the same end', async () => {
    const visit = await app.visit();
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.page.getByRole('combobox', { name: 'Player' }).selectOption('random');
    await visit.setSpeed('11');
    await visit.button('Auto').click();
    await visit.page.getByRole('group', { name: 'Game over' }).waitFor();
    const end = await visit.board();
    const [score, moves] = [await visit.number('Score'), await visit.number('Moves')];
    await visit.button('Replay').click();
    await visit.page.getByText(new RegExp(`${moves} moves by Random`)).waitFor();
    await visit.button('Copy the link').click();
    await visit.page.getByText('Link to the replay copied.').waitFor();
    const link = await visit.page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(visit.page.url());

    const other = await app.visit({ url: link, ...PHONE });
    await other.page.getByText(new RegExp(`${moves} moves by Random`)).waitFor();
    expect(await place(other.page)).toMatch(new RegExp(`^Move 0 of ${moves}, `));
    expect((await other.board()).filter((tile) => tile > 0)).toHaveLength(2);
    await other.page.getByRole('combobox', { name: 'Speed' }).selectOption('64 moves per second');
    await other.press(' ');
    await other.button('Pause').waitFor();
    await expect.poll(() => place(other.page), SOON).toContain(`Move ${moves} of ${moves}`);
    await other.button('Play').waitFor();
    expect(await other.board()).toEqual(end);
    expect(await other.drawn()).toEqual(end);
    expect(await other.number('Score')).toBe(score);
    // The visitor's own game is unchanged.
    await other.page.goto(`${app.url}#/play`);
    expect(await other.number('Moves')).toBe(0);
  });

  it('is stepped through by keys, buttons and the slider, and is among the games', async () => {
    const record = await gameOf('threes');
    const boards = boardsOf(record);
    const visit = await visitReplay(record, { reducedMotion: 'reduce' });
    await visit.page.getByRole('slider', { name: 'Move' }).waitFor();
    expect(await visit.board()).toEqual(boards[0]);
    await visit.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft');
    expect(await visit.drawn()).toEqual(boards[2]);
    await visit.button('One move forward').click();
    expect(await visit.drawn()).toEqual(boards[3]);
    await visit.press('End');
    expect(await visit.drawn()).toEqual(boards.at(-1));
    expect(await visit.button('One move forward').isDisabled()).toBe(true);
    await visit.press('Home');
    expect(await visit.board()).toEqual(boards[0]);
    await visit.page.getByRole('slider', { name: 'Move' }).fill('7');
    expect(await visit.board()).toEqual(boards[7]);
    // A reload keeps the game; a link may begin at a move.
    await visit.page.getByText('Begin at the move in view').click();
    const link = await visit.page.getByLabel('Link to the replay').inputValue();
    const other = await app.visit({ url: link });
    await other.page.getByRole('slider', { name: 'Move' }).waitFor();
    expect(await other.board()).toEqual(boards[7]);

    await visit.button('Play from here').click();
    await expect.poll(() => visit.number('Moves')).toBe(7);
    await visit.go('#/games');
    await visit.button('Replay').first().click();
    await expect.poll(() => place(visit.page)).toMatch(/^Move 0 of 7, /);
    await visit.page.reload();
    await expect.poll(() => place(visit.page)).toMatch(/^Move 0 of 7, /);
  });

  it('too long for a link is offered as a file, which can be replayed in turn', async () => {
    const long = await gameOf('2048', 'ntuple:models/2048-small', 8);
    expect(long.moves).toBeGreaterThan(9000);
    const short = await gameOf('2048');
    const visit = await app.visit({ hash: '#/replay' });
    const lines = [long, short].map(writeRecord).join('\n');
    await visit.page
      .getByLabel('A record file')
      .setInputFiles({ name: 'games.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines) });
    await visit.page.getByText(/would have \d+,\d+ characters\. Many programs cut off addresses/).waitFor();
    const download = visit.page.waitForEvent('download');
    await visit.button('Download the record').click();
    expect((await download).suggestedFilename()).toBe(`2048-${long.score}.jsonl`);
    // It is still here after a reload, although not in the address.
    await visit.page.reload();
    await expect.poll(() => place(visit.page)).toContain(`of ${long.moves.toLocaleString('en-US')}`);
    await visit.button('Close').click();
    await visit.page
      .getByLabel('A record file')
      .setInputFiles({ name: 'games.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(lines) });
    await visit.page.getByLabel('Game', { exact: true }).selectOption('2 of 2');
    await expect.poll(() => place(visit.page)).toContain(`of ${short.moves},`);
  });

  it('is not opened from a damaged link, and one sentence says so', async () => {
    const visit = await visitReplay(await gameOf('2048'));
    const link = await visit.page.getByLabel('Link to the replay').inputValue();
    const other = await app.visit({ url: link.slice(0, -40) });
    const alert = other.page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toBe(
      'This link does not open a game: it was cut off or changed on its way; ask for it again.',
    );
    await other.go('#/replay?game=nothing');
    await alert.waitFor();
  });
});

describe('the picture card', () => {
  it('shows the last board in its colours, and can be downloaded and copied', async () => {
    const record = await gameOf('2048');
    const visit = await visitReplay(record, { colorScheme: 'light' });
    await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(visit, 'Picture');
    await visit.page.getByRole('img', { name: new RegExp(`${record.moves} moves. Played by`) }).waitFor();
    const download = visit.page.waitForEvent('download');
    await visit.button('Download the picture').click();
    expect((await download).suggestedFilename()).toBe(`2048-${record.score}.png`);
    const png = await bytesOf(await download);
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630]);

    // Just inside the upper-left corner of each tile: equal tiles have equal colours, different tiles different ones.
    const places = Array.from({ length: 16 }, (_, cell): [number, number] => [
      55 + 12 + 10 + (cell % 4) * 126,
      55 + 12 + 10 + Math.floor(cell / 4) * 126,
    ]);
    const colours = await coloursAt(visit.page, 'img.preview', places);
    const board = boardsOf(record).at(-1)!;
    const byTile = new Map(board.map((tile, cell) => [tile, colours[cell]!]));
    expect(colours).toEqual(board.map((tile) => byTile.get(tile)));
    expect(new Set(byTile.values()).size).toBe(byTile.size);

    await visit.button('Copy the picture').click();
    await visit.page.getByText('Picture copied.').waitFor();
    const types = await visit.page.evaluate(async () =>
      (await navigator.clipboard.read()).flatMap(({ types }) => types),
    );
    expect(types).toContain('image/png');
  });
});

describe('the animation', () => {
  it('is made in the background, as large as estimated, and the browser plays its boards', async () => {
    const record = await gameOf('2048');
    const visit = await visitReplay(record, { colorScheme: 'dark' });
    const { page } = visit;
    await open(visit, 'Animation');
    const said = page.getByText(/^30 moves in 8 s, about /);
    await said.waitFor(SOON);
    const before = Number(/about ([\d.]+)\s(kB|MB)/.exec((await said.textContent())!)![1]);
    const download = page.waitForEvent('download');
    await visit.button('Make the GIF').click();
    await visit.button('Download the GIF').click(SOON);
    expect((await download).suggestedFilename()).toBe(`2048-${record.score}.gif`);
    const after = Number(/([\d.]+)\s(kB|MB)/.exec((await page.getByText(/^30 moves, /).textContent())!)![1]);
    expect(after / before).toBeGreaterThan(0.7);
    expect(after / before).toBeLessThan(1.4);

    const gif = (await bytesOf(await download)).toString('base64');
    const frames = await page.evaluate(async (base64) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const decoder = new ImageDecoder({ data, type: 'image/gif' });
      await decoder.tracks.ready;
      const { frameCount } = decoder.tracks.selectedTrack!;
      await decoder.completed;
      const { image } = await decoder.decode({ frameIndex: frameCount - 1 });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const pen = canvas.getContext('2d', { willReadFrequently: true })!;
      pen.drawImage(image, 0, 0);
      const head = image.displayHeight - image.displayWidth;
      const cell = image.displayWidth / 4;
      const colours = Array.from({ length: 16 }, (_, i) => {
        const [x, y] = [(i % 4) * cell + 0.2 * cell, head + Math.floor(i / 4) * cell + 0.2 * cell];
        return pen.getImageData(Math.round(x), Math.round(y), 1, 1).data.slice(0, 3).join();
      });
      return { frameCount, colours };
    }, gif);
    // The first board, then two frames in between and the board of each move.
    expect(frames.frameCount).toBe(1 + 3 * 30);
    const board = boardsOf(record).at(-1)!;
    const byTile = new Map(board.map((tile, cell) => [tile, frames.colours[cell]!]));
    expect(frames.colours).toEqual(board.map((tile) => byTile.get(tile)));
    expect(new Set(byTile.values()).size).toBe(byTile.size);
  });

  it('can be cancelled, and a stretch that makes no sense is refused', async () => {
    const visit = await visitReplay(await gameOf('2048', 'ntuple:models/2048-small'));
    const { page } = visit;
    await open(visit, 'Animation');
    await page.getByLabel('Moves', { exact: true }).selectOption('the last 300');
    await page.getByLabel('Size', { exact: true }).selectOption('480 pixels wide');
    await visit.button('Make the GIF').click();
    await page.getByRole('progressbar', { name: 'Making the GIF' }).waitFor();
    // The page answers in the meantime.
    await visit.press('ArrowRight');
    expect(await place(page)).toMatch(/^Move 1 of /);
    await visit.button('Cancel').click();
    await visit.button('Make the GIF').waitFor();
    await page.getByLabel('Moves', { exact: true }).selectOption('between two positions');
    await page.getByLabel('From move').fill('9');
    await page.getByLabel('to move').fill('4');
    await page.getByLabel('to move').blur();
    await page.getByText(/^Choose a first move before the last one/).waitFor();
    await page.getByLabel('to move').fill('12');
    await page.getByLabel('to move').blur();
    await page.getByText(/^3 moves in 1 s/).waitFor();
  });
});

describe('within a page of another site', () => {
  const pageWith = (code: string): string => `<!doctype html><title>Mine</title><main>${code}</main>`;
  /** A plain one, and an isolated one that may only frame what allows it. */
  const sites: { url: string; close(): void }[] = [];
  let html = '';
  beforeAll(async () => {
    for (const isolated of [false, true]) {
      const server = createServer((_request, response) => {
        const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
        response.writeHead(200, { 'content-type': 'text/html', ...(isolated && headers) }).end(html);
      });
      await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
      const { port } = server.address() as AddressInfo;
      sites.push({ url: `http://localhost:${port}/`, close: () => void server.close() });
    }
  });
  afterAll(() => sites.forEach(({ close }) => close()));

  async function codeOf(record: GameRecord): Promise<string> {
    const visit = await visitReplay(record);
    await open(visit, 'Embed');
    return visit.page.getByLabel('Code to embed').inputValue();
  }

  async function plays(page: Page, record: GameRecord): Promise<void> {
    const frame = page.frameLocator('iframe');
    await frame.getByRole('slider', { name: 'Move' }).fill(String(record.moves - 30));
    await frame.getByRole('combobox', { name: 'Speed' }).selectOption('64 moves per second');
    await frame.getByRole('button', { name: 'Play' }).click();
    await expect.poll(() => place(frame), SOON).toContain(`Move ${record.moves} of ${record.moves}`);
    const cells = await frame.locator('.board table td').allTextContents();
    expect(cells.map((text) => (text === 'empty' ? 0 : Number(text)))).toEqual(boardsOf(record).at(-1));
  }

  it('the replay plays, and leads to the app', async () => {
    const record = await gameOf('2048');
    html = pageWith(await codeOf(record));
    for (const { url } of sites) {
      const visit = await app.visit({ url });
      await plays(visit.page, record);
      const opened = visit.page.context().waitForEvent('page');
      await visit.page.frameLocator('iframe').getByRole('link', { name: 'Open in afterstate' }).click();
      const other = await opened;
      await other.getByText(`${record.moves} moves by`).waitFor();
    }
  });

  it('nothing else of the app can be framed', async () => {
    html = pageWith(`<iframe src="${app.url}" title="app"></iframe>`);
    const visit = await app.visit({ url: sites[0]!.url });
    await expect.poll(() => visit.complaints.join()).toContain('frame-ancestors');
    expect(await visit.page.frameLocator('iframe').locator('main').count()).toBe(0);
    visit.complaints.length = 0;
  });

  it('the replay also plays from a host that only serves files, and says if its link is damaged', async () => {
    const record = await gameOf('threes');
    const host = await startHost(DIST);
    try {
      const code = (await codeOf(record)).replace(app.url, host.url);
      expect(code).toContain(`src="${host.url}embed.html#`);
      html = pageWith(code);
      const visit = await app.visit({ url: sites[0]!.url });
      await plays(visit.page, record);
      // A reader of the page downloads the replay alone.
      expect(host.asked.filter((path) => /models|wasm|worker|index/.test(path))).toEqual([]);
      html = html.replace(/#[\w-]{30}/, '#');
      await visit.page.goto(sites[0]!.url);
      await visit.page.frameLocator('iframe').getByText('This link does not open a game').waitFor();
    } finally {
      await host.close();
    }
  });
});
