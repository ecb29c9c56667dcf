// Model files as a user meets them: described, converted and played, by the command.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createNetwork, foldedPatterns, tablesOf, writeSafetensors } from 'afterstate';
import type { NetworkDescription, WeightChunk } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ended } from './command.testing.ts';
import { COMMAND, runCommand, runRefused, startProgram } from './command.testing.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-models-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const afterstate = (...args: string[]): Promise<Ended> => runCommand(folder, ...args);

async function json(...args: string[]): Promise<Record<string, any>> {
  const { status, stdout, stderr } = await afterstate(...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Record<string, any>;
}

/** A small model: entry i of a table has the weight i if that is a multiple of 3 below 300, and 3 more in each later stage. */
async function writeModel(name: string, description: Partial<NetworkDescription> = {}): Promise<string> {
  const network = createNetwork({
    game: '2048',
    network: '0123 456',
    stages: 'none',
    values: 'afterstate',
    ...description,
  });
  const chunks: WeightChunk[] = [];
  for (let stage = 0; stage < network.stageCount; stage++) {
    tablesOf(network).forEach(({ entries }, table) => {
      const values = Float32Array.from({ length: Math.min(entries, 300) }, (_, i) => (i % 3 ? 0 : i + 3 * stage));
      chunks.push({ stage, table, part: 'weights', start: 0, values });
    });
  }
  const header = {
    description: network.description,
    folded: foldedPatterns(network),
    provenance: { method: 'td', games: 5, state: { games: 5 }, carousel: '' },
    trainedLargest: 9,
    date: '2025-01-02T03:04:05.000Z',
  };
  await writeFileWhole(join(folder, name), (sink) => writeSafetensors(sink, header, chunks));
  return join(folder, name);
}

describe('describe', () => {
  test('says what a model is', async () => {
    await mkdir(join(folder, 'run'));
    await writeModel('run/model.safetensors');
    expect(await json('describe', 'run')).toEqual({
      model: join('run', 'model.safetensors'),
      form: 'safetensors',
      bytes: expect.any(Number),
      game: '2048',
      network: '0123 456',
      stages: 'none',
      values: 'afterstate',
      folded: ['0123'],
      weights: 65536 + 4096,
      nonZero: 198,
      trainedLargest: 512,
      coherence: false,
      date: '2025-01-02T03:04:05.000Z',
      provenance: { method: 'td', games: 5 },
      checksum: expect.stringMatching(/^[0-9a-f]{8}$/),
      tables: [
        { stage: 0, table: '0123', weights: 65536, nonZero: 99, smallest: 0, largest: 297, notFinite: 0 },
        { stage: 0, table: '456', weights: 4096, nonZero: 99, smallest: 0, largest: 297, notFinite: 0 },
      ],
    });
  });

  test('draws the patterns', async () => {
    await writeModel('a.safetensors');
    const { status, stdout } = await afterstate('describe', 'a.safetensors');
    expect(status).toBe(0);
    expect(stdout).toContain(
      ['0123         456', '1 2 3 4      · · · ·', '· · · ·      1 2 3 ·', '· · · ·      · · · ·'].join('\n'),
    );
    expect(stdout).toContain('69,632; 198 are not 0 (0.28%)');
  });

  test('refuses what is not a model, with one line and status 2', async () => {
    await writeFile(join(folder, 'zip'), 'PK\x03\x04…');
    for (const [path, says] of [
      ['zip', /^afterstate: 'zip' is a zip archive.*\n$/],
      ['missing', /^afterstate: 'missing' cannot be read: there is no such file\n$/],
      [
        '.',
        /^afterstate: the folder '\.' has no model, neither model\.safetensors nor model\.compact; name the file\n$/,
      ],
    ] as const) {
      const { status, stdout, stderr } = await afterstate('describe', path);
      expect(stderr).toMatch(says);
      expect([status, stdout]).toEqual([2, '']);
    }
  });

  test('finds a changed byte', async () => {
    const path = await writeModel('a.safetensors');
    const bytes = await readFile(path);
    bytes[bytes.length - 4000]! ^= 1;
    await writeFile(path, bytes);
    const { status, stderr } = await afterstate('describe', 'a.safetensors');
    expect(stderr).toMatch(/'a.safetensors' is damaged: its checksum is [0-9a-f]{8} and should be [0-9a-f]{8}/);
    expect(status).toBe(2);
  });
});

describe('convert', () => {
  test('writes each form and reads it again', async () => {
    await writeModel('a.safetensors');
    const compact = await json('convert', 'a.safetensors', 'new/a.compact', '--step', '3');
    expect(compact).toMatchObject({ form: 'compact', quantisation: { step: 3, before: 198, after: 198 } });
    expect(compact['outBytes']).toBeLessThan(1500);
    await json('convert', 'new/a.compact', 'a.w');
    // It can play, and plays exactly like its original.
    const games = ['--games', '5', '--json'];
    const [{ averageScore }, played] = [
      await json('eval', '--player', 'ntuple:new/a.compact', ...games),
      await json('eval', '--player', 'ntuple:a.w', ...games),
    ];
    expect(played).toMatchObject({ averageScore });
    const back = await json('convert', 'a.w', 'back.safetensors');
    expect(back).toMatchObject({ model: 'a.w', out: 'back.safetensors', bytes: 5 + 2 * 21 + 4 * 69632 });
    const [first, last] = [await json('describe', 'a.safetensors'), await json('describe', 'back.safetensors')];
    expect(last['tables']).toEqual(first['tables']);
    expect(last['folded']).toEqual(first['folded']);
    // The last bytes are the weights, which all these steps preserve.
    const [a, b] = await Promise.all(['a', 'back'].map((name) => readFile(join(folder, `${name}.safetensors`))));
    expect(a!.subarray(-4 * 69632).equals(b!.subarray(-4 * 69632))).toBe(true);
  });

  test('puts stages of several models together', async () => {
    await writeModel('a.safetensors');
    await writeModel('two.safetensors', { stages: 'largest:64' });
    const stages = [
      '--stages',
      'sets:32,64,64+32',
      '--from',
      'two.safetensors@1-1=1',
      '--from',
      'two.safetensors@2-3=0',
    ];
    await json('convert', 'a.safetensors', 'four.safetensors', ...stages);
    expect(await json('describe', 'four.safetensors')).toMatchObject({ stages: 'sets:32,64,64+32' });
    const bytes = 4 * 69632;
    const weights = async (name: string, count: number) =>
      (await readFile(join(folder, name))).subarray(-count * bytes);
    const [a, two, four] = await Promise.all([
      weights('a.safetensors', 1),
      weights('two.safetensors', 2),
      weights('four.safetensors', 4),
    ]);
    const [first, second] = [two.subarray(0, bytes), two.subarray(bytes)];
    expect(four.equals(Buffer.concat([a, second, first, first]))).toBe(true);
    const refused = await afterstate(
      'convert',
      'a.safetensors',
      'b.compact',
      '--stages',
      'sets:32',
      '--from',
      'a.safetensors@1=1',
    );
    expect(refused.stderr).toBe("afterstate: 'a.safetensors' has no stage 1, only 1\n");
    expect((await afterstate('convert', 'a.safetensors', 'b.compact', '--from', 'a.safetensors')).stderr).toContain(
      '--stages',
    );
  });

  test('joins stages of a smaller network to those of a larger one, which has zeros there', async () => {
    await writeModel('a.safetensors');
    await writeModel('large.safetensors', { network: '0123 0145 456', stages: 'largest:64' });
    const joined = ['--stages', 'largest:64', '--from', 'large.safetensors@1-1=1'];
    await json('convert', 'a.safetensors', 'grown.safetensors', ...joined);
    expect(await json('describe', 'grown.safetensors')).toMatchObject({ network: '0123 0145 456' });
    const entries = 16 ** 4;
    const bytes = 4 * (2 * entries + 16 ** 3);
    const [a, large, grown] = await Promise.all(
      ['a', 'large', 'grown'].map(async (name) => readFile(join(folder, `${name}.safetensors`))),
    );
    const small = a!.subarray(-4 * (entries + 16 ** 3));
    expect(grown!.subarray(-bytes).equals(large!.subarray(-bytes))).toBe(true);
    const first = Buffer.concat([
      small.subarray(0, 4 * entries),
      Buffer.alloc(4 * entries),
      small.subarray(4 * entries),
    ]);
    expect(grown!.subarray(-2 * bytes, -bytes).equals(first)).toBe(true);
    await writeModel('other.safetensors', { network: '0123 4567' });
    const refused = ['other.safetensors', 'b.safetensors', ...joined];
    expect((await afterstate('convert', ...refused)).stderr).toBe(
      "afterstate: 'other.safetensors' has another network: 0123 4567\n",
    );
  });

  test('rounds what training seldom met more coarsely, and leaves out what it never met', async () => {
    const train = ['train', '--network', '012 0145', '--method', 'tc', '--games', '300', '--out', 'run'];
    expect((await afterstate(...train)).status).toBe(0);
    const [checkpoint] = await readdir(join(folder, 'run/checkpoints'));
    const convert = (...more: string[]) =>
      json('convert', join('run/checkpoints', checkpoint!), 'a.compact', '--force', '--step', '1', ...more);
    const [fine, coarse, coarser] = [
      await convert('--met'),
      await convert('--noise', '20'),
      await convert('--noise', '80'),
    ];
    expect(coarse['outBytes']).toBeLessThan(0.8 * fine['outBytes']);
    expect(coarser['outBytes']).toBeLessThan(0.8 * coarse['outBytes']);
    // Weights of 0 were counted before they were rounded.
    expect(coarse['quantisation'].before).toBeGreaterThan(coarse['quantisation'].after);
    const games = ['--games', '300', '--seed', '3', '--json'];
    const [whole, rounded] = [
      await json('eval', '--player', `ntuple:run`, ...games),
      await json('eval', '--player', 'ntuple:a.compact', ...games),
    ];
    expect(rounded['averageScore']).toBeGreaterThan(0.8 * whole['averageScore']);
  });

  test('leaves an existing file alone by default', async () => {
    await writeModel('a.safetensors');
    await writeFile(join(folder, 'b.compact'), 'mine');
    const refused = await afterstate('convert', 'a.safetensors', 'b.compact');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toBe("afterstate: 'b.compact' exists; give another name, or --force to replace it\n");
    expect(await readFile(join(folder, 'b.compact'), 'utf8')).toBe('mine');
    const done = await afterstate('convert', 'a.safetensors', 'b.compact', '--force');
    expect(done.status).toBe(0);
    expect(done.stdout).toContain('Weights are multiples of 16; of 198 that were not 0, 4 became 0 (2.02%).');
  });

  test.each([
    [['a.safetensors', 'a.bin'], "the name 'a.bin' does not say which format; end it in .safetensors, .compact or .w"],
    [['a.safetensors', 'a.w', '--step', '4'], "--step is for .compact files; 'a.w' keeps the weights as they are"],
    [['a.safetensors', 'a.compact', '--half'], "--half is for .w files, and 'a.compact' is not one"],
    [['a.safetensors', 'a.compact', '--least', '5'], '--least needs --met; give that too'],
    [['a.safetensors', 'a.compact', '--step', '0'], '--step must be a number above 0'],
    [['a.safetensors', 'a.compact', '--step', '8,'], '--step must be a number above 0'],
    [
      ['a.safetensors', 'a.compact', '--step', '8,16,8'],
      'step: 3 numbers for 1 stage; give one for each, or one for all',
    ],
    [['a.safetensors', 'a.w', '--noise', '4'], "--noise is for .compact files; 'a.w' keeps the weights as they are"],
    [['a.safetensors', 'a.compact', '--noise', '-4'], '--noise must be a number above 0'],
    [['a.safetensors', 'a.compact', '--noise', '4'], "--noise: 'a.safetensors' does not say which weights were met"],
    [['staged.safetensors', 'a.w'], 'a .w file cannot hold 2 stages; write .safetensors or .compact'],
    [['a.safetensors', 'a.safetensors/a.w'], "'a.safetensors/a.w' cannot be written: there is a file where"],
  ])('%j is refused and nothing is written', async (args, says) => {
    await writeModel('a.safetensors');
    await writeModel('staged.safetensors', { stages: 'reach:1024' });
    const { status, stdout, stderr } = await runRefused(folder, 'convert', ...args);
    expect(stderr).toContain(`afterstate: ${says}`);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([status, stdout]).toEqual([2, '']);
    expect((await readdir(folder)).sort()).toEqual(['a.safetensors', 'staged.safetensors']);
  });

  // A shell limit stands in for a full disk, which a test cannot have everywhere.
  test.skipIf(process.platform === 'win32')('that cannot be finished leaves what was there', async () => {
    await writeModel('a.safetensors');
    await writeFile(join(folder, 'b.w'), 'mine');
    const limited = `trap '' XFSZ; ulimit -f 8; exec "$0" "$1" convert a.safetensors b.w --force`;
    const { status, stderr } = await startProgram(folder, 'sh', '-c', limited, process.execPath, COMMAND).ended;
    expect(stderr).toMatch(/^afterstate: 'b\.w' cannot be written: .*\n$/);
    expect(status).not.toBe(0);
    expect((await readdir(folder)).sort()).toEqual(['a.safetensors', 'b.w']);
    expect(await readFile(join(folder, 'b.w'), 'utf8')).toBe('mine');
  });
});

test('a compact model plays like the original if the step keeps its weights', async () => {
  await writeModel('a.safetensors');
  await json('convert', 'a.safetensors', 'a.compact', '--step', '3');
  const [whole, small] = await Promise.all(
    ['a.safetensors', 'a.compact'].map((file) => json('eval', '--player', `ntuple:${file}`, '--games', '20')),
  );
  expect(small!['averageScore']).toBe(whole!['averageScore']);
});
