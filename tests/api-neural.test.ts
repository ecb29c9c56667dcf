// Neural networks in the API: listed with their cards, asked for moves, and refused in one line if something does not fit.

import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelInfo, runSummary } from '../packages/lab/dist/serve/schemas.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';
import { afterstate, ask, askMove, Bench, BOARD } from './api.testing.ts';
import { modelOf, selfPlayed } from './neural.testing.ts';

let bench: Bench;
let server: RunningServer;

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(join(bench.folder, path, '..'), { recursive: true });
  await writeFile(join(bench.folder, path), content);
}

/** A run folder as a training leaves it midway. */
async function putRun(
  name: string,
  config: object,
  lines: readonly object[],
  argv: readonly string[] = [],
): Promise<void> {
  await put(`runs/${name}/config.json`, JSON.stringify({ game: '2048', ...config }));
  await put(`runs/${name}/manifest.json`, JSON.stringify({ argv }));
  await put(`runs/${name}/metrics.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

beforeAll(async () => {
  bench = await Bench.create();
  const dcnn = modelOf('dcnn?k=2&channels=16');
  await put('models/2048-dcnn/model.onnx', dcnn);
  await put('models/threes-reflex/model.onnx', modelOf('softmax', 'threes'));
  await put(
    'models/noise/model.onnx',
    dcnn.map((byte, i) => (i === 999 ? byte ^ 1 : byte)),
  );
  await putRun('fit', { method: 'fit', network: 'dcnn?k=2&channels=16', actions: 300 }, [
    { actions: 100, loss: 1.4, accuracy: 0.3, seconds: 1 },
    { actions: 200, loss: 1.3, accuracy: 0.4, testAccuracy: 0.39, seconds: 2 },
  ]);
  for (const number of [50, 200]) await put(`runs/fit/snapshots/${number}.onnx`, dcnn);
  await put('runs/fit/checkpoints/200.safetensors', 'weights of another kind');
  const line = { cycles: 2, games: 9, moves: 900, averageScore: 1000, policyLoss: 1.3, valueLoss: 0.01, seconds: 130 };
  await putRun('self', { network: 'pyramid', games: 25, minutes: 5 }, [line], ['selfplay', '--minutes', '5']);
  await put('runs/self/model.onnx', modelOf('pyramid?channels=4'));
  await putRun('selfdone', { method: 'selfplay', network: 'pyramid', cycles: 2 }, [line]);
  await put('runs/selfdone/model.onnx', selfPlayed());
  server = await bench.serve();
});
afterAll(() => bench.end());

describe('neural networks', () => {
  it('are listed with their cards; the newest snapshot represents a run under way', async () => {
    const models = modelInfo.array().parse((await ask(server, '/api/models')).json);
    expect(models.map(({ name, kind, player, players, form }) => [name, kind, player, players, form])).toEqual([
      ['models/2048-dcnn', 'shipped', 'dcnn:models/2048-dcnn', ['dcnn'], 'onnx'],
      ['models/threes-reflex', 'shipped', 'reflex:models/threes-reflex', ['reflex'], 'onnx'],
      ['runs/fit', 'checkpoint', 'dcnn:runs/fit', ['dcnn'], 'onnx'],
      // Without what a search needs to know, it is played by its policy alone.
      ['runs/self', 'run', 'resnet:runs/self', ['resnet'], 'onnx'],
      ['runs/selfdone', 'run', 'mcts:runs/selfdone', ['mcts', 'resnet'], 'onnx'],
    ]);
    expect(models[0]).toMatchObject({
      game: '2048',
      network: 'dcnn?k=2&channels=16',
      values: 'action',
      method: 'none',
      card: { family: 'dcnn', weights: 3108, encoding: expect.any(String), checksum: expect.any(String) },
    });
    const { headers, bytes } = await ask(server, models[0]!.url);
    expect(headers['content-disposition']).toContain('2048-dcnn.onnx');
    expect(bytes.length).toBe(models[0]!.bytes);
  });

  it('are asked for moves as by the command', async () => {
    const file = join(bench.models, '2048-dcnn', 'model.onnx');
    const printed = await afterstate('move', '--json', '--board', BOARD, '--player', `dcnn:${file}?vote=sum`);
    const { status, json } = await askMove(server, 'dcnn:models/2048-dcnn?vote=sum');
    expect([status, json]).toEqual([200, JSON.parse(printed)]);
  });

  it('of self-play are searched', async () => {
    const file = join(bench.folder, 'runs/selfdone/model.onnx');
    const printed = await afterstate('move', '--json', '--board', BOARD, '--player', `mcts:${file}?sims=40`);
    const { status, json } = await askMove(server, 'mcts:runs/selfdone?sims=40');
    expect([status, json]).toEqual([200, JSON.parse(printed)]);
  });

  it.each([
    [
      'resnet:models/2048-dcnn',
      "player: 'models/2048-dcnn' is dcnn?k=2&channels=16, which dcnn:models/2048-dcnn plays",
    ],
    ['dcnn:models/2048-dcnn?vote=all', "player: 'all' for vote"],
    ['reflex:models/threes-reflex', "player: 'models/threes-reflex' is a model of threes, and the game is 2048"],
    ['dcnn:models/noise', "player: 'models/noise' is damaged"],
    ['dcnn:models/none', "player: there is no model 'models/none' here"],
    ['resnet', "player: 'resnet' names no network"],
  ])('%s is refused in a line', async (player, message) => {
    const { status, json } = await askMove(server, player, { game: '2048' });
    expect([status, json.error.message]).toEqual([422, expect.stringContaining(message)]);
    expect(json.error.message).not.toContain(bench.folder);
  });
});

describe('runs of neural networks', () => {
  it('say what they count and how far they have come', async () => {
    const runs = runSummary.array().parse((await ask(server, '/api/runs')).json);
    const told = runs.map(({ name, method, state, counts, done, target }) => [
      name,
      method,
      state,
      counts,
      done,
      target,
    ]);
    expect(told.sort()).toEqual([
      ['fit', 'fit', 'running', 'actions', 200, 300],
      ['self', 'selfplay', 'running', 'minutes', 2, 5],
      ['selfdone', 'selfplay', 'finished', 'cycles', 2, 2],
    ]);
  });
});
