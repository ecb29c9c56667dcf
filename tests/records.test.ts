// afterstate records as a user runs it: files are made, killed, resumed, verified, summed up, exported and imported.

import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseGame, readRecord, writeRecord } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VERSION } from '../packages/lab/dist/files/version.js';
import { RecordsFile } from '../packages/lab/dist/records/reader.js';
import { verifyRecords } from '../packages/lab/dist/records/verify.js';
import { runCommand, runRefused, until } from './command.testing.ts';
import { gamesOf, makeRecords, records, spoilMove, startRecords } from './records.testing.ts';
import { TAKEN_OVER } from './runs.testing.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-records-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (name: string): string => join(folder, name);
const contents = (name: string): Promise<Buffer> => readFile(inFolder(name));

async function json(...args: string[]): Promise<Record<string, any>> {
  const { status, stdout, stderr } = await records(folder, ...args, '--json');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Record<string, any>;
}

async function refused(says: RegExp, ...args: string[]): Promise<void> {
  const { status, stdout, stderr } = await runRefused(folder, 'records', ...args);
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
  expect([status, stdout]).toEqual([2, '']);
}

describe.each(['2048', 'threes'])('%s', (game) => {
  const what = ['--game', game, '--player', 'random', '--seed', '7'];

  test('a file holds the games that the player plays, in at most two bytes per action; as text it comes back the same', async () => {
    const made = await json(...what, '--games', '150', '--out', 'a.records', '--threads', '1');
    const opened = await openPlayer('random', { game: parseGame(game), threads: 1 });
    const results = await opened.playGames({ games: 150, seed: 7, records: true });
    await opened.close();
    const games = await gamesOf(inFolder('a.records'));
    expect(games.map(({ gameNumber }) => gameNumber)).toEqual(Array.from({ length: 150 }, (_, i) => i));
    expect(games.map(({ score }) => score)).toEqual([...results.scores]);
    expect(games.map(({ start, plies }) => ({ start, plies }))).toEqual(results.records);

    const actions = results.moves.reduce((sum, moves) => sum + moves, 0);
    expect(made).toMatchObject({ game, players: ['random'], seed: 7, games: 150, actions, finished: true });
    expect(made['averageScore']).toBeCloseTo(results.scores.reduce((sum, score) => sum + score, 0) / 150, 6);
    expect(Object.values<number>(made['moves']).reduce((sum, count) => sum + count, 0)).toBe(actions);
    expect(made['bytes']).toBeLessThan(600 + 150 * 41 + actions * (game === 'threes' ? 2 : 1) + (actions / 4096) * 64);
    expect(made['actionsPerSecond']).toBeCloseTo(actions / made['seconds'], 3);
    const { seconds: _s, actionsPerSecond: _a, threads: _t, ...summary } = made;
    expect(await json('summary', 'a.records')).toEqual(summary);
    expect(await json('verify', 'a.records')).toMatchObject({ ok: true, games: 150, actions, finished: true });

    const { status, stdout } = await records(folder, 'export', 'a.records');
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => readRecord(line))).toEqual(games);
    await writeFile(inFolder('all.jsonl'), stdout);
    expect(await json('import', 'all.jsonl', '--out', 'b.records')).toMatchObject({
      games: 150,
      finished: true,
      players: ['random'],
      seed: null,
    });
    expect(await gamesOf(inFolder('b.records'))).toEqual(games);
    await refused(/was not made by one player from one seed/, '--resume', 'b.records', '--games', '200');
    const one = await records(folder, 'export', 'a.records', '--number', '41', '--out', 'one.jsonl');
    expect(one).toEqual({ status: 0, stdout: '', stderr: '' });
    expect((await contents('one.jsonl')).toString()).toBe(`${lines[41]}\n`);
  });

  test('a file is the same, byte for byte, on two threads and in three pieces', async () => {
    await makeRecords(inFolder('one.records'), { game, games: 150, seed: 7, made: `afterstate ${VERSION}` });
    await json(...what, '--games', '20', '--out', 'pieces.records');
    await json('--resume', 'pieces.records', '--actions', '5000', '--threads', '2');
    await json('--resume', 'pieces.records', '--games', '150', '--threads', '2');
    expect((await contents('pieces.records')).equals(await contents('one.records'))).toBe(true);
  });
});

