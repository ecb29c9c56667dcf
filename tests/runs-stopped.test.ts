// A stopped training continues as if nothing had happened: with one thread, bit for bit. tests/chaos.test.ts kills runs.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './command.testing.ts';
import { checkpointsOf, metricsOf, startTraining, train, weightsOf } from './runs.testing.ts';

const MODEL = 'model.safetensors';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-runs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Some two seconds each, with a checkpoint after every block.
const RUNS: [what: string, args: string[]][] = [
  ['tc', ['--network', '0123 4567', '--method', 'tc', '--games', '2400', '--block', '40']],
  [
    'td-lambda in Threes with stages, carousel and restart',
    [
      '--game',
      'threes',
      '--network',
      '0123 45h',
      '--method',
      'td-lambda',
      '--stages',
      'reach:24,48',
      '--carousel',
    ].concat(['--restart', '--games', '3000', '--block', '100']),
  ],
  [
    'multistage',
    [
      '--network',
      '0123 4567',
      '--method',
      'multistage',
      '--base',
      'tc',
      '--stages',
      'reach:64,128',
      '--promote',
    ].concat(['--boards', '500', '--games', '1200', '--block', '30']),
  ],
  ['otd', ['--network', '0123 4567', '--method', 'otd', '--initial', '5000', '--games', '2400', '--block', '40']],
];

describe.each(RUNS)('%s', (what, args) => {
  const name = what.split(' ')[0]!;
  const common = [...args, '--seed', '3', '--checkpoint', '0'];

  beforeAll(async () => {
    expect(await train(folder, ...common, '--out', join(folder, name))).toMatchObject({ status: 0, stderr: '' });
  });

  test('stopped by Ctrl-C in the middle of a block, saves, says how to continue, and ends the same', async () => {
    const [straight, stopped] = [join(folder, name), join(folder, `${name}-stopped`)];
    const { child, ended } = startTraining(folder, ...common, '--out', stopped);
    await until(async () => (await checkpointsOf(stopped)).length > 0, ended);
    await sleep(Math.random() * 100);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toMatch(/^afterstate: stopped after [\d,]+ games, and saved; [^\n]+\n$/);
    expect(stderr).toContain(`saved; continue with: afterstate train --resume ${stopped}`);
    expect(existsSync(join(stopped, MODEL))).toBe(false);
    const lines = await metricsOf(stopped);
    expect((await checkpointsOf(stopped))[0]).toBe(join(stopped, 'checkpoints', `${lines.length}.safetensors`));

    expect(await train(folder, '--resume', stopped)).toMatchObject({ status: 0, stderr: '' });
    expect((await weightsOf(join(stopped, MODEL))).equals(await weightsOf(join(straight, MODEL)))).toBe(true);
    // The block that was stopped has two lines; otherwise the lines are the same.
    const games = (await metricsOf(straight)).map((line) => line['games']);
    const resumed = (await metricsOf(stopped)).map((line) => line['games'] as number);
    expect(resumed.filter((count) => games.includes(count))).toEqual(games);
    expect(resumed.length - games.length).toBeLessThanOrEqual(1);
    expect(resumed.every((count, i) => i === 0 || count > resumed[i - 1]!)).toBe(true);
  });
});
