// A training that is killed or stopped goes on as if nothing had happened: with one thread, bit for bit.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './command.testing.ts';
import { checkpointsOf, isRun, leftoversOf, metricsOf, startTraining, train, weightsOf } from './runs.testing.ts';

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

  test('killed at random moments, again and again, ends like a run that was left alone', async () => {
    const [straight, killed] = [join(folder, name), join(folder, `${name}-killed`)];
    const alone = train(folder, ...common, '--out', straight);
    let kills = 0;
    for (; kills < 4; kills++) {
      const fresh = !isRun(killed);
      if (fresh) await rm(killed, { recursive: true, force: true });
      const { child, ended } = startTraining(folder, ...(fresh ? [...common, '--out', killed] : ['--resume', killed]));
      const before = (await checkpointsOf(killed))[0];
      // Sometimes while it starts, mostly while it works.
      const works = async () => (await checkpointsOf(killed))[0] !== before || existsSync(join(killed, MODEL));
      if (kills % 4 !== 3) await until(works, ended);
      await sleep(Math.random() * 120);
      child.kill('SIGKILL');
      await ended;
      if (existsSync(join(killed, MODEL))) break;
    }
    const last = await train(folder, '--resume', killed);
    expect(last).toMatchObject({ status: 0, stderr: '' });
    expect(await alone).toMatchObject({ status: 0, stderr: '' });
    expect(kills).toBeGreaterThan(0);

    expect((await weightsOf(join(killed, MODEL))).equals(await weightsOf(join(straight, MODEL)))).toBe(true);
    expect(await metricsOf(killed)).toEqual(await metricsOf(straight));
    // Two checkpoints, and nothing half-written.
    for (const run of [straight, killed]) {
      expect((await checkpointsOf(run)).length).toBeLessThanOrEqual(2);
      expect(await leftoversOf(run)).toEqual([]);
    }
  });

  test('stopped by Ctrl-C in the middle of a block, saves, says how to go on, and ends alike', async () => {
    const [straight, stopped] = [join(folder, name), join(folder, `${name}-stopped`)];
    const { child, ended } = startTraining(folder, ...common, '--out', stopped);
    await until(async () => (await checkpointsOf(stopped)).length > 0, ended);
    await sleep(Math.random() * 100);
    child.kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`saved; go on with: afterstate train --resume ${stopped}`);
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
