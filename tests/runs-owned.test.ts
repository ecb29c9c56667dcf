// The contents of a run folder are safe: from a run that would overwrite them, from a second process, and, if they are not the
// run's own, from being swept away.

import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, startCommand, until } from './command.testing.ts';
import { checkpointsOf, metricsOf, weightsOf } from './runs.testing.ts';

const args = (text: string): string[] => text.split(' ');

interface Kind {
  readonly command: string;
  readonly settings: readonly string[];
  /** How a run is made longer; `endless` takes minutes. */
  readonly more: readonly string[];
  readonly endless: readonly string[];
}

const KINDS: [name: string, kind: Kind][] = [
  [
    'train',
    {
      command: 'train',
      settings: ['--network', '0123 4567', ...args('--games 60 --block 20 --checkpoint 0')],
      more: ['--games', '120'],
      endless: ['--games', '10000000'],
    },
  ],
  [
    'fit',
    {
      command: 'fit',
      settings: args(
        '--network mlp?hidden=8 --data a.records --actions 1000 --batch 100 --block 500 --threads 1 --test 0 --checkpoint 0',
      ),
      more: ['--actions', '2000'],
      endless: ['--actions', '1000000000'],
    },
  ],
  [
    'dqn',
    {
      command: 'train',
      settings: args(
        '--method dqn --network qnet?hidden=8 --games 6 --block 2 --replay 400 --warmup 50 --checkpoint 0',
      ),
      more: ['--games', '12'],
      endless: ['--games', '10000000'],
    },
  ],
  [
    'selfplay',
    {
      command: 'selfplay',
      settings: args('--network pyramid?channels=8 --sims 4 --together 4 --moves 20 --batches 2 --cycles 2'),
      more: ['--cycles', '3'],
      endless: ['--cycles', '1000000'],
    },
  ],
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-owned-'));
  const made = await afterstate('records', '--player', 'random', '--games', '40', '--out', 'a.records');
  expect(made.stderr).toBe('');
  for (const [name, { command, settings }] of KINDS)
    expect(await afterstate(command, ...settings, '--out', name)).toMatchObject({ status: 0, stderr: '' });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const afterstate = (...words: string[]) => runCommand(folder, ...words);

/** Every file below a folder, with its contents. */
async function contentsOf(run: string): Promise<Map<string, string>> {
  const entries = await readdir(run, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.sort().map(async (path) => [path, await readFile(path, 'base64')] as const)));
}

/** A copy of a finished run. */
async function copyOf(name: string, as: string): Promise<string> {
  await cp(join(folder, name), join(folder, `${name}-${as}`), { recursive: true });
  return `${name}-${as}`;
}

