// The afterstate command as a user runs it: a process, its output, its exit status.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLAYERS, readRecord } from 'afterstate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ended, Started } from './command.testing.ts';
import { startCommand } from './command.testing.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-commands-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the command in an empty folder, without a terminal. */
const start = (...args: string[]): Started => startCommand(folder, ...args);

function run(...args: string[]): Promise<Ended> {
  return start(...args).ended;
}

async function json(...args: string[]): Promise<Record<string, any>> {
  const { status, stdout, stderr } = await run(...args, '--json');
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout) as Record<string, any>;
}

const EMPTY_ROW = '0,0,0,0';
const board = (firstRow: string): string[] => [
  'move',
  '--player',
  'random',
  '--board',
  `${firstRow}/${EMPTY_ROW}/${EMPTY_ROW}/0,0,0,2`,
];

describe('wrong arguments are one line that says what, status 2, and nothing is written', () => {
  const wrong: [what: string, args: string[], says: RegExp][] = [
    ['a board with 15 cells', board('2,0,0'), /15 cells; give 16/],
    ['a board with 17 cells', board('2,0,0,0,0'), /17 cells; give 16/],
    ['a 3 in 2048', board('2,3,0,0'), /'3'.*row 1, column 2/],
    ['a −2', board('2,0,-2,0'), /'-2'.*row 1, column 3/],
    ['a NaN', board('NaN,0,0,0'), /'NaN'.*row 1, column 1/],
    ['text', board('a,few,words,here'), /'a'.*row 1, column 1/],
    ['a Threes board that does not say what comes next', [...board('1,0,0,0'), '--game', 'threes'], /next/],
    ['no board', ['move', '--player', 'random'], /--board is missing/],
    ['an unknown player', ['eval', '--player', 'rondom'], /unknown player 'rondom'; choose from .*random/],
    [
      'a wrong key',
      ['eval', '--player', 'cycle?move=up'],
      /unknown option 'move' in 'cycle\?move=up'; cycle has moves, stuck/,
    ],
    ['a wrong value', ['eval', '--player', 'cycle?moves=up,north'], /'north'.*up, right, down, left/],
    ['no player', ['eval'], /--player is missing; give a player: random, .*'afterstate players NAME'/],
    ['the options of no player', ['players', 'nobody'], /unknown player 'nobody'; choose from random/],
    [
      'an unknown game',
      ['eval', '--player', 'random', '--game', '2047'],
      /unknown game '2047'; the games are 2048, threes/,
    ],
    [
      '--games 0',
      ['eval', '--player', 'random', '--games', '0'],
      /--games must be a whole number from 1 to 100,000,000, not '0'/,
    ],
    ['--games 1e12', ['eval', '--player', 'random', '--games', '1e12'], /--games .* not '1e12'/],
    ['--games 1.5', ['eval', '--player', 'random', '--games', '1.5'], /--games .* not '1\.5'/],
    [
      '--threads 99',
      ['eval', '--player', 'random', '--threads', '99'],
      /--threads must be a whole number from 1 to \d+ \(this machine has \d+ cores?\)/,
    ],
    ['--seed -1', ['eval', '--player', 'random', '--seed', '-1'], /--seed/],
    ['a misspelt option', ['eval', '--plyer', 'random'], /unknown option '--plyer' \(Did you mean --player\?\)/],
    ['a misspelt command', ['evall'], /unknown command 'evall' \(Did you mean eval\?\)/],
    ['one player to compare', ['compare', 'random'], /at least two players/],
    ['a wrong player among those to compare', ['compare', 'random', 'nobody'], /unknown player 'nobody'/],
    ['a speed of 0', ['play', '--player', 'random', '--speed', '0'], /--speed/],
    ['playing by keys without a terminal', ['play', '--record', 'game.jsonl'], /must be a terminal/],
    ['records of a wrong player', ['eval', '--player', 'nobody', '--records', 'records'], /unknown player/],
    [
      'records where no folder can be',
      ['eval', '--player', 'random', '--records', '/dev/null/records'],
      /cannot be written/,
    ],
    ['a file of records that is not there', ['play', '--replay', 'missing.jsonl'], /there is no such file/],
  ];
  test.each(wrong)('%s', async (_what, args, says) => {
    const { status, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(says);
    expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
    expect(stdout).toBe('');
    expect(status).toBe(2);
    expect(await readdir(folder)).toEqual([]);
  });

  test('and --verbose adds the stack', async () => {
    const { status, stderr } = await run('eval', '--player', 'rondom', '--verbose');
    expect(status).toBe(2);
    expect(stderr).toMatch(/^afterstate: unknown player.*\n.*Error.*\n\s+at /);
  });
});

describe('eval', () => {
  test('prints the same document for any number of threads, except the timings', async () => {
    const args = ['eval', '--player', 'random', '--games', '20000', '--seed', '1'];
    const [one, two] = [await json(...args, '--threads', '1'), await json(...args, '--threads', '2')];
    expect([one['threads'], two['threads']]).toEqual([1, 2]);
    for (const document of [one, two]) {
      expect(document['movesPerSecond']).toBeCloseTo(document['moves'] / document['seconds'], 3);
      for (const timing of ['seconds', 'movesPerSecond', 'threads']) delete document[timing];
    }
    expect(two).toEqual(one);
    expect(one).toMatchObject({ player: 'random', game: '2048', games: 20000, seed: 1 });
    const [low, high] = one['averageScoreCI95'];
    expect(low).toBeLessThan(one['averageScore']);
    expect(high - one['averageScore']).toBeCloseTo(one['averageScore'] - low, 6);
    // Random play scores some 1,094 on average, and reaches 128 in a little more than half of its games.
    expect(Math.abs(one['averageScore'] - 1094)).toBeLessThan(20);
    expect(Math.abs(one['reach']['128'].rate - 0.556)).toBeLessThan(0.02);
    expect(Object.values<number>(one['largest']).reduce((sum, count) => sum + count, 0)).toBe(20000);
  });

  test('lists the tiles from 128 to the first that no game made', async () => {
    const { reach, largest } = await json('eval', '--player', 'random', '--games', '2000');
    const made = Math.max(...Object.keys(largest).map(Number));
    expect(Object.keys(reach)[0]).toBe('128');
    expect(Number(Object.keys(reach).at(-1))).toBe(2 * made);
    expect(reach[2 * made].rate).toBe(0);
    expect(reach[2 * made].ci95[0]).toBe(0);
  });

  test('gives no interval of the mean for one game', async () => {
    expect(await json('eval', '--player', 'random', '--games', '1')).toMatchObject({
      averageScoreCI95: null,
      deviation: null,
    });
  });

  test('prints a table for people', async () => {
    const { status, stdout, stderr } = await run('eval', '--player', 'random', '--games', '1000', '--game', 'threes');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('random on threes: 1,000 games, seed 1');
    expect(stdout).toMatch(/average +[\d,.]+ ± [\d.]+/);
    expect(stdout).toMatch(/ 48 +\d+\.\d\d% +\d+\.\d\d% – \d+\.\d\d%/);
    expect(stdout).not.toContain('\x1b');
  });

  test.each(['2048', 'threes', '2048?four=0&start=1'])(
    'writes records of %s that the rules accept and that hold the same games',
    async (game) => {
      const document = await json(
        'eval',
        '--player',
        'random',
        '--game',
        game,
        '--games',
        '1200',
        '--seed',
        '7',
        '--records',
        'out/records',
      );
      expect(await readdir(join(folder, 'out/records'))).toEqual(['records.jsonl']);
      const lines = (await readFile(join(folder, 'out/records/records.jsonl'), 'utf8')).trimEnd().split('\n');
      const records = lines.map((line) => readRecord(line));
      expect(records.map(({ gameNumber }) => gameNumber)).toEqual(Array.from({ length: 1200 }, (_, i) => i));
      expect(new Set(records.map((record) => `${record.player} ${record.game} ${record.seed}`))).toEqual(
        new Set([`random ${game} 7`]),
      );
      expect(records.reduce((sum, { score }) => sum + score, 0) / 1200).toBeCloseTo(document['averageScore'], 6);
      expect(records.reduce((sum, { moves }) => sum + moves, 0)).toBe(document['moves']);

      const again = await run('eval', '--player', 'random', '--records', 'out/records');
      expect(again.status).toBe(2);
      expect(again.stderr).toMatch(/exists; give another name/);
    },
  );

  test('stops at Ctrl-C with one line, status 130, and leaves nothing behind', async () => {
    const { child, ended } = start('eval', '--player', 'random', '--games', '1e7', '--records', 'out/records');
    while (!(await readdir(folder)).includes('out')) await sleep(20);
    await sleep(300);
    child.kill('SIGINT');
    const { status, stdout, stderr } = await ended;
    expect(stderr).toMatch(/^afterstate: stopped after [\d,]+ of 10,000,000 games; nothing was kept\n$/);
    expect([status, stdout]).toEqual([130, '']);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('compare', () => {
  test('plays the same games as eval, and gives the difference with its interval', async () => {
    const games = ['--games', '500', '--seed', '3'];
    const { players, differences } = await json('compare', 'random', 'cycle?moves=up,left', 'random', ...games);
    const alone = await json('eval', '--player', 'cycle?moves=up,left', ...games);
    expect(players).toHaveLength(3);
    expect(players[1].averageScore).toBe(alone['averageScore']);
    expect(differences[0]).toMatchObject({ player: 'cycle?moves=up,left', against: 'random' });
    expect(differences[0].difference).toBeCloseTo(players[1].averageScore - players[0].averageScore, 6);
    expect(differences[0].ci95[1]).toBeLessThan(0);
    // A player does not differ from itself at all: the games are the same.
    expect(differences[1]).toMatchObject({ difference: 0, ci95: [0, 0], wins: 0, ties: 500, losses: 0 });
  });
});

describe('move', () => {
  test('values the legal moves in the order up, right, down, left', async () => {
    const document = await json('move', '--player', 'random', '--board', '2 2 4 8 / 0 0 0 0 / 0 0 0 0 / 0 0 0 0');
    expect(document['board']).toBe('2,2,4,8/0,0,0,0/0,0,0,0/0,0,0,0');
    expect(document['moves'].map(({ move }: { move: string }) => move)).toEqual(['right', 'down', 'left']);
    expect(document['moves'].map(({ gain }: { gain: number }) => gain)).toEqual([4, 0, 4]);
    expect(['right', 'down', 'left']).toContain(document['best']);
  });

  test('reads an array, and says if its numbers are exponents', async () => {
    const board = '0,2,4,8/16,0,0,0/0,0,0,0/0,0,0,32';
    const tiles = '[[0,2,4,8],[16,null,0,0],[0,0,0,0],[0,0,0,32]]';
    expect((await json('move', '--player', 'random', '--board', tiles))['board']).toBe(board);
    const exponents = '[[0,1,2,3],[4,0,0,0],[0,0,0,0],[0,0,0,5]]';
    const { stdout, stderr } = await run('move', '--player', 'random', '--board', exponents, '--json');
    expect(JSON.parse(stdout).board).toBe(board);
    expect(stderr).toContain('were read as exponents');
  });

  test('has no best move if the game is over', async () => {
    const over = '2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2';
    expect(await json('move', '--player', 'random', '--board', over)).toEqual({ board: over, best: null, moves: [] });
    expect((await run('move', '--player', 'random', '--board', over)).stdout).toContain('the game is over');
  });

  test('shows what a network says about each of the eight views, and refuses players without views', async () => {
    const board = '0,2,0,2/2,4,4,2/2,16,16,64/64,128,256,512';
    const document = await json('move', '--player', 'dcnn', '--views', '--board', board);
    const views = document['views'] as { board: string; probabilities: Record<string, number>; vote: string }[];
    expect(views).toHaveLength(8);
    expect(views[0]!.board).toBe(board);
    expect(new Set(views.map((view) => view.board)).size).toBe(8);
    for (const { probabilities } of views) {
      expect(Object.keys(probabilities)).toEqual(['up', 'right', 'down', 'left']);
      expect(Object.values(probabilities).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 5);
    }
    // The first view is the original board; a move's value is the mean over all eight.
    const votes = (move: string): number => views.filter(({ vote }) => vote === move).length;
    expect(Math.max(...['up', 'right', 'down', 'left'].map(votes))).toBe(votes(document['best'] as string));
    const shown = await run('move', '--player', 'dcnn', '--views', '--board', board);
    expect(shown.stdout).toContain(`${board}  ${views[0]!.probabilities['up']!.toFixed(3)}`);
    expect(await json('move', '--player', 'dcnn', '--board', board)).not.toHaveProperty('views');
    const refused = await run('move', '--player', 'random', '--views', '--board', board);
    expect([refused.status, refused.stderr]).toEqual([
      2,
      'afterstate: --views shows how a neural policy sees a board, and random has none; give dcnn, resnet, reflex or dqn\n',
    ]);
  });
});

describe('play', () => {
  test.each(['2048', 'threes'])(
    'without a terminal plays game 0 of the seed to its end, as eval does: %s',
    async (game) => {
      const played = await json('play', '--player', 'random', '--seed', '5', '--game', game, '--record', 'game.jsonl');
      const measured = await json('eval', '--player', 'random', '--seed', '5', '--game', game, '--games', '1');
      expect([played['score'], played['moves'], played['over']]).toEqual([
        measured['averageScore'],
        measured['moves'],
        true,
      ]);
      const record = readRecord((await readFile(join(folder, 'game.jsonl'), 'utf8')).trimEnd());
      expect(record).toMatchObject({ player: 'random', game, seed: 5, score: played['score'] });
      expect(await json('play', '--replay', 'game.jsonl')).toEqual(played);
    },
  );

  test('starts from a board', async () => {
    const { stdout } = await run(
      'play',
      '--player',
      'cycle?moves=up',
      '--board',
      `2,0,0,0/2,0,0,0/${EMPTY_ROW}/${EMPTY_ROW}`,
    );
    expect(stdout).toMatch(/score [\d,]+ in \d+ moves/);
  });

  test('refuses a record that was cut off or changed, and names the line', async () => {
    await json('play', '--player', 'random', '--seed', '5', '--record', 'game.jsonl');
    const whole = await readFile(join(folder, 'game.jsonl'), 'utf8');
    const damaged: [text: string, says: RegExp][] = [
      [whole.slice(0, whole.length / 2), /'bad\.jsonl', line 1: .*cut off/],
      [whole + whole.slice(0, 100), /'bad\.jsonl', line 2: .*cut off/],
      [whole.replace(/"score":\d+/, '"score":4'), /line 1: the record says a score of 4/],
      ['', /holds no game/],
    ];
    for (const [text, says] of damaged) {
      await writeFile(join(folder, 'bad.jsonl'), text);
      const { status, stdout, stderr } = await run('play', '--replay', 'bad.jsonl');
      expect(stderr).toMatch(says);
      expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
      expect([status, stdout]).toEqual([2, '']);
    }
  });
});

describe('bench', () => {
  test('prints a line for each speed', async () => {
    const { status, stdout } = await run(
      'bench',
      '--json',
      '--no-native',
      '--only',
      'random',
      '--runs',
      '2',
      '--seconds',
      '0.05',
    );
    expect(status).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['bench'])).toEqual(expect.arrayContaining(['random 2048', 'random threes']));
    for (const line of lines)
      expect(line).toMatchObject({ movesPerSecond: expect.any(Number), threads: expect.any(Number), runs: 2 });
  });
});

describe('players', () => {
  test('lists every player, and the options of one as declared', async () => {
    const { stdout } = await run('players');
    for (const { name } of PLAYERS) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
    const all = (await json('players')) as unknown as { name: string }[];
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['ntuple', 'mcts', 'dcnn']));
    const one = await json('players', 'mcts');
    expect(one).toMatchObject({
      name: 'mcts',
      model: 'needed',
      form: expect.stringMatching(/^mcts:FILE\?sims=100&c=auto/),
    });
    const text = (await run('players', 'mcts')).stdout;
    for (const { key, about } of one['options']) {
      expect(text).toContain(key);
      expect(text).toContain(about);
    }
    expect(text).toContain('auto: as in self-play');
  });

  test('lists the options that a game has', async () => {
    const keys = async (...args: string[]) =>
      (await json('players', 'expectimax', ...args))['options'].map(({ key }: { key: string }) => key);
    expect(await keys()).toContain('spawn');
    expect(await keys('--game', 'threes')).not.toContain('spawn');
  });
});

describe('help', () => {
  test.each(['eval', 'play', 'move', 'compare', 'records'])('of %s lists the players', async (command) => {
    const { stdout } = await run(command, '--help');
    expect(stdout).toContain('Players: random, cycle, expectimax,');
    expect(stdout).toMatch(/Players: .*\bmcts\b/);
    expect(stdout).toContain("'afterstate players NAME' the options of one");
  });

  test.each([[], ['--help'], ['play', '--help'], ['eval', '--help'], ['bench', '--help']])('%s', async (...args) => {
    const { status, stdout, stderr } = await run(...(args as string[]));
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: afterstate');
  });
});
