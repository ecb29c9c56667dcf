// Run folders: what a training leaves, how it continues, and what happens if it cannot.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSafetensors } from 'afterstate';
import { openFile, openPlayer } from 'afterstate/node';
import { parseGame } from 'afterstate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runRefused, until } from './command.testing.ts';
import { checkpointsOf, leftoversOf, metricsOf, startTraining, train, weightsOf } from './runs.testing.ts';

const MODEL = 'model.safetensors';
const SMALL = ['--network', '0123 4567', '--seed', '5'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-runs-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a run folder', () => {
  test('has its settings, its origin, one line per block, two checkpoints and the model', async () => {
    const { status, stdout, stderr } = await train(
      folder,
      ...SMALL,
      '--games',
      '250',
      '--block',
      '100',
      '--out',
      'whole',
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('2048: 0123 4567 by td, seed 5, 1 thread');
    expect(stdout).toContain('250 games; the network is whole/model.safetensors');
    expect(stdout).not.toContain('\x1b');
    const run = join(folder, 'whole');
    expect((await readdir(run)).sort()).toEqual([
      'checkpoints',
      'config.json',
      'manifest.json',
      'metrics.jsonl',
      MODEL,
    ]);
    expect(JSON.parse(await readFile(join(run, 'config.json'), 'utf8'))).toMatchObject({
      game: '2048',
      network: '0123 4567',
      method: 'td',
      stages: 'none',
      games: 250,
      seed: 5,
      threads: 1,
      block: 100,
    });
    const manifest = JSON.parse(await readFile(join(run, 'manifest.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      node: process.version,
      argv: expect.arrayContaining(['train', '--games', '250']),
    });
    const metrics = await metricsOf(run);
    expect(metrics.map((line) => line['games'])).toEqual([100, 200, 250]);
    for (const line of metrics) {
      expect(line).toMatchObject({
        phase: 'td',
        alpha: 0.1,
        averageScore: expect.any(Number),
        reach: expect.any(Object),
      });
      expect(line['maxScore']).toBeGreaterThanOrEqual(line['averageScore'] as number);
    }
    expect((await checkpointsOf(run)).map((path) => path.slice(run.length))).toEqual(['/checkpoints/3.safetensors']);
    const file = await openFile(join(run, MODEL));
    const { header, network, coherent } = await readSafetensors(file);
    await file.close();
    expect(network.description).toEqual({ game: '2048', network: '0123 4567', stages: 'none', values: 'afterstate' });
    expect(header.provenance).toMatchObject({ method: 'td', games: 250, seed: 5 });
    expect(coherent).toBe(false);
  });

  test('gives a player, and a second training the same one', async () => {
    await train(folder, ...SMALL, '--games', '250', '--block', '70', '--out', 'again');
    const weights = await weightsOf(join(folder, 'whole', MODEL));
    expect((await weightsOf(join(folder, 'again', MODEL))).equals(weights)).toBe(true);
    const player = await openPlayer(`ntuple:${join(folder, 'whole', MODEL)}`, { game: parseGame('2048') });
    const { scores } = await player.playGames({ games: 50, seed: 1 });
    await player.close();
    expect(scores.reduce((sum, score) => sum + score, 0) / 50).toBeGreaterThan(2_000);
  });

  test('prints each block as a line of JSON, and remarks on the other channel', async () => {
    const args = ['--method', 'otd', '--initial', '1000', '--games', '100', '--block', '30', '--json', '--out', 'json'];
    const { status, stdout, stderr } = await train(folder, ...SMALL, ...args);
    expect(status).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ games, phase }) => [games, phase])).toEqual([
      [30, 'optimistic'],
      [60, 'optimistic'],
      [90, 'optimistic'],
      [100, 'fine-tuning'],
    ]);
    expect(stderr).toBe('optimistic: 90 games\nfine-tuning: 10 games\n');
    expect((await readFile(join(folder, 'json', 'metrics.jsonl'), 'utf8')).trimEnd()).toBe(stdout.trimEnd());
  });

  test('comes from a file of settings, with flags over it', async () => {
    const settings = { network: '01 45', method: 'tc', games: 5000, block: 20, game: 'threes', stages: 'largest:24' };
    await writeFile(join(folder, 'settings.json'), JSON.stringify(settings));
    const { status } = await train(folder, 'settings.json', '--games', '40', '--out', 'from-file');
    expect(status).toBe(0);
    const config = JSON.parse(await readFile(join(folder, 'from-file', 'config.json'), 'utf8')) as object;
    expect(config).toMatchObject({ ...settings, games: 40 });
  });

  test('begins from models, each for its stages, and keeps their rates if told to', async () => {
    const tc = [...SMALL, '--method', 'tc', '--games'];
    const staged = ['--stages', 'largest:128'];
    await train(folder, ...tc, '300', '--out', 'early');
    await train(folder, ...tc, '300', ...staged, '--out', 'late');
    const [early, late] = (await Promise.all(['early', 'late'].map((run) => checkpointsOf(join(folder, run))))).map(
      ([newest]) => newest!,
    );
    // Steps too small to move a weight: the end equals the beginning.
    const ended = await train(
      folder,
      ...tc,
      '1',
      ...staged,
      '--alpha',
      '1e-30',
      '--rates',
      '--out',
      'both',
      '--from',
      early!,
      '--from',
      `${late!}@1`,
    );
    expect(ended.stderr).toBe('');
    const [both] = await checkpointsOf(join(folder, 'both'));
    const numbers = async (path: string) => {
      const bytes = await weightsOf(path);
      return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    };
    const [a, b, c] = [await numbers(early!), await numbers(late!), await numbers(both!)];
    // Two tables per stage, each 65,536 weights and then as many pairs of sums.
    const table = 3 * 65_536;
    const weights = (all: Float32Array, i: number) =>
      [...all.subarray(i * table, i * table + 65_536)].map((w) => Math.round(w * 1e6) + 0);
    for (const i of [0, 1]) expect(weights(c, i)).toEqual(weights(a, i));
    for (const i of [2, 3]) expect(weights(c, i)).toEqual(weights(b, i));
    const sizes = (all: Float32Array, i: number) =>
      all.subarray(i * table + 65_536, (i + 1) * table).reduce((sum, x, k) => sum + (k % 2 ? x : 0), 0);
    for (const [from, i] of [
      [a, 0],
      [a, 1],
      [b, 2],
      [b, 3],
    ] as const) {
      expect(sizes(c, i)).toBeGreaterThanOrEqual(sizes(from, i) * 0.999);
      expect(sizes(from, i)).toBeGreaterThan(1000);
    }
  });

  test('begins from a run folder, with a space in its name, as if from its model', async () => {
    const first = join(folder, 'a first run');
    const { stdout } = await train(folder, ...SMALL, '--games', '50', '--out', 'a first run');
    expect(stdout).toContain(`Try it: afterstate eval --player 'ntuple:a first run/model.safetensors' --games 1000`);
    for (const [from, out] of [
      [first, 'by-folder'],
      [join(first, MODEL), 'by-file'],
    ] as const)
      expect(await train(folder, ...SMALL, '--games', '50', '--from', from, '--out', out)).toMatchObject({
        status: 0,
        stderr: '',
      });
    const [byFolder, byFile] = await Promise.all(
      ['by-folder', 'by-file'].map((run) => weightsOf(join(folder, run, MODEL))),
    );
    expect(byFolder!.equals(byFile!)).toBe(true);
    expect(byFolder!.equals(await weightsOf(join(first, MODEL)))).toBe(false);
  });

  test('takes a block of any size', async () => {
    // Games that end as soon as they begin, so that there can be many.
    const game = ['--network', '0', '--game', '2048?start=16&end=full', '--games', '200000', '--block', '200000'];
    const { status, stderr } = await train(folder, ...game, '--out', 'large');
    expect([status, stderr]).toEqual([0, '']);
    expect((await metricsOf(join(folder, 'large'))).map((line) => line['games'])).toEqual([200_000]);
  });

  test('learns on two threads, stops and continues', async () => {
    const run = join(folder, 'two');
    const args = ['--threads', '2', '--games', '3000', '--block', '100', '--checkpoint', '0', '--out', run];
    const { child, ended } = startTraining(folder, ...SMALL, ...args);
    await until(async () => (await checkpointsOf(run)).length > 1, ended);
    child.kill('SIGTERM');
    expect((await ended).status).toBe(143);
    const stopped = (await metricsOf(run)).at(-1)!['games'] as number;
    expect(stopped).toBeLessThan(3000);
    expect((await train(folder, '--resume', run)).status).toBe(0);
    const games = (await metricsOf(run)).map((line) => line['games'] as number);
    expect([games.includes(stopped), games.at(-1)]).toEqual([true, 3000]);
  });
});

