// Self-play as a user runs it: runs that are repeatable and survive being killed, a player made from their networks, and helpful
// errors.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readTensors, writeTensors } from 'afterstate';
import { openFile, writeFileWhole } from 'afterstate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandSync, runRefused, startCommand, until } from './command.testing.ts';
import { checkpointsOf, leftoversOf, metricsOf, TAKEN_OVER, weightsOf } from './runs.testing.ts';

const PAPER_SMALL = 'resnet?blocks=1&filters=8&size=2&planes=20&heads=both&hidden=16';

/** Small enough for a second or two. */
const OWN = ['--network', 'pyramid?channels=8', '--sims', '8', '--together', '6', '--moves', '30']
  .concat(['--batches', '3', '--batch', '32', '--seed', '5'])
  .concat(['--window-positions', '400', '--average', '0.8']);
const PAPER = [
  '--paper',
  '--network',
  PAPER_SMALL,
  '--sims',
  '6',
  '--cycle-games',
  '3',
  '--batches',
  '3',
  '--batch',
  '64',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-selfplay-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const afterstate = (...args: string[]) => runCommandSync(folder, ...args);

/** The weights of the network in a checkpoint, without what the optimiser remembers. */
async function parametersOf(checkpoint: string): Promise<number[][]> {
  const file = await openFile(checkpoint);
  try {
    const { tensors } = await readTensors(file);
    return tensors.filter(({ name }) => !name.startsWith('moments.')).map(({ values }) => [...values]);
  } finally {
    await file.close();
  }
}

async function lastWeights(run: string): Promise<Buffer> {
  const [newest] = await checkpointsOf(run);
  return weightsOf(newest!);
}

describe.each([
  ['own', OWN, 5],
  ["Allik et al.'s", PAPER, 4],
] as const)('a run (%s)', (name, args, cycles) => {
  const plain = name.replace(/\W/g, '');
  const common = [...args, '--cycles', String(cycles)];

  test('leaves a folder with everything about it, and a network that plays', async () => {
    const run = join(folder, plain);
    const { status, stdout, stderr } = afterstate('selfplay', ...common, '--out', run, '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['cycles'])).toEqual(Array.from({ length: cycles }, (_, i) => i + 1));
    expect(lines.at(-1)).toMatchObject({ loss: expect.any(Number), window: expect.any(Number) });
    let games = 0;
    for (const { games: all, gamesEnded, averageScore, averageScoreCI95: ends, deviation, largest } of lines) {
      expect(Object.values(largest as Record<string, number>).reduce((sum, n) => sum + n, 0)).toBe(gamesEnded);
      expect(deviation === null).toBe((gamesEnded as number) < 2);
      expect(all).toBe((games += gamesEnded as number));
      if ((gamesEnded as number) === 0) expect(averageScore).toBeNull();
      if ((gamesEnded as number) < 2) expect(ends).toBeNull();
      else expect(((ends as number[])[0]! + (ends as number[])[1]!) / 2).toBeCloseTo(averageScore as number, 0);
    }
    expect((await readFile(join(run, 'metrics.jsonl'), 'utf8')).trim().split('\n').length).toBe(cycles);
    for (const file of ['config.json', 'manifest.json', 'model.onnx']) expect(existsSync(join(run, file))).toBe(true);
    const measured = afterstate('eval', '--player', `mcts:${run}?sims=4`, '--games', '3', '--json', '--threads', '1');
    expect(measured.stderr).toBe('');
    expect(JSON.parse(measured.stdout)).toMatchObject({ player: `mcts:${run}?sims=4`, games: 3 });
  });

  test('is repeatable bit for bit', async () => {
    const run = join(folder, `${plain}-again`);
    expect(afterstate('selfplay', ...common, '--out', run).status).toBe(0);
    expect(await lastWeights(run)).toEqual(await lastWeights(join(folder, plain)));
    expect(await metricsOf(run)).toEqual(await metricsOf(join(folder, plain)));
  });

  test('killed at random moments, ends like a run that was left alone', async () => {
    const run = join(folder, `${plain}-killed`);
    for (let kills = 0; kills < 3; kills++) {
      const fresh = !existsSync(join(run, 'config.json'));
      if (fresh) await rm(run, { recursive: true, force: true });
      const { child, ended } = startCommand(
        folder,
        'selfplay',
        ...(fresh ? [...common, '--out', run] : ['--resume', run]),
      );
      const before = (await checkpointsOf(run))[0];
      let over = false;
      void ended.then(() => (over = true));
      // Sometimes while it starts, mostly while it works.
      while (!over && kills !== 1 && (await checkpointsOf(run))[0] === before) await sleep(5);
      await sleep(Math.random() * 150);
      child.kill('SIGKILL');
      await ended;
    }
    const { status, stderr } = afterstate('selfplay', '--resume', run);
    expect(status).toBe(0);
    expect(stderr).toMatch(TAKEN_OVER);
    expect(await lastWeights(run)).toEqual(await lastWeights(join(folder, plain)));
    expect(await metricsOf(run)).toEqual(await metricsOf(join(folder, plain)));
    expect(await leftoversOf(run)).toEqual([]);
  });
});

test('on two threads the games of a cycle are those of one', async () => {
  const runs = [1, 2].map((threads) => join(folder, `threads-${threads}`));
  for (const [i, run] of runs.entries())
    expect(afterstate('selfplay', ...OWN, '--cycles', '1', '--threads', String(i + 1), '--out', run).status).toBe(0);
  const [one, two] = await Promise.all(runs.map((run) => readFile(join(run, 'positions', '1.safetensors'))));
  expect(one).toEqual(two);
});

test('a judged run returns to the previous weights, unless its games were the best so far', async () => {
  const metrics = (await metricsOf(join(folder, 'Alliketals'))) as {
    kept: boolean;
    best: number;
    averageScore: number;
  }[];
  let best = 0;
  for (const { kept, best: said, averageScore } of metrics) {
    expect(kept).toBe(averageScore > Math.round(best * 10) / 10);
    best = Math.max(best, said);
    expect(said).toBeCloseTo(kept ? averageScore : best, 0);
  }
  // The initial network plays the first games.
  expect(metrics[0]!.kept).toBe(true);
  // Short runs until one has kept what it learned and one has not. Their two checkpoints have the weights before and after.
  const seen = new Set<boolean>();
  for (let seed = 5; seen.size < 2 && seed < 15; seed++) {
    const run = join(folder, `judged-${seed}`);
    const args = ['--cycle-games', '1', '--batches', '2', '--batch', '16', '--lr', '0.0001', '--seed', String(seed)];
    expect(afterstate('selfplay', ...PAPER.slice(0, -6), ...args, '--cycles', '2', '--out', run).status).toBe(0);
    const { kept, timesKept } = (await metricsOf(run))[1] as { kept: boolean; timesKept: number };
    const [after, before] = await Promise.all((await checkpointsOf(run)).map(parametersOf));
    if (kept) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
    expect(timesKept).toBe(kept ? 1 : 0);
    seen.add(kept);
  }
  expect(seen.size).toBe(2);
});

test('snapshots are networks of their cycles, and play in every command', async () => {
  const run = join(folder, 'kept');
  const args = [...OWN, '--cycles', '2', '--snapshot', '1', '--lr', '0.002', '--lr-end', '0.001', '--out', run];
  expect(afterstate('selfplay', ...args).status).toBe(0);
  // Half of the way to the end is done after the first cycle.
  expect((await metricsOf(run)).map((line) => line['rate'])).toEqual([0.002, 0.0015]);
  const players = [1, 2].map((cycle) => `mcts:${run}/snapshots/${cycle}.onnx?sims=5`);
  const compared = afterstate('compare', ...players, '--games', '2', '--json');
  expect(compared).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(compared.stdout)).toMatchObject({ players: players.map((player) => ({ player })) });
  const asked = afterstate(
    'move',
    '--board',
    '2 2 4 8 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0',
    '--player',
    players[1]!,
    '--json',
  );
  const { best, moves } = JSON.parse(asked.stdout) as { best: string; moves: { move: string; value: number }[] };
  expect(moves.map(({ move }) => move)).toEqual(['right', 'down', 'left']);
  expect(moves.map(({ move }) => move)).toContain(best);
  for (const { value } of moves) expect(value).toBeGreaterThan(0);
  const watched = afterstate('play', '--player', players[1]!, '--seed', '3');
  expect(watched).toMatchObject({ status: 0, stderr: '' });
  expect(watched.stdout).toContain('mcts');
});

test('stopped by Ctrl-C, a run says how to continue, and can be made longer', async () => {
  const run = join(folder, 'stopped');
  const { child, ended } = startCommand(folder, 'selfplay', ...OWN, '--cycles', '1000', '--out', run);
  while ((await checkpointsOf(run)).length === 0) await sleep(10);
  child.kill('SIGINT');
  const { status, stderr } = await ended;
  expect(status).toBe(130);
  expect(stderr).toContain(`continue with: afterstate selfplay --resume ${run}`);
  const done = (await metricsOf(run)).length;
  expect(existsSync(join(run, 'model.onnx'))).toBe(true);
  expect(afterstate('selfplay', '--resume', run, '--cycles', String(done + 1)).status).toBe(0);
  expect((await metricsOf(run)).length).toBe(done + 1);
  // Minutes instead of cycles: the cycles are no longer a limit.
  const lines = (await readFile(join(run, 'metrics.jsonl'), 'utf8')).trim().split('\n');
  const { seconds } = JSON.parse(lines.at(-1)!) as { seconds: number };
  expect(afterstate('selfplay', '--resume', run, '--minutes', String((seconds + 0.3) / 60)).status).toBe(0);
  expect((await metricsOf(run)).length).toBeGreaterThan(done + 1);
});

test('flags and settings with old names still work, and the flags name the new ones', async () => {
  const run = join(folder, 'old names');
  const old = OWN.with(OWN.indexOf('--together'), '--tables').concat('--rate', '0.002', '--rate-end', '0.001');
  const { status, stderr } = afterstate('selfplay', ...old, '--cycles', '1', '--out', run);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: '--tables is now called --together\n--rate is now called --lr\n--rate-end is now called --lr-end\n',
  });
  const path = join(run, 'config.json');
  const { together, lr, lrEnd, ...others } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  expect({ together, lr, lrEnd }).toEqual({ together: 6, lr: 0.002, lrEnd: 0.001 });
  // The older form of runs.
  await writeFile(path, JSON.stringify({ ...others, tables: together, rate: lr, rateEnd: lrEnd }));
  expect(afterstate('selfplay', '--resume', run, '--cycles', '2')).toMatchObject({ status: 0, stderr: '' });
  expect((await metricsOf(run)).map((line) => line['rate'])).toEqual([0.002, 0.0015]);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ ...others, together, lr, lrEnd, cycles: 2 });
});

