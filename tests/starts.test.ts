// Trainings that start from boards of recorded games, and stages that take the weights of another stage.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNetwork, parseGame, replay, startScore } from 'afterstate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadStarts, startsSource } from '../packages/lab/dist/learn/starts.js';
import { gamesOf, makeRecords } from './records.testing.ts';
import { metricsOf, train, weightsOf } from './runs.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-starts-'));
  await makeRecords(join(folder, 'games.records'), { games: 60 });
  await makeRecords(join(folder, 'threes.records'), { game: 'threes', games: 20 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SMALL = ['--network', '0123 0145', '--block', '20'];
const load = (text: string, name: '2048' | 'threes', stages: string, most: number, seed = 1, until?: number) => {
  const game = parseGame(name);
  const network = createNetwork({ game: name, network: '0123', stages, values: 'afterstate' });
  return loadStarts(startsSource(join(folder, text), game), { game, network, most, seed, until });
};

describe('boards to start from', () => {
  test('are the games’ states that hold the tiles, with the score and the stage at that point', async () => {
    const starts = await load('games.records@64+32', '2048', 'reach:32,64+32', 1e6);
    const game = parseGame('2048');
    const expected = new Set<string>();
    for (const record of await gamesOf(join(folder, 'games.records'))) {
      let score = startScore(record.start, game);
      let stage = 0;
      for (const { before, afterstate, score: after } of replay(record, game)) {
        if (before.board.includes(6) && before.board.includes(5))
          expected.add(JSON.stringify([before.board, score, stage]));
        if (stage === 0 && afterstate.board.includes(5)) stage = 1;
        if (stage === 1 && afterstate.board.includes(5) && afterstate.board.includes(6)) stage = 2;
        score = after;
      }
    }
    expect(expected.size).toBeGreaterThan(500);
    expect(new Set(starts.map(({ state, score, stage }) => JSON.stringify([state.board, score, stage])))).toEqual(
      expected,
    );
  });

  test('may hold one of several sets, and be of the stages before one', async () => {
    const boards = async (text: string, until?: number) =>
      (await load(text, '2048', 'sets:64,64+32', 1e6, 1, until)).map(({ state, score }) =>
        JSON.stringify([state, score]),
      );
    const [sixtyFour, both] = [await boards('games.records@64'), await boards('games.records@64,32')];
    expect(new Set(both)).toEqual(new Set([...sixtyFour, ...(await boards('games.records@32'))]));
    expect(both.length).toBeGreaterThan(sixtyFour.length);
    const before = await load('games.records@64', '2048', 'sets:64,64+32', 1e6, 1, 2);
    expect(before.length).toBeGreaterThan(100);
    expect(before.length).toBeLessThan(sixtyFour.length);
    expect(before.every(({ stage }) => stage < 2)).toBe(true);
  });

  test('may be hundreds of thousands', async () => {
    await makeRecords(join(folder, 'many.records'), { games: 2400 });
    expect(await load('many.records', '2048', 'none', 130_000)).toHaveLength(130_000);
  });

  test('have the hint and the bag of the game', async () => {
    const starts = await load('threes.records', 'threes', 'none', 1e6);
    const games = await gamesOf(join(folder, 'threes.records'));
    const states = games.flatMap((record) => [...replay(record)].map(({ before }) => JSON.stringify(before)));
    expect(starts.map(({ state }) => JSON.stringify(state)).sort()).toEqual(states.sort());
  });

  test('are spread over the whole file if there are too many, in an order set by the seed', async () => {
    const all = await load('games.records', '2048', 'none', 1e6);
    const some = await load('games.records', '2048', 'none', 100);
    expect(some).toHaveLength(100);
    expect(await load('games.records', '2048', 'none', 100)).toEqual(some);
    expect(await load('games.records', '2048', 'none', 100, 2)).not.toEqual(some);
    const mean = (starts: typeof all) => starts.reduce((sum, { score }) => sum + score, 0) / starts.length;
    expect(mean(some) / mean(all)).toBeGreaterThan(0.7);
    expect(mean(some) / mean(all)).toBeLessThan(1.4);
  });
});

describe('a training', () => {
  test('from boards resumes as if it had never been stopped', async () => {
    const flags = [...SMALL, '--starts', 'games.records@64', '--boards', '50', '--method', 'tc'];
    expect(await train(folder, ...flags, '--games', '100', '--out', 'whole')).toMatchObject({ status: 0 });
    expect(await train(folder, ...flags, '--games', '40', '--out', 'parts')).toMatchObject({ status: 0 });
    expect(await train(folder, '--resume', 'parts', '--games', '100')).toMatchObject({ status: 0 });
    const weights = await weightsOf(join(folder, 'whole/model.safetensors'));
    expect((await weightsOf(join(folder, 'parts/model.safetensors'))).equals(weights)).toBe(true);
    expect(await metricsOf(join(folder, 'parts'))).toEqual(await metricsOf(join(folder, 'whole')));
    expect(await train(folder, ...SMALL, '--method', 'tc', '--games', '100', '--out', 'deal')).toMatchObject({
      status: 0,
    });
    expect((await weightsOf(join(folder, 'deal/model.safetensors'))).equals(weights)).toBe(false);
  });

  test('gives a stage the weights of a stage of another model', async () => {
    const stages = (spec: string) => ['--stages', spec, '--games', '20'];
    await train(folder, ...SMALL, ...stages('largest:64'), '--out', 'two');
    // In a training whose step is almost 0, no game changes more than almost nothing.
    const alpha = ['--alpha', '1e-30'];
    const from = ['--from', 'two@0=1', '--from', 'two@1-2=0'];
    const { status, stderr } = await train(
      folder,
      ...SMALL,
      ...stages('reach:64,64+32'),
      ...alpha,
      ...from,
      '--out',
      'three',
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const halves = await weightsOf(join(folder, 'two/model.safetensors'));
    const [first, second] = [halves.subarray(0, halves.length / 2), halves.subarray(halves.length / 2)];
    expect(first.equals(second)).toBe(false);
    const made = await weightsOf(join(folder, 'three/model.safetensors'));
    const floats = (bytes: Buffer) => new Float32Array(new Uint8Array(bytes).buffer);
    const wanted = floats(Buffer.concat([second, first, first]));
    expect(floats(made)).toHaveLength(wanted.length);
    expect(floats(made).every((weight, i) => Math.abs(weight - wanted[i]!) < 1e-20)).toBe(true);
  });

  test('gives a larger network the weights of a smaller one, and nothing else', async () => {
    expect((await train(folder, ...SMALL, '--games', '20', '--out', 'small')).status).toBe(0);
    const grow = (network: string, out: string) =>
      train(folder, '--network', network, '--games', '20', '--alpha', '1e-30', '--from', 'small', '--out', out);
    const { status, stderr } = await grow('0125 0145 0123', 'grown');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const floats = (bytes: Buffer) => new Float32Array(new Uint8Array(bytes).buffer);
    const small = floats(await weightsOf(join(folder, 'small/model.safetensors')));
    const grown = floats(await weightsOf(join(folder, 'grown/model.safetensors')));
    const [straight, square] = [small.subarray(0, 16 ** 4), small.subarray(16 ** 4)];
    expect(small.some((weight) => weight !== 0)).toBe(true);
    expect(grown).toHaveLength(3 * 16 ** 4);
    const near = (weights: Float32Array, wanted: Float32Array) =>
      weights.every((weight, i) => Math.abs(weight - wanted[i]!) < 1e-20);
    expect(near(grown.subarray(0, 16 ** 4), new Float32Array(16 ** 4))).toBe(true);
    expect(near(grown.subarray(16 ** 4, 2 * 16 ** 4), square)).toBe(true);
    expect(near(grown.subarray(2 * 16 ** 4), straight)).toBe(true);
    const smaller = await grow('0125 0145', 'none');
    expect(smaller.status).toBe(2);
    expect(smaller.stderr).toContain("has network '0123 0145', but '0125 0145' is needed");
  });

  const games = ['--games', '10'];
  test.each([
    ['a file that is not there', ['--starts', 'none.records'], /none\.records/],
    ['records of another game', ['--starts', 'threes.records'], /'threes\.records' holds games of threes, not of 2048/],
    ['a tile that does not exist', ['--starts', 'games.records@100'], /--starts: 100 is not a tile of 2048/],
    ['tiles that no board holds', ['--starts', 'games.records@16384'], /no board of 'games\.records' holds 16384/],
    [
      'two places to start',
      ['--starts', 'games.records', '--carousel', '--stages', 'largest:64'],
      /--carousel; give one/,
    ],
    [
      'boards of stages that are not learned alone',
      ['--starts', 'games.records@64', '--stages', 'sets:2,4,8,16', '--until', '1', '--method', 'tc'],
      /no board .* is in a stage before --until 1/,
    ],
    ['boards without a source', ['--boards', '10'], /--boards .*--starts/],
    ['a stage that the model lacks', ['--from', 'whole@0=3'], /has no stage 3, only 1/],
  ])('refuses %s in one line', async (_, flags, message) => {
    const { status, stderr } = await train(folder, ...SMALL, ...games, ...flags, '--out', 'refused');
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect([1, 2]).toContain(status);
    expect(existsSync(join(folder, 'refused'))).toBe(false);
  });
});
