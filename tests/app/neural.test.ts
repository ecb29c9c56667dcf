// Neural players in the page: the runtime that they need is loaded when one is chosen, their probabilities are on the sides of the
// board, and their moves are those of the same network in Node.

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MOVES, parseBoard, parseGame, readRecord, unpackPly } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addNeuralPlayers } from '../../packages/lab/dist/neural/host.js';
import { modelOf, otherShape, selfPlayed } from '../neural.testing.ts';
import { buildApp, ROOT, startHost, type StaticHost } from './static-host.testing.ts';
import { links, PHONE, SOON, type Visit, visits } from './visit.testing.ts';

addNeuralPlayers();

const BOARD = '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16';
/** A few moves from its end. */
const LATE = '2,4,8,16/32,64,128,256/2,4,8,16/32,64,0,0';
const FULL = '11';
const folder = mkdtempSync(join(tmpdir(), 'afterstate-neural-app-'));
const dist = join(folder, 'dist');
const models = join(folder, 'models');
const DCNN = join(models, '2048-dcnn/model.onnx');
let host: StaticHost;

// The app, built with a tiny network beside the small model.
beforeAll(async () => {
  for (const name of ['2048-small', '2048-dcnn']) mkdirSync(join(models, name), { recursive: true });
  copyFileSync(join(ROOT, 'models/2048-small/model.compact'), join(models, '2048-small/model.compact'));
  writeFileSync(DCNN, modelOf('dcnn?k=2&channels=16'));
  buildApp(dist, models);
  host = await startHost(dist);
});
afterAll(async () => {
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});
// After the lines above: what is set up last is closed first.
const app = visits({ app: dist, models });

async function choose(visit: Visit, player: string): Promise<void> {
  const { page } = visit;
  await page.getByRole('combobox', { name: 'Player' }).selectOption(player);
  await page.getByRole('combobox', { name: 'vote' }).waitFor();
  await page.getByRole('progressbar').waitFor({ state: 'detached', ...LATER });
}

/** The percentages on the sides of the board, by move. */
async function percentages(visit: Visit): Promise<Record<string, number>> {
  await visit.button('Hint').click();
  await visit.page.locator('.side.best').waitFor(LATER);
  const found: Record<string, number> = {};
  for (const move of MOVES) {
    const text = await visit.page.locator(`.side.${move}`).textContent();
    const [, share] = /(\d+)%/.exec(text!) ?? [];
    if (share !== undefined) found[move] = Number(share);
  }
  return found;
}