test.each([
  ['2048?four=0.5&start=1', 'cycle?moves=up,left&stuck=random'],
  ['2048?end=full', 'expectimax?eval=snake&depth=1'],
  ['threes', 'montecarlo?runs=5'],
])('%s by %s is verified, and text says the same', async (game, player) => {
  const path = await makeRecords(inFolder('a.records'), { game, player, games: 30, seed: 3 });
  const file = await RecordsFile.open(path);
  expect(await verifyRecords(file)).toMatchObject({ games: 30, finished: true, problem: null });
  await file.close();
  for (const record of await gamesOf(path)) expect(readRecord(writeRecord(record))).toEqual(record);
});

test('--actions plays the last game to its end, and excludes --games', async () => {
  const made = await json('--player', 'random', '--actions', '20000', '--out', 'a.records', '--threads', '2');
  const games = await gamesOf(inFolder('a.records'));
  expect(made['actions']).toBeGreaterThanOrEqual(20_000);
  expect(made['actions'] - games.at(-1)!.moves).toBeLessThan(20_000);
});

describe('killed at random moments', () => {
  // Some two seconds of play.
  const CASES: [what: string, args: string[]][] = [
    ['2048 on two threads', ['--player', 'expectimax?eval=snake&depth=2', '--games', '120', '--threads', '2']],
    ['Threes', ['--player', 'montecarlo?runs=20', '--game', 'threes', '--actions', '9000', '--threads', '1']],
    ['short games', ['--player', 'random', '--games', '40000', '--threads', '2']],
  ];
  test.each(CASES)('and resumed, ends like a file that was left alone: %s', async (_what, args) => {
    const alone = records(folder, ...args, '--seed', '5', '--out', 'alone.records');
    let kills = 0;
    for (let tries = 0; tries < 6; tries++) {
      const size = await stat(inFolder('killed.records')).then(
        (found) => found.size,
        () => 0,
      );
      const fresh = size === 0;
      const { child, ended } = startRecords(
        folder,
        ...(fresh ? [...args, '--seed', '5', '--out', 'killed.records'] : ['--resume', 'killed.records']),
      );
      let over = false;
      void ended.then(() => (over = true));
      const grown = async () =>
        (await stat(inFolder('killed.records')).then(
          (found) => found.size,
          () => 0,
        )) > size;
      // Sometimes while it starts, mostly while it works.
      while (tries % 4 !== 3 && !over && !(await grown())) await sleep(5);
      await sleep(Math.random() * 250);
      if (over) break;
      child.kill('SIGKILL');
      await ended;
      kills++;
      // What a write that was interrupted leaves: a piece of the last block.
      if (!fresh && tries % 2 === 0) {
        const { size: now } = await stat(inFolder('killed.records'));
        await truncate(inFolder('killed.records'), Math.max(400, now - 1 - Math.floor(Math.random() * 5000)));
      }
    }
    const last = await records(folder, '--resume', 'killed.records', '--json');
    expect(last).toMatchObject({ status: 0, stderr: expect.stringMatching(TAKEN_OVER) });
    expect(JSON.parse(last.stdout)).toMatchObject({ finished: true });
    expect((await readdir(folder)).sort()).toEqual(['alone.records', 'killed.records']);
    expect(await alone).toMatchObject({ status: 0, stderr: '' });
    expect(kills).toBeGreaterThan(0);
    expect((await contents('killed.records')).equals(await contents('alone.records'))).toBe(true);
    expect((await json('verify', 'killed.records'))['ok']).toBe(true);
  });
});