describe.each(KINDS)('%s', (name, { command, settings, more, endless }) => {
  test('with damaged checkpoints only is left as it is, and says how to start again elsewhere', async () => {
    const run = await copyOf(name, 'damaged');
    for (const path of await checkpointsOf(join(folder, run))) await truncate(path, 100);
    const before = await contentsOf(join(folder, run));
    const { status, stdout, stderr } = await afterstate(command, '--resume', run, ...more, '--json');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^afterstate: '[^\n]+' cannot continue: [^\n]+\.safetensors cannot be used: [^\n]+\n$/);
    expect(stderr).toMatch(/nothing was changed, and it still has \d lines of metrics and model\.(safetensors|onnx)/);
    expect(stderr).toContain(`start again in another folder: afterstate ${command} ${run}/config.json --out FOLDER\n`);
    expect(await contentsOf(join(folder, run))).toEqual(before);
    const again = await afterstate(command, `${run}/config.json`, '--out', `${run}-again`);
    expect(again).toMatchObject({ status: 0, stderr: '' });
    expect(await metricsOf(join(folder, `${run}-again`))).toEqual(await metricsOf(join(folder, name)));
  });

  test.each(['with its model', 'without it'])('whose checkpoints are gone, %s, is left as it is', async (how) => {
    const run = await copyOf(name, how.split(' ')[0]!);
    await rm(join(folder, run, 'checkpoints'), { recursive: true });
    if (how === 'without it')
      for (const model of ['model.onnx', 'model.safetensors']) await rm(join(folder, run, model), { force: true });
    const before = await contentsOf(join(folder, run));
    for (const emptied of [false, true]) {
      if (emptied) await mkdir(join(folder, run, 'checkpoints'));
      const { status, stdout, stderr } = await afterstate(command, '--resume', run, ...more, '--json');
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^afterstate: '[^\n]+' cannot continue: its checkpoints are gone; nothing was [^\n]+\n$/);
      expect(await contentsOf(join(folder, run))).toEqual(before);
    }
  });

  test('killed before its first checkpoint begins again', async () => {
    const run = await copyOf(name, 'early');
    const path = join(folder, run);
    for (const part of ['checkpoints', 'model.onnx', 'model.safetensors', 'snapshots', 'positions'])
      await rm(join(path, part), { recursive: true, force: true });
    await mkdir(join(path, 'checkpoints'));
    const [first] = (await readFile(join(path, 'metrics.jsonl'), 'utf8')).split('\n');
    await writeFile(join(path, 'metrics.jsonl'), `${first}\n{"games":4`);
    expect(await afterstate(command, '--resume', run)).toMatchObject({ status: 0, stderr: '' });
    expect(await metricsOf(path)).toEqual(await metricsOf(join(folder, name)));
    if (name !== 'selfplay')
      expect(await weightsOf(join(path, 'model.safetensors'))).toEqual(
        await weightsOf(join(folder, name, 'model.safetensors')),
      );
  });

  test('has one writer: a second process names the first and writes nothing; a killed one is followed', async () => {
    const run = await copyOf(name, 'shared');
    const first = startCommand(folder, command, '--resume', run, ...endless);
    await until(async () => (await checkpointsOf(join(folder, run))).length > 1, first.ended);
    const lines = await metricsOf(join(folder, name));
    await until(async () => (await metricsOf(join(folder, run))).length > lines.length, first.ended);
    for (const words of [
      ['--resume', run],
      ['--resume', run, ...more],
    ]) {
      const { status, stdout, stderr } = await afterstate(command, ...words);
      expect(stderr).toMatch(
        new RegExp(
          `^afterstate: '${run}' is in use by process ${first.child.pid} on ${hostname()} since [\\d:.TZ-]+; wait until it ends, or stop it first\\n$`,
        ),
      );
      expect([status, stdout]).toEqual([1, '']);
    }
    first.child.kill('SIGKILL');
    await first.ended;
    const second = startCommand(folder, command, '--resume', run);
    let said = '';
    second.child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await until(() => said.includes('\n'), second.ended);
    const before = (await checkpointsOf(join(folder, run)))[0];
    await until(async () => (await checkpointsOf(join(folder, run)))[0] !== before, second.ended);
    second.child.kill('SIGINT');
    const { status, stderr } = await second.ended;
    expect(status).toBe(130);
    expect(stderr).toMatch(
      new RegExp(
        `^'${run}' was in use by process ${first.child.pid} on ${hostname()} since [\\d:.TZ-]+, which has ended; this process takes over\\nafterstate: stopped after [^\\n]+\\n$`,
      ),
    );
    expect(await readdir(join(folder, run))).not.toContain('lock');
  });

  test('removes what it left half-written, and nothing else', async () => {
    const run = await copyOf(name, 'swept');
    const path = join(folder, run);
    const own = ['model.onnx.tmp-12', 'config.json.tmp-7', 'checkpoints/3.safetensors.tmp-12'];
    const foreign = ['notes.tmpl.txt', 'notes.tmp-1', 'checkpoints/mine.tmp', 'backup.tmp/a', '1.onnx.tmp-1/b'];
    for (const part of ['backup.tmp', '1.onnx.tmp-1']) await mkdir(join(path, part));
    for (const file of [...own, ...foreign]) await writeFile(join(path, file), 'text');
    expect(await afterstate(command, '--resume', run, ...more)).toMatchObject({ status: 0, stderr: '' });
    const there = await readdir(path, { recursive: true });
    expect(there).toEqual(expect.arrayContaining(foreign));
    for (const file of own) expect(there).not.toContain(file);
  });

  test('begins in a folder where another was killed before it began', async () => {
    const run = join(folder, `${name}-unbegun`);
    await mkdir(join(run, 'checkpoints'), { recursive: true });
    await writeFile(join(run, 'config.json.tmp-9'), '{');
    await writeFile(
      join(run, 'lock'),
      JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), since: '2026-01-01T00:00:00.000Z', token: 'a' }),
    );
    const { status, stderr } = await afterstate(command, ...settings, '--out', run);
    expect(stderr).toMatch(/^'[^\n]+' was in use by process 4194305 on [^\n]+, which has ended; [^\n]+\n$/);
    expect(status).toBe(0);
  });
});

test('a damaged line of metrics takes no other with it', async () => {
  const run = await copyOf('train', 'blotted');
  const path = join(folder, run, 'metrics.jsonl');
  const lines = (await readFile(path, 'latin1')).split('\n');
  await writeFile(path, [lines[0], '{"games": \xe4\xff', ...lines.slice(1)].join('\n'), 'latin1');
  expect((await afterstate('train', '--resume', run, '--games', '80')).status).toBe(0);
  const after = (await readFile(path, 'latin1')).split('\n');
  expect(after.slice(0, 4)).toEqual([lines[0], '{"games": \xe4\xff', lines[1], lines[2]]);
  expect(after).toHaveLength(6);
});

test('a tuning has one writer, too', async () => {
  const settings = args('--player minimax?depth=3 --eval snake+empty --games 200 --trials 50 --check 2 --threads 1');
  const first = startCommand(folder, 'tune', ...settings, '--out', 'tune');
  await until(
    async () => (await readdir(join(folder, 'tune')).catch((): string[] => [])).includes('manifest.json'),
    first.ended,
  );
  const { status, stderr } = await afterstate('tune', '--resume', 'tune');
  expect(stderr).toContain(`'tune' is in use by process ${first.child.pid} on ${hostname()}`);
  expect(status).toBe(1);
  first.child.kill('SIGINT');
  expect((await first.ended).status).toBe(130);
  expect(await readdir(join(folder, 'tune'))).not.toContain('lock');
});