test('Threes is learned too', () => {
  const run = join(folder, 'threes');
  const args = ['--game', 'threes', ...OWN, '--cycles', '2', '--out', run];
  expect(afterstate('selfplay', ...args)).toMatchObject({ status: 0, stderr: '' });
  expect(afterstate('eval', '--player', `mcts:${run}`, '--games', '1')).toMatchObject({
    status: 2,
    stderr: `afterstate: '${run}/model.onnx' is a network for threes, not for 2048; give --game threes\n`,
  });
});

test('NaN stops the learning with one line, and the cycles before it stay', async () => {
  const run = join(folder, 'wrong');
  expect(afterstate('selfplay', ...OWN, '--cycles', '2', '--out', run).status).toBe(0);
  const weights = await lastWeights(run);
  const positions = join(run, 'positions', '2.safetensors');
  const file = await openFile(positions);
  const { metadata, tensors } = await readTensors(file);
  await file.close();
  tensors.find(({ name }) => name === 'targets')!.values.fill(NaN);
  const { checksum: _checksum, ...rest } = Object.fromEntries(metadata);
  await writeFileWhole(positions, (sink) => writeTensors(sink, rest, tensors));
  const { status, stderr } = afterstate('selfplay', '--resume', run, '--cycles', '3');
  expect(status).toBe(1);
  expect(stderr).toBe(
    `afterstate: training diverged in cycle 3, batch 1: the loss is NaN; the 2 cycles before are in ${run}; start another run with an --lr below 0.001\n`,
  );
  expect(await lastWeights(run)).toEqual(weights);
  expect((await metricsOf(run)).length).toBe(2);
});