test('killed before its header was written, a file is begun by the same command', async () => {
  const args = ['--player', 'random', '--games', '30', '--seed', '4', '--out'];
  await json(...args, 'alone.records');
  await writeFile(inFolder('a.records'), '');
  await writeFile(inFolder('a.records.tmp-77'), 'half a header');
  await refused(/'a\.records': it is empty; start it again with afterstate records --out/, '--resume', 'a.records');
  await json(...args, 'a.records');
  expect((await contents('a.records')).equals(await contents('alone.records'))).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['a.records', 'alone.records']);
});

test('a file has one writer: a second process names the first, and a killed one is followed', async () => {
  const args = ['--player', 'expectimax?eval=snake&depth=2', '--games', '100000', '--threads', '1'];
  const first = startRecords(folder, ...args, '--out', 'a.records');
  await until(async () => (await stat(inFolder('a.records')).catch(() => ({ size: 0 }))).size > 5000, first.ended);
  for (const words of [
    ['--resume', 'a.records'],
    ['--resume', 'a.records', '--games', '200000'],
  ]) {
    const { status, stdout, stderr } = await records(folder, ...words);
    expect(stderr).toContain(`afterstate: 'a.records' is in use by process ${first.child.pid} on `);
    expect([status, stdout]).toEqual([1, '']);
  }
  first.child.kill('SIGKILL');
  await first.ended;
  const second = startRecords(folder, '--resume', 'a.records', '--json');
  let said = '';
  second.child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await until(() => said.includes('\n'), second.ended);
  await sleep(300);
  second.child.kill('SIGINT');
  const { status, stdout, stderr } = await second.ended;
  expect(stderr).toMatch(
    /^'a\.records' was in use by process \d+ [^\n]+; this process takes over\nafterstate: stopped after/,
  );
  expect(status).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ finished: false });
  expect((await json('verify', 'a.records'))['ok']).toBe(true);
});

test('Ctrl-C saves what is finished, says how to continue, and the file then ends the same', async () => {
  const args = ['--player', 'expectimax?eval=snake&depth=2', '--games', '60', '--threads', '2'];
  const { child, ended } = startRecords(folder, ...args, '--out', 'stopped.records');
  while (
    (await stat(inFolder('stopped.records')).then(
      (found) => found.size,
      () => 0,
    )) < 8000
  )
    await sleep(5);
  child.kill('SIGINT');
  const { status, stdout, stderr } = await ended;
  expect(status).toBe(130);
  expect(stderr).toMatch(
    /^afterstate: stopped after \d+ games, and saved; continue with: afterstate records --resume stopped\.records\n$/,
  );
  expect(stdout).toContain('unfinished, 60 games were asked for');
  const { games } = await json('summary', 'stopped.records');
  expect(games).toBeGreaterThan(0);
  expect(games).toBeLessThan(60);
  await json('--resume', 'stopped.records');
  await json(...args, '--out', 'alone.records');
  expect((await contents('stopped.records')).equals(await contents('alone.records'))).toBe(true);
});

