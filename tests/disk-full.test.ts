// What long-writing commands do on a disk that is full, from the start or midway. The disk has a megabyte,
// if the system lets us make one.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCommandSync } from './command.testing.ts';
import { leftoversOf, metricsOf, weightsOf } from './runs.testing.ts';

const disk = join(tmpdir(), `afterstate-full-${process.pid}`);
const mounted = (() => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  spawnSync('mkdir', ['-p', disk]);
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]).status === 0;
})();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-roomy-'));
  await mkdir(disk, { recursive: true });
  const made = afterstate('records', '--player', 'random', '--games', '60', '--out', join(folder, 'a.records'));
  expect(made.stderr).toBe('');
});
afterAll(async () => {
  if (mounted) spawnSync('umount', [disk]);
  await rm(disk, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

const afterstate = (...args: string[]) => runCommandSync(folder, ...args);

afterEach(async () => {
  for (const name of await readdir(disk)) await rm(join(disk, name), { recursive: true });
});

/** Leaves this many pages of 4,096 bytes free. */
async function fill(free: number): Promise<void> {
  const spare = Array.from({ length: free }, (_, i) => join(disk, `spare-${i}`));
  for (const path of spare) await writeFile(path, new Uint8Array(4096));
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=4k']);
  for (const path of spare) await rm(path);
}

const RUNS: [command: string, args: string[]][] = [
  [
    'fit',
    '--network mlp?hidden=200 --data a.records --actions 3000 --batch 100 --block 500 --threads 1 --test 0'.split(' '),
  ],
  ['train', '--method dqn --network qnet?hidden=8 --games 6 --block 1 --replay 2000 --warmup 50'.split(' ')],
  ['selfplay', '--network pyramid?channels=8 --sims 4 --together 4 --moves 20 --batches 2 --cycles 2'.split(' ')],
];

describe.runIf(mounted)('on a full disk', () => {
  test.each([...RUNS, ['records', ['--player', 'random', '--games', '50']] as [string, string[]]])(
    '%s makes nothing, and says why in one line',
    async (command, args) => {
      await fill(0);
      const { status, stdout, stderr } = afterstate(command, ...args, '--out', join(disk, 'new'));
      expect(stderr).toMatch(/^afterstate: '[^']+new' cannot be [^\n]*: the disk is full[^\n]*\n$/);
      expect([status, stdout]).toEqual([1, '']);
      expect(await readdir(disk)).toEqual(['filler']);
    },
  );

  test.each(RUNS)(
    'that fills midway, %s keeps what is complete, and continues once there is room',
    async (command, args) => {
      const run = join(disk, command);
      const roomy = join(folder, command);
      expect(afterstate(command, ...args, '--out', roomy).status).toBe(0);
      await fill(5);
      const { status, stderr } = afterstate(command, ...args, '--out', run);
      expect(stderr).toMatch(/^afterstate: [^\n]*the disk is full[^\n]*\n$/);
      expect(status).toBe(1);
      expect(await leftoversOf(run)).toEqual([]);
      expect(existsSync(join(run, 'model.onnx'))).toBe(false);
      await rm(join(disk, 'filler'));
      expect(afterstate(command, '--resume', run)).toMatchObject({ status: 0, stderr: '' });
      expect(await metricsOf(run)).toEqual(await metricsOf(roomy));
      const weights = (of: string): Promise<Buffer> => weightsOf(join(of, 'model.safetensors'));
      if (command !== 'selfplay') expect((await weights(run)).equals(await weights(roomy))).toBe(true);
    },
  );

  test.each([
    ['eval', ['--player', 'random', '--games', '5000', '--records']],
    ['play', ['--player', 'random', '--record']],
    ['records', ['export', 'a.records', '--out']],
  ])('that fills on the way, %s leaves nothing of its text records, and says why', async (command, args) => {
    await fill(command === 'play' ? 0 : 5);
    const { status, stderr } = afterstate(command, ...args, join(disk, 'out'));
    expect(stderr).toMatch(/^afterstate: '[^']+out[^']*' cannot be written: the disk is full; nothing[^\n]+\n$/);
    expect(status).toBe(1);
    expect(await readdir(disk)).toEqual(['filler']);
  });

  test('records keep the finished games, and continue once there is room', async () => {
    const made = ['--player', 'random', '--games', '1000', '--seed', '2'];
    await fill(5);
    const path = join(disk, 'a.records');
    const { status, stdout, stderr } = afterstate('records', ...made, '--out', path);
    expect(stderr).toBe(
      `afterstate: '${path}' cannot be written any further: the disk is full; what was written stays: afterstate records --resume ${path}\n`,
    );
    expect([status, stdout]).toEqual([1, '']);
    await rm(join(disk, 'filler'));
    expect(afterstate('records', '--resume', path).status).toBe(0);
    expect(afterstate('records', 'verify', path).status).toBe(0);
  });
});