describe('one line says what is wrong', () => {
  test.each([
    [['--sims', '1', '--cycles', '1'], "--sims must be a whole number from 2 to 100,000, not '1'"],
    [[], '--cycles or --minutes is required: say how long to run'],
    [
      ['--cycles', '1', '--value', 'beat'],
      '--value beat compares whole games with the best average so far; give --judge, or --value score',
    ],
    [
      ['--cycles', '1', '--paper', '--together', '9'],
      '--together does nothing here: it is for runs without --judge; with it, --cycle-games',
    ],
    [
      ['--cycles', '1', '--cycle-games', '9'],
      '--cycle-games does nothing here: it is for runs with --judge; without it',
    ],
    [
      ['--cycles', '1', '--judge', '--average', '0.5'],
      'plays by the learned weights, not by their average; give --average 0',
    ],
    [['--cycles', '1', '--paper', '--lambda', '0.5'], '--lambda does nothing here: it is for runs with --value score'],
    [['--resume', 'own', '--no-reuse'], '--no-reuse cannot be changed when a run continues'],
    [['--resume', 'own', '--window-positions', '9'], '--window-positions cannot be changed when a run continues'],
    [['--cycles', '1', '--value', 'much'], "--value must be one of beat, ratio, score, not 'much'"],
    [['--cycles', '1', '--network', 'dcnn5'], '--network dcnn5 lacks a policy or a value'],
    [['--cycles', '1', '--network', 'pyramide'], "unknown network 'pyramide'"],
    [['--cycles', '1', '--network', PAPER_SMALL], 'ends in a sigmoid, but a score is more than 1; add &ends=linear'],
    [['--cycles', '1', '--batch', '1', '--threads', '2'], '--batch 1 cannot be shared by 2 threads'],
    [['--cycles', '1', '--temperature', '-1'], "--temperature must be a number from 0 to 10, not '-1'"],
    [['--cycles', '1', '--lambda', '2'], "--lambda must be a number from 0 to 1, not '2'"],
    [['--cycles', '1', '--lr-end', '0.1'], '--lr-end 0.1 is above --lr, 0.001; the step size can only fall'],
    [['--resume', 'nowhere'], "'nowhere' is not a run folder: it has no config.json"],
    [
      ['--resume', 'own', '--sims', '9'],
      '--sims cannot be changed when a run continues; only --cycles and --minutes can',
    ],
    [['--cycles', '1', '--out', 'own'], "'own' is not empty; to continue a run: afterstate selfplay --resume own"],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await runRefused(folder, 'selfplay', ...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n').length).toBe(1);
  });

  test.each([
    ['mcts', "'mcts' names no network; give its file: mcts:FILE, made by afterstate selfplay", 'threes'],
    ['mcts:none.onnx', "'none.onnx' cannot be read: there is no such file"],
    ['mcts:own?sims=1', "'1' for sims"],
    ['mcts:own?ply=2', "unknown option 'ply'"],
    ['mcts:text.onnx', "'text.onnx' is not an ONNX file"],
  ])('%s', async (player, message, game = '2048') => {
    await writeFile(join(folder, 'text.onnx'), 'no network');
    const { status, stderr } = await runRefused(folder, 'eval', '--player', player, '--games', '1', '--game', game);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n').length).toBe(1);
  });

  test('a damaged checkpoint is skipped, and so are damaged positions', async () => {
    const run = join(folder, 'damaged');
    expect(afterstate('selfplay', ...OWN, '--cycles', '3', '--out', run).status).toBe(0);
    const newest = join(run, 'checkpoints', '3.safetensors');
    const bytes = await readFile(newest);
    bytes[bytes.length - 9]! ^= 1;
    await writeFile(newest, bytes);
    const went = afterstate('selfplay', '--resume', run, '--cycles', '4');
    expect(went.status).toBe(0);
    expect(went.stdout).toContain('3.safetensors cannot be used');
    const whole = join(folder, 'own');
    // The first cycle's positions were dropped from its window, and the run has continued from the second checkpoint.
    expect((await metricsOf(run)).slice(0, 4)).toEqual((await metricsOf(whole)).slice(0, 4));
    const positions = join(run, 'positions', '4.safetensors');
    await writeFile(positions, (await readFile(positions)).subarray(0, 1000));
    const { status, stdout } = afterstate('selfplay', '--resume', run, '--cycles', '6');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /positions\/4\.safetensors cannot be used: [^\n]+; the run continues without these positions/,
    );
    expect((await metricsOf(run)).map((line) => line['cycles'])).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test('even a judged run can continue if all positions are damaged', async () => {
    const run = join(folder, 'damaged-judged');
    expect(afterstate('selfplay', ...PAPER, '--cycles', '2', '--out', run).status).toBe(0);
    for (const name of await readdir(join(run, 'positions'))) await writeFile(join(run, 'positions', name), 'noise');
    expect(afterstate('selfplay', '--resume', run, '--cycles', '4').status).toBe(0);
    expect((await metricsOf(run)).map((line) => line['cycles'])).toEqual([1, 2, 3, 4]);
  });

  test('a snapshot that could not be written is made again before its cycle counts', async () => {
    const run = join(folder, 'snapshots');
    const args = [...OWN, '--snapshot', '1'];
    expect(afterstate('selfplay', ...args, '--cycles', '1', '--out', run).status).toBe(0);
    // As if killed while writing the second one.
    await mkdir(join(run, 'snapshots', '2.onnx'));
    expect(afterstate('selfplay', '--resume', run, '--cycles', '3').status).toBe(1);
    await rm(join(run, 'snapshots', '2.onnx'), { recursive: true });
    await writeFile(join(run, 'snapshots', '2.onnx.tmp-999999'), 'half');
    expect(afterstate('selfplay', '--resume', run)).toMatchObject({ status: 0, stderr: '' });
    expect((await readdir(join(run, 'snapshots'))).sort()).toEqual(['1.onnx', '2.onnx', '3.onnx']);
  });

  test('continued from an older checkpoint, a run has no snapshots of cycles that it has not reached again', async () => {
    const run = join(folder, 'shorter');
    expect(afterstate('selfplay', ...OWN, '--snapshot', '1', '--cycles', '2', '--out', run).status).toBe(0);
    await truncate(join(run, 'checkpoints', '2.safetensors'), 100);
    await writeFile(join(run, 'snapshots', '7.onnx'), 'of a cycle that is not there');
    const { child, ended } = startCommand(folder, 'selfplay', '--resume', run, '--cycles', '1000');
    await until(async () => (await checkpointsOf(run))[0]!.endsWith('3.safetensors'), ended);
    child.kill('SIGINT');
    await ended;
    const { length } = await metricsOf(run);
    const numbers = (await readdir(join(run, 'snapshots'))).map((name) => Number.parseInt(name));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length }, (_, i) => i + 1));
  });
});
