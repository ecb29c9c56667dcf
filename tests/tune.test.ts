// Tunings as a user runs them: killed, stopped and resumed processes, and what they leave in their folders.

import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ended, Started } from './command.testing.ts';
import { runRefused, startCommand, until } from './command.testing.ts';
import { TAKEN_OVER } from './runs.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-tune-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const start = (...args: string[]): Started => startCommand(folder, ...args);

const tune = (...args: string[]): Promise<Ended> => start('tune', ...args).ended;

/** Everything but the timings, and the threads. */
const still = (key: string, value: unknown): unknown =>
  ['seconds', 'movesPerSecond', 'threads'].includes(key) ? undefined : value;
const plain = (text: string): unknown => JSON.parse(JSON.stringify(JSON.parse(text), still));

async function trialsOf(name: string): Promise<unknown[]> {
  const text = await readFile(join(folder, name, 'trials.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').slice(0, -1).map(plain);
}

async function resultOf(name: string): Promise<unknown> {
  return plain(await readFile(join(folder, name, 'result.json'), 'utf8'));
}

const exists = async (name: string, file: string): Promise<boolean> =>
  (await readdir(join(folder, name)).catch((): string[] => [])).includes(file);

// Some two seconds each, most of it the start of players.
const TUNINGS: [name: string, args: string[]][] = [
  ['sweep', ['--player', 'expectimax?depth=1', '--eval', 'snake+empty*20+score', '--games', '10', '--trials', '24']],
  [
    'halving',
    ['--player', 'alphabeta?eval=snake+empty*20&depth=1', '--game', 'threes', '--method', 'halving'].concat([
      '--games',
      '5',
      '--trials',
      '22',
    ]),
  ],
];

describe.each(TUNINGS)('%s', (name, args) => {
  const common = [...args, '--check', '20', '--seed', '3'];

  test('killed at random moments, again and again, ends like one that was left alone', async () => {
    const killed = `${name}-killed`;
    const alone = tune(...common, '--out', name, '--threads', '2');
    let kills = 0;
    for (; kills < 4; kills++) {
      const fresh = !(await exists(killed, 'tune.json'));
      if (fresh) await rm(join(folder, killed), { recursive: true, force: true });
      const { child, ended } = start(
        'tune',
        ...(fresh ? [...common, '--out', killed] : ['--resume', killed]),
        '--threads',
        '1',
      );
      const before = (await trialsOf(killed)).length;
      await until(async () => (await trialsOf(killed)).length > before || exists(killed, 'result.json'), ended);
      await sleep(Math.random() * 150);
      child.kill('SIGKILL');
      await ended;
      if (await exists(killed, 'result.json')) break;
    }
    expect(kills).toBeGreaterThan(0);
    expect(await tune('--resume', killed)).toMatchObject({ status: 0, stderr: expect.stringMatching(TAKEN_OVER) });
    const { status, stdout, stderr } = await alone;
    expect([status, stderr]).toEqual([0, '']);

    expect(await trialsOf(killed)).toEqual(await trialsOf(name));
    const result = (await resultOf(name)) as { start: string; best: string; check: { players: { player: string }[] } };
    expect(await resultOf(killed)).toEqual(result);
    expect((await readdir(join(folder, killed))).sort()).toEqual([
      'manifest.json',
      'result.json',
      'trials.jsonl',
      'tune.json',
    ]);
    // The text to paste is there in full.
    expect(stdout).toContain(`afterstate eval --player '${result.best}'`);
    expect(result.check.players[0]!.player).toBe(result.start);
  });

  test('repeats what it found when it is resumed after its end', async () => {
    const { status, stdout } = await tune('--resume', name, '--json');
    expect(status).toBe(0);
    // No trial is played again.
    expect(stdout.split('\n')).toHaveLength(2);
    expect(plain(stdout)).toEqual(await resultOf(name));
  });

  test('stopped by Ctrl-C, has saved its trials, says how to continue, and ends the same', async () => {
    const stopped = `${name}-stopped`;
    const { child, ended } = start('tune', ...common, '--out', stopped, '--threads', '1');
    await until(async () => (await trialsOf(stopped)).length > 2, ended);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toMatch(
      new RegExp(`stopped after \\d+ trials, and saved; continue with: afterstate tune --resume ${stopped}\n$`),
    );
    expect(await exists(stopped, 'result.json')).toBe(false);
    const threads = async (): Promise<unknown> =>
      (JSON.parse(await readFile(join(folder, stopped, 'tune.json'), 'utf8')) as { threads?: number }).threads;
    expect(await threads()).toBe(1);
    expect((await tune('--resume', stopped)).status).toBe(0);
    expect(await threads()).toBe(1);
    expect(await trialsOf(stopped)).toEqual(await trialsOf(name));
    expect(await resultOf(stopped)).toEqual(await resultOf(name));
  });
});

test('the result is what compare says of the two on the same games, and each trial what eval would', async () => {
  const args = ['--player', 'minimax?depth=1', '--eval', 'snake+empty*5', '--games', '10', '--trials', '4'];
  const { stdout } = await tune(...args, '--check', '30', '--out', 'small', '--json');
  const lines = stdout.split('\n').slice(0, -1).map(plain) as Record<string, unknown>[];
  expect(lines).toHaveLength(5);
  expect(lines.slice(0, 4)).toEqual(await trialsOf('small'));
  expect(lines[4]).toEqual(await resultOf('small'));
  const { start: from, best, check } = lines[4] as { start: string; best: string; check: unknown };
  const again = await start('compare', from, best === from ? 'random' : best, '--games', '30', '--seed', '2', '--json')
    .ended;
  const expected = plain(again.stdout) as { players: unknown[] };
  expect((check as { players: unknown[] }).players[0]).toEqual(expected.players[0]);
  if (best !== from) expect(check).toEqual(expected);

  const [trial] = lines as [{ player: string; averageScore: number }];
  const evaluated = await start('eval', '--player', trial.player, '--games', '10', '--json').ended;
  expect((plain(evaluated.stdout) as { averageScore: number }).averageScore).toBe(trial.averageScore);
});

describe('every error is one line', () => {
  // Wrong settings themselves are tested beside tune/config.ts.
  const wrong: [what: string, args: string[], says: string][] = [
    ['no player', [], '--player is missing'],
    ['weights twice', ['--player', 'expectimax?eval=snake', '--eval', 'snake+empty'], 'give them once'],
    ['no such option', ['--player', 'expectimax?dept=2', '--eval', 'snake+empty'], "unknown option 'dept'"],
    ['other settings', ['--resume', 'nowhere', '--games', '5'], '--games cannot be changed'],
    ['no such folder', ['--player', 'minimax', '--eval', 'snake+empty', '--out', '/proc/a/b'], "'/proc/a/b' cannot be"],
  ];
  test.each(wrong)('%s', async (_what, args, says) => {
    const { status, stdout, stderr } = await runRefused(folder, 'tune', ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
    expect(stderr.split('\n')).toHaveLength(2);
    // Nothing was made.
    expect((await readdir(folder)).includes('runs')).toBe(false);
  });

  test('a folder that is not empty, damaged or changed', async () => {
    const args = [
      '--player',
      'minimax?depth=1',
      '--eval',
      'snake+empty',
      '--games',
      '2',
      '--trials',
      '4',
      '--check',
      '2',
    ];
    expect((await tune(...args, '--out', 'whole')).status).toBe(0);
    const said = async (...more: string[]): Promise<string> => {
      const { status, stderr } = await runRefused(folder, 'tune', ...more);
      expect(status).toBe(2);
      return stderr;
    };
    expect(await said(...args, '--out', 'whole')).toContain('to continue a run: afterstate tune --resume whole');
    const result = await readFile(join(folder, 'whole', 'result.json'), 'utf8');
    for (const damaged of ['', '{', '{}', '[]', 'null', result.replace('"players"', '"player"')]) {
      await writeFile(join(folder, 'whole', 'result.json'), damaged);
      expect(await said('--resume', 'whole')).toMatch(/^afterstate: whole\/result\.json is not the result [^\n]+\n$/);
    }
    await rm(join(folder, 'whole', 'result.json'));
    expect((await tune('--resume', 'whole')).status).toBe(0);
    expect(plain(await readFile(join(folder, 'whole', 'result.json'), 'utf8'))).toEqual(plain(result));
    await appendFile(join(folder, 'whole', 'trials.jsonl'), 'nonsense\n');
    expect(await said('--resume', 'whole')).toContain('line 5, is not a trial');
    const trials = await readFile(join(folder, 'whole', 'trials.jsonl'), 'utf8');
    await writeFile(
      join(folder, 'whole', 'trials.jsonl'),
      trials.replace('nonsense\n', '').replace('empty*4', 'empty*5'),
    );
    expect(await said('--resume', 'whole')).toContain('does not follow from its settings');
    await writeFile(join(folder, 'whole', 'tune.json'), '{');
    expect(await said('--resume', 'whole')).toContain('tune.json is not JSON');
  });
});