async function openFile(visit: Visit, name: string, bytes: Uint8Array): Promise<void> {
  const { page } = visit;
  if (!(await page.getByLabel('As text').isVisible())) await page.getByText('More', { exact: true }).click();
  await page
    .getByLabel('A model file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
}

const said = (visit: Visit): Promise<string | null> => visit.page.locator('.said').textContent();
const spec = (visit: Visit): Promise<string> => visit.page.getByLabel('As text').inputValue();

/** A test loads and compiles some 14 MB of WebAssembly, which takes time on a busy machine. */
const PATIENT = { timeout: 120_000 };
const LATER = { timeout: 60_000 };

describe('a neural network that ships', PATIENT, () => {
  it('gives the hint that was requested while its runtime was loading', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/*ort-wasm*.wasm', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('combobox', { name: 'Player' }).selectOption('dcnn');
    await page.getByRole('progressbar').waitFor();
    // The player standing in answers in points.
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor(LATER);
    expect(await page.locator('.side.best').textContent()).not.toContain('%');
    release();
    await page.locator('.side.best', { hasText: '%' }).waitFor(LATER);
  });

  it('is offered by a plain name; its runtime is fetched when it is chosen, and no sooner', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    await visit.press('ArrowUp');
    // The declarations of their options, neural-kinds, are part of the form.
    const isNeural = (url: string): boolean => /onnx|ort-wasm|neural-(?!kinds)/.test(url);
    expect(asked.filter(isNeural)).toEqual([]);
    expect(await page.getByRole('option', { name: 'Convolutional network' }).count()).toBe(1);

    await choose(visit, 'dcnn');
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor(LATER);
    const fetched = asked.filter(isNeural);
    expect(fetched.filter((url) => url.endsWith('.wasm')).length).toBe(1);
    expect(fetched.filter((url) => url.includes('model.onnx')).length).toBe(1);
    expect(fetched.filter((url) => new URL(url).origin !== new URL(app.url).origin)).toEqual([]);
    expect(await visit.seriousFindings()).toEqual([]);
  });

  it('says how likely each move is, as Node does, with each vote; and nothing about points', async () => {
    const game = parseGame('2048');
    const state = parseBoard(BOARD, game);
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    await choose(visit, 'dcnn');
    for (const vote of ['majority', 'sum', 'off']) {
      await page.getByRole('combobox', { name: 'vote' }).selectOption(vote);
      const shown = await percentages(visit);
      const player = await openPlayer(`dcnn:${DCNN}?vote=${vote}`, { game });
      const { best, moves } = await player.choose(state);
      await player.close();
      expect(shown).toEqual(Object.fromEntries(moves.map(({ move, value }) => [move, Math.round(100 * value)])));
      expect(await page.locator('.side.best').getAttribute('class')).toContain(best);
    }
    // Its place is kept, but shows no expected score.
    expect(await page.locator('.outlook b').count()).toBe(0);
    await expect
      .poll(() => page.locator('[role=status]').last().textContent(), SOON)
      .toMatch(/^Best: (up|left), \d+%\. (Up|Left), \d+%\.$/);
  });

  it('steps and runs, and plays as in Node', async () => {
    const game = parseGame('2048');
    const visit = await app.visit();
    const { page } = visit;
    await choose(visit, 'dcnn');
    await visit.button('Step').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBe(1);
    await visit.setSpeed(FULL);
    await visit.button('Auto').click();
    await page.getByRole('group', { name: 'Game over' }).waitFor(LATER);

    await visit.go('#/analyse?from=play');
    const download = page.waitForEvent('download');
    await visit.button('Export').click();
    const path = join(folder, 'game.jsonl');
    await (await download).saveAs(path);
    const { start, plies } = readRecord(readFileSync(path, 'utf8').trim());
    expect(plies.length).toBeGreaterThan(30);
    const player = await openPlayer(`dcnn:${DCNN}`, { game });
    let state = start;
    for (const packed of plies) {
      const { move, spawn } = unpackPly(packed, game);
      const { best, moves } = await player.choose(state);
      const value = (wanted: string | undefined): number => moves.find((other) => other.move === wanted)!.value;
      // Boards that are their own mirror image have moves that are equal except for the last digits.
      if (best !== move) expect(Math.abs(value(best) - value(move))).toBeLessThan(1e-5);
      state = game.place(game.afterstate(state, move)!, spawn);
    }
    await player.close();
  });

  it('is meant by its player’s name alone', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('As text').fill('dcnn?vote=off');
    await visit.press('Enter');
    await page.getByRole('progressbar').waitFor({ state: 'detached', ...LATER });
    expect(Object.keys(await percentages(visit))).toEqual(['up', 'left']);
    await visit.button('Threes').click();
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('judges no games, and the page says why', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    await choose(visit, 'dcnn');
    await visit.button('Step').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBe(1);
    await visit.go('#/analyse?from=play');
    await visit.button(/^Judged by N-tuple network/).click();
    await page.getByText(/^Networks that give probabilities are not offered here/).waitFor();
    const offered = await page.getByRole('dialog').getByRole('combobox', { name: 'Player' }).textContent();
    expect(offered).not.toContain('Convolutional');
    expect(await visit.seriousFindings()).toEqual([]);
  });

  it('is not offered for Threes', async () => {
    const visit = await app.visit();
    await choose(visit, 'dcnn');
    await visit.button('Threes').click();
    const offered = visit.page.getByRole('combobox', { name: 'Player' });
    expect(await offered.textContent()).not.toContain('Convolutional');
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
    await visit.button('2048').click();
    expect(await offered.inputValue()).toBe('dcnn');
  });

  it('has its settings on a phone too', async () => {
    const visit = await app.visit({ ...PHONE, hash: links('2048', BOARD) });
    const { page } = visit;
    await page.locator('.chosen').click();
    await choose(visit, 'dcnn');
    expect(await visit.seriousFindings()).toEqual([]);
    await page.keyboard.press('Escape');
    expect(Object.keys(await percentages(visit))).toEqual(['up', 'left']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
  });
});

describe('on a host that only serves files', PATIENT, () => {
  it('a neural network plays without isolation', async () => {
    const visit = await app.visit({ url: host.url, hash: links('2048', BOARD) });
    expect(await visit.page.evaluate(() => crossOriginIsolated)).toBe(false);
    await choose(visit, 'dcnn');
    expect(Object.keys(await percentages(visit))).toEqual(['up', 'left']);
  });

  it('it is kept once used, and plays offline', async () => {
    host.asked.length = 0;
    const visit = await app.visit({ url: host.url, serviceWorkers: 'allow' });
    const { page } = visit;
    await expect.poll(() => page.evaluate(() => crossOriginIsolated), SOON).toBe(true);
    const wasm = readdirSync(join(dist, 'assets')).find((file) => /^ort-.*\.wasm$/.test(file))!;
    expect(statSync(join(dist, 'assets', wasm)).size).toBeGreaterThan(5_000_000);
    const times = (part: string): number => host.asked.filter((path) => path.includes(part)).length;
    expect([times(wasm), times('model.onnx')]).toEqual([0, 0]);
    await choose(visit, 'dcnn');
    await percentages(visit);
    const kept = (): Promise<boolean> =>
      page.evaluate(async (name) => (await caches.match(`./assets/${name}`)) !== undefined, wasm);
    await expect.poll(kept, SOON).toBe(true);

    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('progressbar').waitFor({ state: 'detached', ...LATER });
    expect(await page.getByRole('combobox', { name: 'Player' }).inputValue()).toBe('dcnn');
    expect(Object.values(await percentages(visit)).length).toBeGreaterThan(1);
    expect([times(wasm), times('model.onnx')]).toEqual([1, 1]);
    // The page has looked for a server that thinks.
    for (const complaint of visit.complaints.splice(0)) expect(complaint).toContain('ERR_INTERNET_DISCONNECTED');
  });
});

describe('a network from a file', PATIENT, () => {
  it('plays at once, in its own game, with the player that it is for', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    await openFile(visit, 'my regression.onnx', modelOf('softmax?features=log2', 'threes'));
    await expect.poll(() => said(visit), LATER).toContain('my regression.onnx plays now.');
    await expect.poll(() => spec(visit), LATER).toBe('reflex:local/my-regression');
    await page.getByRole('heading', { name: 'Play Threes' }).waitFor({ state: 'attached' });
    await page.getByRole('progressbar').waitFor({ state: 'detached', ...LATER });
    expect(Object.keys(await percentages(visit)).length).toBeGreaterThan(1);
  });

  it('gives points if it values boards, and judges games', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const { page } = visit;
    await openFile(visit, 'worth.onnx', modelOf('tjwei?filters=4'));
    await expect.poll(() => spec(visit), LATER).toBe('value:local/worth');
    await page.getByRole('progressbar').waitFor({ state: 'detached', ...LATER });
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor(LATER);
    expect(await page.locator('.side.best').textContent()).not.toContain('%');
    await page.getByText('Expected final score').waitFor();
    await page.getByRole('combobox', { name: 'looks ahead' }).selectOption('ply=2');
    expect(await spec(visit)).toBe('value:local/worth?ply=2');
    await visit.button('Step').click();
    await expect.poll(() => visit.number('Moves'), SOON).toBe(1);
    await visit.go('#/analyse?from=play');
    await visit.button('Judged by Neural value network worth, 2 plies').waitFor();
    await page.locator('.worst').waitFor();
  });

  it('of self-play searches a tree as in Node, and judges games; its policy alone plays too', async () => {
    const game = parseGame('2048');
    const path = join(folder, 'self.onnx');
    writeFileSync(path, selfPlayed());
    for (const url of [app.url, host.url]) {
      const visit = await app.visit({ url, hash: links('2048', BOARD) });
      const { page } = visit;
      await openFile(visit, 'self.onnx', selfPlayed());
      await expect.poll(() => spec(visit), LATER).toBe('mcts:local/self');
      await page.getByRole('progressbar').waitFor({ state: 'detached', ...LATER });
      for (const sims of [100, 25]) {
        await page.getByRole('combobox', { name: 'looks at' }).selectOption(`sims=${sims}`);
        await visit.button('Hint').click();
        await page.locator('.side.best').waitFor(LATER);
        const player = await openPlayer(`mcts:${path}?sims=${sims}`, { game });
        const { best, moves } = await player.choose(parseBoard(BOARD, game));
        await player.close();
        const value = Math.round(moves.find(({ move }) => move === best)!.value);
        await expect
          .poll(() => page.locator(`.side.${best}.best`).textContent(), LATER)
          .toContain(value.toLocaleString('en'));
      }
      expect(await spec(visit)).toBe('mcts:local/self?sims=25');
      await page.getByText('Expected final score').waitFor();
      await visit.go(links('2048', LATE));
      await visit.setSpeed(FULL);
      await visit.button('Auto').click();
      await page.getByRole('group', { name: 'Game over' }).waitFor(LATER);
      await visit.go('#/analyse?from=play');
      await visit.button('Judged by Neural tree search self, 25 boards').waitFor();
      await page.locator('.worst').waitFor(LATER);
      await visit.go('#/play');
      await page.getByRole('combobox', { name: 'Player' }).selectOption('resnet');
      await expect.poll(() => spec(visit), LATER).toBe('resnet:local/self');
    }
  });

  it('whose values are not points is played by its policy', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    await openFile(visit, 'beat.onnx', selfPlayed('beat'));
    await expect.poll(() => spec(visit), LATER).toBe('resnet:local/beat');
    const { page } = visit;
    const offered = await page.getByRole('combobox', { name: 'Player' }).textContent();
    expect(offered).not.toContain('tree search');
    await page.getByRole('progressbar').waitFor({ state: 'detached', ...LATER });
    expect(Object.keys(await percentages(visit))).toEqual(['up', 'left']);
  });

  it('that is damaged, foreign or of another shape is refused in one line, and the previous player plays on', async () => {
    const visit = await app.visit({ hash: links('2048', BOARD) });
    const whole = modelOf('softmax');
    const damaged = whole.slice();
    damaged[Math.floor(damaged.length / 2)]! ^= 4;
    const foreign = Buffer.from([8, 9, 58, 2, 18, 0]);
    for (const [name, bytes, message] of [
      [
        'damaged.onnx',
        damaged,
        /^'damaged\.onnx' is damaged: its checksum is \w{8} and should be \w{8}; download it again\.$/,
      ],
      ['cut.onnx', whole.slice(0, 500), /^'cut\.onnx' is not an ONNX file, or is damaged; download it again\.$/],
      [
        'text.onnx',
        Buffer.from('this is text'),
        /^'text\.onnx' is not an ONNX file, or is damaged; download it again\.$/,
      ],
      [
        'foreign.onnx',
        foreign,
        /^'foreign\.onnx' is an ONNX file, but not one of afterstate's; make one with afterstate fit\.$/,
      ],
      [
        'other.onnx',
        otherShape(),
        /^'other\.onnx' computes policy \[batch, 4\] from boards \[batch, 25\]; a network for dcnn computes/,
      ],
    ] as const) {
      await openFile(visit, name, bytes);
      await expect.poll(() => said(visit), LATER).toMatch(message);
    }
    expect(await spec(visit)).toBe('ntuple:models/2048-small?ply=2');
    await visit.button('Hint').click();
    await visit.page.locator('.side.best').waitFor();
  });
});