describe('verify finds', () => {
  const make = () => json('--player', 'random', '--games', '300', '--out', 'a.records');

  test('any changed bit', async () => {
    await make();
    const whole = await contents('a.records');
    for (let i = 0; i < 4; i++) {
      const bytes = Buffer.from(whole);
      bytes[Math.floor(((i + 0.5) * bytes.length) / 4)]! ^= 1 << (i & 7);
      await writeFile(inFolder('bad.records'), bytes);
      const { status, stdout, stderr } = await records(folder, 'verify', 'bad.records');
      expect(stderr).toMatch(/^afterstate: 'bad\.records'.*(damaged|cut off)[^\n]*\n$/);
      expect(stdout).toBe('');
      expect([1, 2]).toContain(status);
    }
  });

  test('a file that was cut off, and cut saves what is whole', async () => {
    await make();
    await truncate(inFolder('a.records'), (await stat(inFolder('a.records'))).size - 500);
    const { status, stdout, stderr } = await records(folder, 'verify', 'a.records', '--json');
    expect([status, JSON.parse(stdout).ok]).toEqual([1, false]);
    expect(stderr).toMatch(/'a\.records' is cut off: after byte \d+ .*--resume a\.records/);
    const saved = await json('cut', 'a.records', 'b.records', '--games', '1000');
    expect(saved['games']).toBe(JSON.parse(stdout).games);
    expect(await json('verify', 'b.records')).toMatchObject({ ok: true, finished: true, games: saved['games'] });
    const few = await json('cut', 'b.records', 'few.records', '--games', '10');
    expect(few).toMatchObject({ games: 10, finished: true });
    expect(await gamesOf(inFolder('few.records'))).toEqual((await gamesOf(inFolder('b.records'))).slice(0, 10));
  });

  test('damage in the middle; cut saves the games before it, and --resume does not drop those after it', async () => {
    await make();
    const bytes = await contents('a.records');
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    await writeFile(inFolder('a.records'), bytes);
    const { stderr } = await records(folder, 'verify', 'a.records');
    const games =
      /the (\d+) games before it are intact; save them with afterstate records cut a\.records OUT --games \1/.exec(
        stderr,
      )?.[1];
    expect(Number(games)).toBeGreaterThan(50);
    await refused(/is damaged at byte \d+/, '--resume', 'a.records', '--games', '400');
    expect((await contents('a.records')).equals(bytes)).toBe(true);
    await refused(/is damaged at byte/, 'cut', 'a.records', 'b.records', '--games', '300');
    expect(await readdir(folder)).toEqual(['a.records']);
    expect(await json('cut', 'a.records', 'b.records', '--games', games!)).toMatchObject({ games: Number(games) });
  });
});

test.each(['2048', 'threes'])('an illegal move of %s is found, though every checksum is right', async (game) => {
  await json('--player', 'random', '--game', game, '--games', '5', '--out', 'a.records');
  const { number, ply } = await spoilMove(inFolder('a.records'), inFolder('bad.records'));
  const says = new RegExp(`'bad\\.records', game ${number} of seed 1: ply ${ply}: the move \\w+ is not legal`);
  const { status, stdout, stderr } = await records(folder, 'verify', 'bad.records');
  expect(stderr).toMatch(says);
  expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
  expect([status, stdout]).toEqual([1, '']);
  await refused(says, 'export', 'bad.records', '--out', 'bad.jsonl');
  expect((await readdir(folder)).sort()).toEqual(['a.records', 'bad.records']);
});

test('a changed player does not continue a file', async () => {
  const train = async (games: string) => {
    await rm(inFolder('run'), { recursive: true, force: true });
    const args = ['train', '--network', '0123 4567', '--method', 'td', '--games', games, '--out', 'run'];
    expect((await runCommand(folder, ...args)).status).toBe(0);
  };
  await train('300');
  await json('--player', 'ntuple:run', '--games', '5', '--out', 'a.records');
  const before = await contents('a.records');
  await train('600');
  await refused(/ntuple:run is not the player that made 'a\.records'/, '--resume', 'a.records', '--games', '9');
  expect((await contents('a.records')).equals(before)).toBe(true);
  await train('300');
  expect(await json('--resume', 'a.records', '--games', '9')).toMatchObject({ games: 9, finished: true });
});

