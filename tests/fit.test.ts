// Supervised learning as a user runs it: run folders, what a kill leaves, what goes wrong.

import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTensors } from 'afterstate';
import { openFile } from 'afterstate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCard } from '../packages/lab/dist/neural/model-file.js';
import { runCommandSync, runRefused, startCommand, until } from './command.testing.ts';
import { spoilMove } from './records.testing.ts';
import { checkpointsOf, leftoversOf, TAKEN_OVER, weightsOf } from './runs.testing.ts';

let folder: string;

const afterstate = (...args: string[]) => runCommandSync(folder, ...args);
const fit = (...args: string[]) => afterstate('fit', ...args);
const NETWORK = [
  '--network',
  'mlp?features=onehot&hidden=8',
  '--data',
  'snake.records',
  '--seed',
  '3',
  '--threads',
  '1',
];
const SMALL = [
  ...NETWORK,
  '--actions',
  '6000',
  '--batch',
  '100',
  '--block',
  '1000',
  '--test-share',
  '0.3',
  '--test',
  '500',
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-fit-'));
  const record = (player: string, game: string, games: number, out: string): void => {
    const what = ['--player', player, '--game', game, '--games', String(games), '--seed', '5'];
    const { status, stderr } = afterstate('records', ...what, '--out', out);
    expect([status, stderr]).toEqual([0, '']);
  };
  record('expectimax?eval=snake&depth=1', '2048', 12, 'snake.records');
  record('random', 'threes', 20, 'threes.records');
  record('random', '2048', 20, 'random.records');
  await spoilMove(join(folder, 'snake.records'), join(folder, 'illegal.records'));
  expect(fit(...SMALL, '--out', 'start').status).toBe(0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The run of `SMALL`, for changing it. */
function copyRun(name: string): Promise<void> {
  return cp(join(folder, 'start'), join(folder, name), { recursive: true });
}

/** Every line of a run's metrics, without the timings. */
async function metricsOf(run: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(join(folder, run, 'metrics.jsonl'), 'utf8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const { seconds: _s, actionsPerSecond: _a, ...rest } = JSON.parse(line) as Record<string, unknown>;
      return rest;
    });
}

describe('a fit', () => {
  test('leaves its settings, one line per block, snapshots, a checkpoint and the network in two formats', async () => {
    const { status, stdout, stderr } = fit(...SMALL, '--plays', '2', '--snapshot', '3000', '--out', 'whole');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('2048: mlp?features=onehot&hidden=8&activation=sigmoid from 1 file of records');
    expect(stdout).toContain('6,000 actions; the network is whole/model.onnx');
    expect((await readdir(join(folder, 'whole'))).sort()).toEqual([
      'checkpoints',
      'config.json',
      'manifest.json',
      'metrics.jsonl',
      'model.onnx',
      'model.safetensors',
      'snapshots',
    ]);
    expect(await readdir(join(folder, 'whole', 'snapshots'))).toEqual(['3000.onnx', '6000.onnx']);
    const metrics = await metricsOf('whole');
    expect(metrics.map((line) => line['actions'])).toEqual([1000, 2000, 3000, 4000, 5000, 6000]);
    expect(metrics.at(-1)!['loss']).toBeLessThan(metrics[0]!['loss'] as number);
    const played = metrics.filter((line) => 'averageScore' in line);
    expect(played.map((line) => line['actions'])).toEqual([3000, 6000]);
    for (const { averageScore, maxScore, deviation, largest, maxScoreOf100 } of played) {
      // For two games the deviation is √2 times the distance of either from the mean.
      expect(deviation).toBeCloseTo(Math.SQRT2 * ((maxScore as number) - (averageScore as number)), 0);
      expect(Object.values(largest as Record<string, number>).reduce((sum, games) => sum + games, 0)).toBe(2);
      expect(maxScoreOf100).toBeNull();
    }
    for (const line of metrics) {
      expect(line).toMatchObject({ lr: 0.001, testLoss: expect.any(Number), testAccuracy: expect.any(Number) });
      expect(line['accuracy']).toBeGreaterThan(0.1);
    }
    const card = readCard(await readFile(join(folder, 'whole', 'model.onnx')), 'model.onnx');
    expect(card).toMatchObject({
      network: 'mlp?features=onehot&hidden=8&activation=sigmoid',
      family: 'reflex',
      provenance: { method: 'fit', data: ['snake.records'], actions: 6000, seed: 3, batch: 100 },
    });
    const source = await openFile(join(folder, 'whole', 'model.safetensors'));
    const { tensors } = await readTensors(source);
    await source.close();
    expect(tensors.map(({ name, shape }) => `${name} ${shape.join('×')}`)).toEqual([
      'hidden.weights 256×8',
      'hidden.biases 8',
      'moves.weights 8×4',
      'moves.biases 4',
    ]);
  });

  test('with one seed and one thread is the same, bit for bit, and with another seed is not', async () => {
    fit(...SMALL, '--out', 'again');
    fit(...SMALL.with(SMALL.indexOf('--seed') + 1, '4'), '--out', 'other');
    const weights = (run: string) => weightsOf(join(folder, run, 'model.safetensors'));
    expect(await weights('again')).toEqual(await weights('start'));
    expect(await weights('other')).not.toEqual(await weights('start'));
    expect(await metricsOf('again')).toEqual(await metricsOf('start'));
  });

  test('killed again and again ends like one that was left alone', async () => {
    const args = [...SMALL.with(SMALL.indexOf('--actions') + 1, '15000'), '--checkpoint', '0', '--augment'];
    const slow = args.with(args.indexOf('--network') + 1, 'resnet?blocks=1&filters=8');
    expect(fit(...slow, '--out', 'straight').status).toBe(0);
    for (const kill of [1, 2, 3]) {
      const [newest] = await checkpointsOf(join(folder, 'killed'));
      const go = kill === 1 ? [...slow, '--out', 'killed'] : ['--resume', 'killed'];
      const { child, ended } = startCommand(folder, 'fit', ...go);
      await until(async () => (await checkpointsOf(join(folder, 'killed')))[0] !== newest, ended);
      await sleep(20 * kill);
      child.kill('SIGKILL');
      expect((await ended).status).toBe(null);
    }
    expect(fit('--resume', 'killed')).toMatchObject({ status: 0, stderr: expect.stringMatching(TAKEN_OVER) });
    expect(await weightsOf(join(folder, 'killed', 'model.safetensors'))).toEqual(
      await weightsOf(join(folder, 'straight', 'model.safetensors')),
    );
    expect(await metricsOf('killed')).toEqual(await metricsOf('straight'));
    expect(await leftoversOf(join(folder, 'killed'))).toEqual([]);
  });

  test('stops at Ctrl-C in the middle of a block, saves, and continues as if nothing had happened', async () => {
    const args = SMALL.with(1, 'dcnn?k=2&channels=24').with(SMALL.indexOf('--actions') + 1, '12000');
    expect(fit(...args, '--out', 'unstopped').status).toBe(0);
    const { child, ended } = startCommand(folder, 'fit', ...args, '--out', 'stopped');
    let shown = '';
    child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    await until(() => shown.includes('2,000 '), ended);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toMatch(/stopped after [\d,]+ actions, and saved; continue with: afterstate fit --resume stopped/);
    expect(existsSync(join(folder, 'stopped', 'model.onnx'))).toBe(false);
    expect(fit('--resume', 'stopped').status).toBe(0);
    expect(await metricsOf('stopped')).toEqual(await metricsOf('unstopped'));
    expect(await weightsOf(join(folder, 'stopped', 'model.safetensors'))).toEqual(
      await weightsOf(join(folder, 'unstopped', 'model.safetensors')),
    );
  });

  test('can be made longer, with another step size', async () => {
    await copyRun('longer');
    const { status, stderr } = fit('--resume', 'longer', '--actions', '8000', '--lr', '0.0001');
    expect([status, stderr]).toEqual([0, '']);
    const metrics = await metricsOf('longer');
    expect(metrics.map((line) => line['lr'])).toEqual([...Array(6).fill(0.001), 0.0001, 0.0001]);
  });

  test('of a value learns the scores still to come after afterstates', async () => {
    const args = SMALL.with(SMALL.indexOf('--network') + 1, 'ntuple-value?patterns=0123+4567').concat('--lr', '0.01');
    const { status, stdout, stderr } = fit(...args, '--plays', '2', '--out', 'value');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Try it: afterstate eval --player value:value');
    const metrics = await metricsOf('value');
    expect(metrics.at(-1)!['error']).toBeLessThan(metrics[0]!['error'] as number);
    expect(metrics.at(-1)).toMatchObject({ testError: expect.any(Number), averageScore: expect.any(Number) });
  });

  test('begins from the weights of another', async () => {
    fit(...SMALL, '--from', 'start/model.safetensors', '--out', 'pupil');
    const [teacher, pupil] = [await metricsOf('start'), await metricsOf('pupil')];
    expect(pupil[0]!['loss']).toBeLessThan(teacher[2]!['loss'] as number);
    expect(fit(...SMALL, '--from', 'start', '--out', 'by-folder').status).toBe(0);
    expect(await weightsOf(join(folder, 'by-folder', 'model.safetensors'))).toEqual(
      await weightsOf(join(folder, 'pupil', 'model.safetensors')),
    );
  });

  test('falls to the last step size in a straight line', async () => {
    fit(...SMALL, '--lr-end', '0', '--out', 'falling');
    const rates = (await metricsOf('falling')).map((line) => line['lr'] as number);
    rates.forEach((rate, i) => expect(rate).toBeCloseTo(0.001 * (1 - (i + 1) / 6), 9));
  });
});

describe('what goes wrong in a fit', () => {
  test('a loss that is not a number stops it, says where, and keeps the last good checkpoint', async () => {
    const wild = [
      ...SMALL.with(1, 'ntuple-value?patterns=01'),
      '--optimiser',
      'sgd',
      '--lr',
      '0.001',
      '--checkpoint',
      '0',
      '--out',
      'wild',
    ];
    expect(fit(...wild).status).toBe(0);
    const before = await checkpointsOf(join(folder, 'wild'));
    const { status, stderr } = fit('--resume', 'wild', '--actions', '20000', '--lr', '1000000');
    expect(status).toBe(1);
    expect(stderr).toMatch(/training diverged in step \d+, after \d+ actions: the (loss|gradient of [\w.]+) is/);
    expect(stderr).toContain('the last good checkpoint is wild/checkpoints/');
    expect(stderr.trim().split('\n').length).toBe(1);
    expect((await checkpointsOf(join(folder, 'wild'))).length).toBe(before.length);
    const again = fit('--resume', 'wild', '--lr', '0.0001');
    expect([again.status, again.stderr]).toEqual([0, '']);
  });

  test.each<[what: string, args: string[], message: string]>([
    ['no network', ['--data', 'snake.records', '--actions', '10'], '--network is missing'],
    ['no data', ['--network', 'softmax', '--actions', '10'], '--data is missing'],
    ['no number of actions', ['--network', 'softmax', '--data', 'snake.records'], '--actions is missing'],
    ['an unknown network', SMALL.with(1, 'lenet'), "unknown network 'lenet'; choose from dcnn, resnet"],
    ['an option that is not there', SMALL.with(1, 'dcnn?filters=3'), "unknown option 'filters'"],
    ['records that are not there', SMALL.with(3, 'none.records'), "'none.records' cannot be read"],
    ['a file that is none of records', SMALL.with(3, 'text.records'), "'text.records'"],
    ['records that were cut', SMALL.with(3, 'cut.records'), "'cut.records'"],
    [
      'records of two games',
      [...SMALL, '--data', 'threes.records'],
      'all files of a data set must be of the same game',
    ],
    [
      'records of the other game',
      [...SMALL.with(3, 'threes.records'), '--game', '2048'],
      'holds games of threes, not of 2048',
    ],
    ['a batch for too many threads', [...SMALL, '--batch', '2', '--threads', '4'], 'cannot be shared by 4 threads'],
    ['a step size that rises', [...SMALL, '--lr-end', '0.5'], 'the step size can only fall'],
    ['too few games for a test', [...SMALL, '--test-share', '0.0001'], 'there are no games for the test split'],
    [
      'an optimiser that is not there',
      [...SMALL, '--optimiser', 'rmsprop'],
      '--optimiser must be one of adam, sgd, not',
    ],
    ['momentum of adam', [...SMALL, '--momentum', '0.5'], '--momentum does nothing here: it is for --optimiser sgd'],
    ['nearly all games for tests', [...SMALL, '--test-share', '0.95'], '--test-share must be a number from 0 to 0.9'],
    [
      'records of the other game the other way',
      [...SMALL, '--game', 'threes'],
      "'snake.records' holds games of 2048, not of threes; leave --game out, or give other records",
    ],
    ['empty records', SMALL.with(3, 'empty.records'), "'empty.records': it is empty; start it again"],
    ['a folder for records', SMALL.with(3, 'start'), "'start' is not a file"],
    [
      'a network for records',
      SMALL.with(3, 'start/model.onnx'),
      'it is not a file of records; afterstate records makes',
    ],
    [
      'an illegal move under a right checksum',
      SMALL.with(3, 'illegal.records'),
      "'illegal.records', game 0 of seed 5: ply ",
    ],
    [
      'weights of another network',
      [...SMALL.with(1, 'softmax'), '--from', 'start'],
      'has the weights of mlp?features=onehot&hidden=8&activation=sigmoid for 2048, not of softmax?features=log2 for 2048; give',
    ],
    [
      'weights for the other game',
      [...SMALL.with(3, 'threes.records'), '--from', 'start/model.safetensors'],
      'activation=sigmoid for 2048, not of mlp?features=onehot&hidden=8&activation=sigmoid for threes; give',
    ],
    [
      'weights that were cut',
      [...SMALL, '--from', 'cut.safetensors'],
      "'cut.safetensors' is damaged: it was cut off after",
    ],
    ['a network for weights', [...SMALL, '--from', 'start/model.onnx'], 'start from the model.safetensors of the same'],
    ['weights that are not there', [...SMALL, '--from', 'none'], "'none' cannot be read: there is no such file"],
  ])('%s is one line, and nothing is made', async (_what, args, message) => {
    await writeFile(join(folder, 'text.records'), 'not records');
    await writeFile(join(folder, 'empty.records'), '');
    await copyFile(join(folder, 'snake.records'), join(folder, 'cut.records'));
    await truncate(join(folder, 'cut.records'), 3000);
    await copyFile(join(folder, 'start', 'model.safetensors'), join(folder, 'cut.safetensors'));
    await truncate(join(folder, 'cut.safetensors'), 700);
    const { status, stdout, stderr } = await runRefused(folder, 'fit', ...args, '--out', 'nothing');
    expect(stderr).toContain(message);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n').length).toBe(1);
    expect(existsSync(join(folder, 'nothing'))).toBe(false);
  });

  test.each([
    ['start', "'start' is not empty; to continue a run: afterstate fit --resume start"],
    ['snake.records', "'snake.records' cannot be made a run folder: there is a file where a folder is needed; give"],
    ['snake.records/in', "'snake.records/in' cannot be made a run folder: there is a file where a folder is needed"],
  ])('no run is made at %s', async (out, message) => {
    const before = await readFile(join(folder, 'snake.records'));
    const { status, stdout, stderr } = await runRefused(folder, 'fit', ...SMALL, '--out', out);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBe(1);
    expect([status, stdout]).toEqual([2, '']);
    expect((await readFile(join(folder, 'snake.records'))).equals(before)).toBe(true);
    expect(existsSync(join(folder, 'start', 'model.onnx'))).toBe(true);
  });

  test('a step size that is far too large says at once how to begin again, and that works', () => {
    const wild = [...SMALL.with(1, 'ntuple-value?patterns=01'), '--optimiser', 'sgd', '--lr', '1000000'];
    const { status, stderr } = fit(...wild, '--out', 'wilder');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^afterstate: training diverged in step \d+, after \d+ actions: [^;\n]+; there was no checkpoint yet; start again with a smaller step size: afterstate fit --resume wilder --lr 100000\n$/,
    );
    expect(fit('--resume', 'wilder', '--lr', '0.001').status).toBe(0);
  });

  test('a checkpoint that was cut off is skipped with a note; the one before it is used', async () => {
    expect(fit(...SMALL, '--checkpoint', '0', '--out', 'torn').status).toBe(0);
    for (const name of ['model.onnx', 'model.safetensors']) await rm(join(folder, 'torn', name));
    const [newest, before] = await checkpointsOf(join(folder, 'torn'));
    expect(before).toBeDefined();
    await truncate(newest!, 1000);
    const { status, stdout, stderr } = fit('--resume', 'torn');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/\d+\.safetensors cannot be used: [^\n]* was cut off after 1000 of \d+ bytes/);
    expect(await weightsOf(join(folder, 'torn', 'model.safetensors'))).toEqual(
      await weightsOf(join(folder, 'start', 'model.safetensors')),
    );
  });

  test('a run of one command is not continued by another', () => {
    const dqn = ['--method', 'dqn', '--network', 'qnet?hidden=4', '--games', '1', '--warmup', '9', '--replay', '99'];
    expect(afterstate('train', ...dqn, '--out', 'dqn').status).toBe(0);
    for (const [command, run, says] of [
      ['fit', 'dqn', "'dqn' is a run of another command; continue it with: afterstate train --resume dqn"],
      ['selfplay', 'dqn', "'dqn' is a run of another command; continue it with: afterstate train --resume dqn"],
      ['train', 'start', "'start' is a run of another command; continue it with: afterstate fit --resume start"],
      ['selfplay', 'start', "'start' is a run of another command; continue it with: afterstate fit --resume start"],
    ] as const)
      expect(afterstate(command, '--resume', run)).toEqual({ status: 2, stdout: '', stderr: `afterstate: ${says}\n` });
  });

  test('a run cannot continue with other settings, or with other records', async () => {
    await copyRun('settled');
    expect(fit('--resume', 'settled', '--batch', '50').stderr).toContain(
      '--batch cannot be changed when a run continues; only --actions, --threads and --lr can',
    );
    expect(fit('--resume', 'settled', '--actions', '100').stderr).toContain('can only add to them');
    expect(fit('--resume', 'nowhere').stderr).toContain("'nowhere' is not a run folder");
    const config = join(folder, 'settled', 'config.json');
    await writeFile(config, (await readFile(config, 'utf8')).replace('snake.records', 'random.records'));
    const { status, stderr } = fit('--resume', 'settled', '--actions', '9000');
    expect([status, stderr.includes('the position belongs to other records')]).toEqual([2, true]);
  });
});