describe('continuing', () => {
  test('with a run that has ended changes nothing', async () => {
    const before = await weightsOf(join(folder, 'whole', MODEL));
    const metrics = await metricsOf(join(folder, 'whole'));
    const { status, stdout } = await train(folder, '--resume', 'whole');
    expect(status).toBe(0);
    expect(stdout).toContain('250 games; the network is whole/model.safetensors');
    expect((await weightsOf(join(folder, 'whole', MODEL))).equals(before)).toBe(true);
    expect(await metricsOf(join(folder, 'whole'))).toEqual(metrics);
  });

  test('with more games is as if they had been requested at once', async () => {
    for (const method of ['td', 'tc']) {
      const short = ['--method', method, '--games', '130', '--block', '50', '--out', `short-${method}`];
      const long = ['--method', method, '--games', '400', '--block', '50', '--out', `long-${method}`];
      await Promise.all([train(folder, ...SMALL, ...short), train(folder, ...SMALL, ...long)]);
      const { status, stderr } = await train(folder, '--resume', `short-${method}`, '--games', '400');
      expect([status, stderr]).toEqual([0, '']);
      const weights = await weightsOf(join(folder, `long-${method}`, MODEL));
      expect((await weightsOf(join(folder, `short-${method}`, MODEL))).equals(weights)).toBe(true);
      const games = (await metricsOf(join(folder, `short-${method}`))).map((line) => line['games']);
      expect(games).toEqual([50, 100, 130, 150, 200, 250, 300, 350, 400]);
    }
  });

  test('with a damaged checkpoint takes the one before, and says so', async () => {
    const run = join(folder, 'damaged');
    const args = [...SMALL, '--method', 'tc', '--games', '900', '--block', '30', '--checkpoint', '0'];
    const { child, ended } = startTraining(folder, ...args, '--out', run);
    await until(async () => (await checkpointsOf(run)).length === 2, ended);
    child.kill('SIGINT');
    await ended;
    const [newest, older] = await checkpointsOf(run);
    const file = await open(newest!, 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.from([255]), 0, 1, size - 1000);
    await file.close();
    const { status, stdout } = await train(folder, '--resume', run);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`${newest} cannot be used: .* is damaged: its checksum`));
    expect(stdout).not.toContain(`${older} cannot`);
    await train(folder, ...args, '--out', 'undamaged');
    const weights = await weightsOf(join(folder, 'undamaged', MODEL));
    expect((await weightsOf(join(run, MODEL))).equals(weights)).toBe(true);
    expect((await metricsOf(run)).at(-1)).toEqual((await metricsOf(join(folder, 'undamaged'))).at(-1));
  });

  test('with settings other than the run’s is refused', async () => {
    const refusals: [args: string[], says: RegExp][] = [
      [
        ['--resume', 'whole', '--seed', '7'],
        /--seed cannot be changed when a run continues; only --games and --moves can/,
      ],
      [['--resume', 'whole', '--games', '10'], /the run has 250 games; --games can only add to them/],
      [
        ['--resume', 'json', '--games', '200'],
        /a run by otd divides its games among its phases and cannot be extended/,
      ],
      [['--resume', 'nowhere'], /'nowhere' is not a run folder: it has no config\.json/],
      [['settings.json', '--resume', 'whole'], /a run continues with its own settings; leave out 'settings\.json'/],
      [['--resume', 'whole', '--alpha-final', '0.1'], /--alpha-final cannot be changed when a run continues/],
    ];
    for (const [args, says] of refusals) {
      const { status, stdout, stderr } = await runRefused(folder, 'train', ...args);
      expect(stderr).toMatch(says);
      expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
      expect([status, stdout]).toEqual([2, '']);
    }
  });
});