describe('wrong arguments are one line, status 2, and nothing is written', () => {
  const make = ['--player', 'random', '--games', '5', '--out', 'a.records'];
  const wrong: [what: string, args: string[], says: RegExp][] = [
    ['no player', ['--games', '5', '--out', 'a.records'], /--player is missing/],
    ['an unknown player', ['--player', 'rondom', '--games', '5', '--out', 'a.records'], /unknown player 'rondom'/],
    ['no file', ['--player', 'random', '--games', '5'], /--out is missing/],
    ['neither games nor actions', ['--player', 'random', '--out', 'a.records'], /--games or --actions is missing/],
    ['both', [...make, '--actions', '7'], /--games.*cannot be used with.*--actions/],
    ['--games 0', ['--player', 'random', '--games', '0', '--out', 'a.records'], /--games must be a whole number/],
    [
      'a place where no file can be',
      ['--player', 'random', '--games', '5', '--out', '/dev/null/a'],
      /'\/dev\/null\/a' cannot be written/,
    ],
    [
      'a file that is not there',
      ['--resume', 'missing.records'],
      /'missing\.records' cannot be read: there is no such file/,
    ],
    ['another player for a file', ['--resume', 'missing.records', '--player', 'random'], /--player cannot change/],
    ['an unknown part', ['verfy', 'a.records'], /records has no 'verfy'; it has summary, verify, export, import, cut/],
    [
      'an option of another part',
      ['summary', 'a.records', '--player', 'random'],
      /--player is not for records summary/,
    ],
    [
      'two measures for a cut',
      ['cut', 'a.records', 'b.records', '--games', '1', '--actions', '1'],
      /--games.*cannot be used with.*--actions/,
    ],
    [
      'nothing to import',
      ['import', 'missing.jsonl', '--out', 'a.records'],
      /'missing\.jsonl' cannot be read: there is no such file/,
    ],
    [
      'a file that holds no records',
      ['summary', join(import.meta.dirname, 'records.test.ts')],
      /it is not a file of records/,
    ],
    ['an export of what is not there', ['export', 'missing.records', '--out', 'b.jsonl'], /there is no such file/],
  ];
  test.each(wrong)('%s', async (_what, args, says) => {
    await refused(says, ...args);
    expect(await readdir(folder)).toEqual([]);
  });

  test('files are never overwritten', async () => {
    await json(...make);
    const before = await contents('a.records');
    await refused(/'a\.records' exists.*--resume a\.records/, ...make);
    await records(folder, 'export', 'a.records', '--out', 'a.jsonl');
    await refused(/'a\.jsonl' exists/, 'export', 'a.records', '--out', 'a.jsonl');
    await refused(/'a\.records' exists/, 'import', 'a.jsonl', '--out', 'a.records');
    await refused(/'a\.records' exists/, 'cut', 'a.records', 'a.records', '--games', '1');
    await refused(/has no game of number 99/, 'export', 'a.records', '--number', '99', '--out', 'b.jsonl');
    await refused(/already has 5 games and \d+ actions/, '--resume', 'a.records', '--games', '4');
    expect((await contents('a.records')).equals(before)).toBe(true);
    expect(await readdir(folder)).toEqual(['a.jsonl', 'a.records']);
  });

  test('text records that are wrong, or of two games', async () => {
    await json(...make);
    await json('--player', 'random', '--games', '1', '--game', 'threes', '--out', 't.records');
    await records(folder, 'export', 'a.records', '--out', 'a.jsonl');
    await records(folder, 'export', 't.records', '--out', 't.jsonl');
    await refused(
      /'t\.jsonl', line 1: a game of threes after games of 2048/,
      'import',
      'a.jsonl',
      't.jsonl',
      '--out',
      'b.records',
    );
    const text = (await contents('a.jsonl')).toString();
    await writeFile(inFolder('bad.jsonl'), text.replace(/"score":\d+(?=[^\n]*\n$)/, '"score":1'));
    await refused(/'bad\.jsonl', line 5: the record says a score of 1/, 'import', 'bad.jsonl', '--out', 'b.records');
    expect(await readdir(folder)).not.toContain('b.records');
  });
});

test.each([[], ['cut']])('has help: records %s', async (...args) => {
  const { status, stdout, stderr } = await records(folder, ...args, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Usage: afterstate records');
});

test('a summary for people', async () => {
  await json('--player', 'random', '--games', '200', '--out', 'a.records');
  const { stdout } = await records(folder, 'summary', 'a.records');
  expect(stdout).toContain('a.records: random on 2048, seed 1');
  expect(stdout).toMatch(/200 games, [\d,]+ actions in [\d.]+ kB/);
  expect(stdout).toMatch(/score +[\d,.]+ ± [\d,.]+ +median/);
  for (const move of ['up', 'right', 'down', 'left']) expect(stdout).toMatch(new RegExp(`${move} +\\d+\\.\\d\\d%`));
  expect(stdout).toMatch(/128 +\d+\.\d\d%/);
});
