// Trainings by stages as in Yeh et al.: what a stage has to beat, stages that strategies share, a falling step size.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSafetensors } from 'afterstate';
import { openFile } from 'afterstate/node';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from './command.testing.ts';
import { metricsOf } from './runs.testing.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'afterstate-stages-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

const STAGED = ['--network', '0123 0145', '--method', 'multistage', '--boards', '40', '--block', '50', '--seed', '3'];

const SHARED = ['--from', 'three@0-2', '--learned', '3'];

const train = (...args: string[]) => runCommand(folder, 'train', ...STAGED, '--threads', '1', ...args);

/** The weights of each stage, as bytes. */
async function stagesOf(run: string): Promise<string[]> {
  const file = await openFile(join(folder, run, 'model.safetensors'));
  try {
    const model = await readSafetensors(file);
    const stages: string[] = [];
    for await (const { stage, values } of model.chunks({}))
      stages[stage] =
        (stages[stage] ?? '') + Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('hex');
    return stages;
  } finally {
    await file.close();
  }
}

test('games are played past the split with the weights of their stage, and their average is its normalised score', async () => {
  const { status, stdout } = await train('--stages', 'reach:128,256', '--games', '900', '--out', 'three');
  expect(status).toBe(0);
  const metrics = await metricsOf(join(folder, 'three'));
  const collecting = metrics.filter((line) => String(line['phase']).startsWith('boards'));
  expect(collecting.length).toBeGreaterThanOrEqual(2);
  for (const line of metrics) {
    const games = Object.values(line['largest'] as Record<string, number>).reduce((sum, n) => sum + n, 0);
    expect(games).toBeGreaterThan(0);
    expect(line['deviation']).toBeGreaterThan(0);
    expect('normalisedScore' in line).toBe(collecting.includes(line));
  }
  const last = collecting.findLast((line) => line['phase'] === 'boards of stage 2')!;
  // Games end long after a 128 is made, which is worth some 700 points; nearly all of these make one.
  expect(last['reachedGames']).toBeGreaterThanOrEqual(40);
  expect(last['normalisedScore']).toBeGreaterThan(1100);
  expect(last['normalisedScore']).toBeGreaterThanOrEqual(last['averageScore'] as number);
  expect(stdout).toContain(`whose normalised 1-2 score is ${String(last['normalisedScore'])}`);
});

test('a strategy takes the stages that it shares with another, and trains only its own', async () => {
  const stages = ['--stages', 'reach:128,256,256+128', '--games', '300'];
  const { status, stderr } = await train(...stages, ...SHARED, '--out', 'four', '--json');
  expect([status, stderr.split('\n')[0]]).toEqual([0, 'boards of stage 2: up to 40 boards']);
  const phases = new Set((await metricsOf(join(folder, 'four'))).map((line) => line['phase']));
  expect([...phases]).toEqual(['boards of stage 2', 'boards of stage 3', 'boards of stage 4', 'stage 4']);
  const [three, four] = [await stagesOf('three'), await stagesOf('four')];
  expect(four.slice(0, 3)).toEqual(three);
  expect(four[3]).not.toBe(three[2]);
});

test('stages that begin elsewhere do not count as the same', async () => {
  const stages = ['--stages', 'reach:64,256,256+128', '--games', '300'];
  const refused = await train(...stages, ...SHARED, '--out', 'other');
  expect(refused.status).not.toBe(0);
  expect(refused.stderr).toContain("has stages 'reach:128,256', but 'reach:64,256,256+128' is needed");
});

test('the step size drops after the requested games, anew in each stage', async () => {
  const drop = ['--alpha', '0.1', '--alpha-final', '0.01', '--alpha-drop', '100'];
  const { status, stderr } = await train('--stages', 'reach:128', '--games', '400', ...drop, '--out', 'drop', '--json');
  expect(status).toBe(0);
  const taught = (await metricsOf(join(folder, 'drop'))).filter((line) => String(line['phase']).startsWith('stage'));
  expect(taught.map((line) => [line['phase'], line['alpha']])).toEqual(
    ['stage 1', 'stage 2'].flatMap((phase) => [0.1, 0.1, 0.01, 0.01].map((alpha) => [phase, alpha])),
  );
  expect(stderr).toContain('after 100 games: the step size is 0.01 from here on');
});