describe('what cannot be done is one line and status 2, and nothing is made', () => {
  const games = ['--games', '10'];
  const hugeNetwork = Array.from({ length: 100 }, (_, i) => {
    // A hundred patterns of eight cells: 16 GiB each.
    const cells = [...'0123456789abcdef'];
    for (let k = 15; k > 0; k--) cells.push(...cells.splice((i * 7 + k * k) % k, 1));
    return cells.slice(0, 8).join('');
  });
  const wrong: [what: string, args: string[], says: RegExp][] = [
    ['no network', games, /--network is missing; give patterns or a name, such as --network 4x6/],
    ['no games', ['--network', '4x6'], /--games is missing/],
    [
      'an unknown method',
      ['--network', '0123', ...games, '--method', 'tdd'],
      /--method 'tdd' is unknown; choose from td, /,
    ],
    [
      'an unknown network',
      ['--network', '9x9', ...games],
      /'9x9' is neither a pattern .* nor a network .* nor a feature/,
    ],
    ['a cell twice', ['--network', '0120', ...games], /the pattern '0120' names a cell twice/],
    ['a hint in 2048', ['--network', '0123h', ...games], /2048 has no hints; leave the h out/],
    [
      'unknown stages',
      ['--network', '0123', '--stages', 'reach:100', ...games],
      /'100' in the stages 'reach:100' is not a tile/,
    ],
    ['stages of no kind', ['--network', '0123', '--stages', 'often', ...games], /'often' does not describe stages/],
    [
      'a carousel without stages',
      ['--network', '0123', '--carousel', ...games],
      /--carousel starts games in later stages/,
    ],
    [
      'multistage by tiles',
      ['--network', '0123', '--method', 'multistage', '--stages', 'jaskowski', ...games],
      /not of the form reach/,
    ],
    [
      'otd within a stage',
      ['--network', '0123', '--method', 'multistage', '--base', 'otd', ...games],
      /--base otd is not possible/,
    ],
    [
      'Q-learning with stages',
      ['--network', '0123', '--method', 'q', '--stages', 'yeh3', ...games],
      /Q-learning has no stages/,
    ],
    ['no games at all', ['--network', '0123', '--games', '0'], /--games must be a whole number/],
    ['a step size of 0', ['--network', '0123', '--alpha', '0', ...games], /--alpha must be a number above 0/],
    ['a λ of 2', ['--network', '0123', '--lambda', '2', ...games], /--lambda must be a number from 0 to 1, not '2'/],
    [
      'a λ for a method without one',
      ['--network', '0123', '--lambda', '0.5', ...games],
      /--lambda does nothing here: it is for --method td-lambda, tc-lambda, backward; td has no λ/,
    ],
    [
      'boards for a method without phases',
      ['--network', '0123', '--boards', '5', ...games],
      /--boards does nothing here: it is for --method multistage/,
    ],
    [
      'rates of nothing',
      ['--network', '0123', '--method', 'tc', '--rates', ...games],
      /--rates takes the rates .* from --from/,
    ],
    [
      'a stage that is not there',
      ['--network', '0123', '--from', 'x@1', ...games],
      /--from x@1: the stages are 0 to 0/,
    ],
    ['two beginnings', ['--network', '0123', '--from', 'x', '--initial', '5', ...games], /--from and --initial/],
    [
      'a model that is not there',
      ['--network', '0123', '--from', 'nothing.safetensors', ...games],
      /there is no such file/,
    ],
    [
      'a file that is not there',
      ['settings-missing.json'],
      /'settings-missing\.json' cannot be read: there is no such file/,
    ],
    [
      'a network too large',
      ['--network', [...new Set(hugeNetwork)].join(' '), ...games],
      /needs [\d,]{15,} bytes \([\d.]+ GiB\) of memory, and [\d.]+ GiB are free/,
    ],
  ];
  test.each(wrong)('%s', async (_what, args, says) => {
    const empty = await mkdtemp(join(folder, 'wrong-'));
    const { status, stdout, stderr } = await runRefused(empty, 'train', ...args);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
    expect([status, stdout]).toEqual([2, '']);
    expect(await readdir(empty)).toEqual([]);
  });

  test('files of settings that say something else', async () => {
    const files: [text: string, says: RegExp][] = [
      ['{', /'wrong\.json' is not a JSON object of settings/],
      ['[1]', /'wrong\.json' is not a JSON object of settings/],
      ['{"network":"0123","games":"many"}', /wrong\.json: games must be a whole number from 1 to [\d,]+, not "many"/],
      [
        '{"network":"0123","games":5,"colour":"red"}',
        /wrong\.json: 'colour' is not a setting; choose from network, method, /,
      ],
      [
        '{"network":"0123","games":5,"block":0}',
        /wrong\.json: block must be a whole number from 1 to 1,000,000, not 0/,
      ],
    ];
    for (const [text, says] of files) {
      await writeFile(join(folder, 'wrong.json'), text);
      const { status, stdout, stderr } = await runRefused(folder, 'train', 'wrong.json', '--out', 'not-made');
      expect(stderr).toMatch(says);
      expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
      expect([status, stdout]).toEqual([2, '']);
      expect(existsSync(join(folder, 'not-made'))).toBe(false);
    }
  });

  test('a folder that is not empty', async () => {
    await mkdir(join(folder, 'taken'));
    await writeFile(join(folder, 'taken', 'letter.txt'), 'keep me');
    const { status, stderr } = await train(folder, ...SMALL, '--games', '10', '--out', 'taken');
    expect(stderr).toBe("afterstate: 'taken' is not empty; to continue a run: afterstate train --resume taken\n");
    expect(status).toBe(2);
    expect(await readdir(join(folder, 'taken'))).toEqual(['letter.txt']);
  });
});

describe('on a full disk', () => {
  // A disk of a few megabytes, if the system lets us make one.
  const disk = join(tmpdir(), `afterstate-disk-${process.pid}`);
  const mounted = (() => {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
    spawnSync('mkdir', ['-p', disk]);
    return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]).status === 0;
  })();
  afterAll(() => {
    if (mounted) spawnSync('umount', [disk]);
    spawnSync('rmdir', [disk]);
  });

  test.runIf(mounted)(
    'a training keeps its last checkpoint, says so in one line, and continues once there is room',
    async () => {
      const run = join(disk, 'run');
      const args = [...SMALL, '--method', 'tc', '--games', '900', '--block', '30', '--checkpoint', '0'];
      const { ended } = startTraining(folder, ...args, '--out', run);
      await until(async () => (await checkpointsOf(run)).length > 0, ended);
      // Fills what is left; writing stops with an error when the disk is full.
      spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=64k']);
      const { status, stderr } = await ended;
      expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
      expect(stderr).toMatch(/disk is full|ENOSPC|no space/i);
      expect(status).toBe(1);
      const left = await checkpointsOf(run);
      expect(left.length).toBeGreaterThan(0);
      expect(await leftoversOf(run)).toEqual([]);
      const file = await openFile(left[0]!);
      const model = await readSafetensors(file);
      // The checksum is checked when all chunks have been read.
      let entries = 0;
      for await (const { values } of model.chunks()) entries += values.length;
      expect(entries).toBeGreaterThan(0);
      await file.close();

      await rm(join(disk, 'filler'));
      expect((await train(folder, '--resume', run)).status).toBe(0);
      await train(folder, ...args, '--out', 'roomy');
      const weights = await weightsOf(join(folder, 'roomy', MODEL));
      expect((await weightsOf(join(run, MODEL))).equals(weights)).toBe(true);
      expect(await metricsOf(run)).toEqual(await metricsOf(join(folder, 'roomy')));
    },
  );
});
