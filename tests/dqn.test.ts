// Deep Q-learning as a user runs it: run folders, kills and Ctrl-C, numbers that explode, wrong arguments, and the player.

import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MOVES, parseBoard, parseGame } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addNeuralPlayers } from '../packages/lab/dist/neural/host.js';
import { Evaluator } from '../packages/lab/dist/neural/evaluator.js';
import { runRefused, until } from './command.testing.ts';
import {
  checkpointsOf,
  isRun,
  leftoversOf,
  metricsOf,
  startTraining,
  TAKEN_OVER,
  train,
  weightsOf,
} from './runs.testing.ts';

addNeuralPlayers();

const MODEL = 'model.safetensors';
const HE_GAME = '2048?four=0&start=1&end=full&idle=spawn';
const args = (text: string): string[] => text.split(' ');

/** Small, and quick to learn: some hundred steps per second. */
const SOUND = args(
  '--method dqn --network qnet?hidden=8 --seed 3 --block 4 --replay 400 --warmup 100 --batch 16 --every 4 --together 4 --epsilon-from 100 --epsilon-moves 900 --target 20',
);
/** The paper's, with a step size and a scale that keep the numbers small. */
const HE = [
  ...args('--method dqn --variant he --seed 3 --block 4 --replay 300 --warmup 100 --epsilon-moves 600'),
  ...args(`--lr 0.0001 --reward-scale 1e-8 --game ${HE_GAME}`),
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-dqn-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each([
  ['sound', SOUND],
  ['he', HE],
])('the variant %s', (variant, settings) => {
  const games = '12';
  const straight = (): string => join(folder, variant);

  test('leaves its settings, one line per block, checkpoints and the network', async () => {
    const { status, stdout, stderr } = await train(folder, ...settings, '--games', games, '--out', variant);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`by dqn, variant ${variant}, seed 3, 1 thread`);
    expect(stdout).toContain(`12 games; the network is ${variant}/model.onnx. Try it: afterstate eval --player dqn:`);
    expect((await readdir(straight())).sort()).toEqual(
      ['checkpoints', 'config.json', 'manifest.json', 'metrics.jsonl', 'model.onnx', MODEL].sort(),
    );
    const config = JSON.parse(await readFile(join(straight(), 'config.json'), 'utf8')) as object;
    expect(config).toMatchObject(
      variant === 'he'
        ? { method: 'dqn', variant, gamma: 0.99, epsilonFinal: 0.05, reward: 'he', double: false, continuing: true }
        : { method: 'dqn', variant, reward: 'log2', double: true, legal: true, network: 'qnet?hidden=8&input=onehot' },
    );
    const lines = await metricsOf(straight());
    expect(lines.map((line) => line['games'])).toEqual([4, 8, 12]);
    const last = lines.at(-1)!;
    expect(last).toMatchObject({ phase: 'learning' });
    expect(Number.isFinite(last['loss'])).toBe(true);
    expect(last['epsilon']).toBeLessThan(lines[0]!['epsilon'] as number);
    expect(last['steps']).toBeGreaterThan(100);
  });

  test('with one seed is the same bit for bit, and with another is not', async () => {
    const weights = await weightsOf(join(straight(), MODEL));
    await train(folder, ...settings, '--games', games, '--block', '7', '--out', `${variant}-again`);
    expect((await weightsOf(join(folder, `${variant}-again`, MODEL))).equals(weights)).toBe(true);
    await train(folder, ...settings, '--games', games, '--seed', '4', '--out', `${variant}-other`);
    expect((await weightsOf(join(folder, `${variant}-other`, MODEL))).equals(weights)).toBe(false);
  });

  test('killed again and again ends like a run that was left alone', async () => {
    const killed = join(folder, `${variant}-killed`);
    const common = [...settings, '--games', games, '--checkpoint', '0', '--out', killed];
    let kills = 0;
    for (let longest = 300; kills < 3; longest /= 2) {
      const fresh = !isRun(killed);
      if (fresh) await rm(killed, { recursive: true, force: true });
      const before = (await checkpointsOf(killed))[0];
      const { child, ended } = startTraining(folder, ...(fresh ? common : ['--resume', killed]));
      // Killed after its last checkpoint, it ends without another one.
      await Promise.race([until(async () => (await checkpointsOf(killed))[0] !== before, ended), ended]);
      await sleep(Math.random() * longest);
      child.kill('SIGKILL');
      if ((await ended).status === null) kills++;
      if (!existsSync(join(killed, MODEL))) continue;
      if (kills > 0) break;
      // It ended before it could be killed: try again, sooner.
      await rm(killed, { recursive: true });
    }
    expect(await train(folder, '--resume', killed)).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(TAKEN_OVER),
    });
    expect((await weightsOf(join(killed, MODEL))).equals(await weightsOf(join(straight(), MODEL)))).toBe(true);
    expect(await metricsOf(killed)).toEqual(await metricsOf(straight()));
    expect((await checkpointsOf(killed)).length).toBeLessThanOrEqual(2);
    expect(await leftoversOf(killed)).toEqual([]);
  });

  test('stopped by Ctrl-C saves, says how to continue, and ends the same', async () => {
    const stopped = join(folder, `${variant}-stopped`);
    const { child, ended } = startTraining(
      folder,
      ...settings,
      '--games',
      games,
      '--checkpoint',
      '0',
      '--out',
      stopped,
    );
    await until(async () => (await checkpointsOf(stopped)).length > 0, ended);
    child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toContain(`saved; continue with: afterstate train --resume ${stopped}`);
    expect(existsSync(join(stopped, MODEL))).toBe(false);
    expect((await checkpointsOf(stopped)).length).toBeGreaterThan(0);
    expect((await train(folder, '--resume', stopped, '--json')).status).toBe(0);
    expect((await weightsOf(join(stopped, MODEL))).equals(await weightsOf(join(straight(), MODEL)))).toBe(true);
    expect(await metricsOf(stopped)).toEqual(await metricsOf(straight()));
  });

  test('with more games is as if they had been requested at once', async () => {
    const short = join(folder, `${variant}-short`);
    await train(folder, ...settings, '--games', '6', '--out', short);
    const { status, stderr } = await train(folder, '--resume', short, '--games', games);
    expect([status, stderr]).toEqual([0, '']);
    expect((await weightsOf(join(short, MODEL))).equals(await weightsOf(join(straight(), MODEL)))).toBe(true);
    expect((await metricsOf(short)).map((line) => line['games'])).toEqual([4, 6, 8, 12]);
  });
});

describe('a run', () => {
  test('in Threes, of a convolutional network on two threads, prints each block as a line of JSON', async () => {
    const settings = args('--method dqn --game threes --network dcnn?k=2&channels=4 --threads 2 --warmup 50 --batch 9');
    const { status, stdout } = await train(
      folder,
      ...settings,
      '--games',
      '8',
      '--block',
      '4',
      '--json',
      '--out',
      'threes',
    );
    expect(status).toBe(0);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => line['games'])).toEqual([4, 8]);
    expect((await readFile(join(folder, 'threes', 'metrics.jsonl'), 'utf8')).trimEnd()).toBe(stdout.trimEnd());
  });

  test('with a damaged checkpoint takes the one before, and says so', async () => {
    const run = join(folder, 'damaged');
    const { child, ended } = startTraining(folder, ...SOUND, '--games', '12', '--checkpoint', '0', '--out', run);
    await until(async () => (await checkpointsOf(run)).length === 2, ended);
    child.kill('SIGINT');
    await ended;
    const [newest] = await checkpointsOf(run);
    const bytes = await readFile(newest!);
    bytes[bytes.length - 50]! ^= 1;
    await writeFile(newest!, bytes);
    const { status, stdout } = await train(folder, '--resume', run);
    expect(status).toBe(0);
    expect(stdout).toMatch(new RegExp(`${newest} cannot be used: .* is damaged: its checksum`));
    expect((await weightsOf(join(run, MODEL))).equals(await weightsOf(join(folder, 'sound', MODEL)))).toBe(true);
  });

  test("by the paper's rewards and its framework's step size breaks down, says where, and keeps what was good", async () => {
    const run = join(folder, 'broken');
    const settings = ['--method', 'dqn', '--variant', 'he', '--game', HE_GAME, '--games', '50', '--block', '1'];
    const { status, stdout, stderr } = await train(folder, ...settings, '--checkpoint', '0', '--out', run, '--json');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^afterstate: training diverged at step \d+, after \d+ moves and \d+ games: the loss is (NaN|Infinity|-Infinity); the last good checkpoint is [^\n;]+; try an --lr below 0\.01 or a --reward-scale below 1\n$/,
    );
    const [last] = await checkpointsOf(run);
    expect(stderr).toContain(last);
    const weights = new Float32Array(new Uint8Array((await weightsOf(last!)).subarray(0, 4 * 600)).buffer);
    expect(weights.every(Number.isFinite)).toBe(true);
    expect(stdout.trimEnd().split('\n').length).toBeGreaterThan(0);
    expect(existsSync(join(run, MODEL))).toBe(false);
    expect(await leftoversOf(run)).toEqual([]);
    // Continuing from there meets the same end.
    expect((await train(folder, '--resume', run)).stderr).toContain('training diverged');
  });
});

describe('the player', () => {
  test('plays the legal move with the largest value, the same on any number of threads', async () => {
    const game = parseGame('2048');
    const file = join(folder, 'sound', 'model.onnx');
    const evaluator = await Evaluator.open(await readFile(file), file);
    expect(evaluator.card).toMatchObject({ family: 'dqn', provenance: { method: 'dqn', variant: 'sound', seed: 3 } });
    const state = parseBoard('0,2,4,8/0,2,4,8/0,2,4,8/0,4,2,8', game);
    const { policy } = await evaluator.evaluate(Uint8Array.from(state.board));
    await evaluator.close();
    const player = await openPlayer(`dqn:${join(folder, 'sound')}`, { game });
    const { best, moves } = await player.choose(state);
    await player.close();
    expect(moves.map(({ move }) => move)).toEqual(game.legalMoves(state));
    for (const { move, value } of moves) expect(value).toBeCloseTo(policy[MOVES.indexOf(move)]!, 6);
    expect(best).toBe(moves.reduce((most, move) => (move.value > most.value ? move : most)).move);
    const scores = [];
    for (const threads of [1, 2]) {
      const several = await openPlayer(`dqn:${file}?vote=sum`, { game, threads });
      scores.push((await several.playGames({ games: 6, seed: 2 })).scores);
      await several.close();
    }
    expect(scores[0]).toEqual(scores[1]);
  });

  test.each([
    ['dqn', "'dqn' names no network; give its file: dqn:FILE, made by afterstate train --method dqn"],
    ['dqn:nowhere', "'nowhere' cannot be read: there is no such file"],
    ['dqn:sound?vote=majority', 'vote is one of off, sum'],
    ['dcnn:sound', 'which dqn:sound plays, not dcnn'],
    ['dqn:threes', 'is a network for threes, not for 2048; give --game threes'],
    [
      'dqn:broken',
      "'broken' has no model.onnx: its run is unfinished; continue it with: afterstate train --resume broken",
    ],
    ['dqn:sound/model.safetensors', "'sound/model.safetensors' holds weights alone; give the model.onnx of the same"],
  ])('%s is one clear line', async (spec, message) => {
    const { status, stdout, stderr } = await runRefused(folder, 'eval', '--player', spec);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBe(1);
    expect([status, stdout]).toEqual([2, '']);
  });
});

describe('what cannot be done is one line and status 2, and nothing is made', () => {
  const wrong: [what: string, args: string, says: string][] = [
    ['no games', '--method dqn', '--games is missing'],
    ['an unknown variant', '--method dqn --variant good --games 5', '--variant must be one of he, sound, not'],
    ['a flag of n-tuples', '--method dqn --stages yeh3 --games 5', '--stages is for n-tuple networks'],
    ['another', '--method dqn --alpha-final 0.1 --games 5', '--alpha-final is for n-tuple networks'],
    ['its flags for n-tuples', '--network 0123 --variant he --games 5', '--variant is for --method dqn; leave it out'],
    ['others', '--network 0123 --method tc --no-double --games 5', '--no-double is for --method dqn'],
    ['parts that do not fit', '--method dqn --target 0 --games 5', '--double needs a second network'],
    ['a γ of 2', '--method dqn --gamma 2 --games 5', "--gamma must be a number from 0 to 1, not '2'"],
    [
      'a network without four outputs',
      '--method dqn --network tjwei --games 5',
      "'tjwei' is not a network of action values",
    ],
    [
      'a folder that is a file',
      '--method dqn --games 5 --out /dev/null',
      "'/dev/null' cannot be made a run folder: there is a file",
    ],
    ['a run that is not there', '--resume nowhere', "'nowhere' is not a run folder: it has no config.json"],
    ['a step size past all reason', '--method dqn --lr 1000 --games 5', '--lr must be a number above 0 and at most 10'],
  ];
  test.each(wrong)('%s', async (_what, text, says) => {
    const empty = await mkdtemp(join(folder, 'wrong-'));
    const { status, stdout, stderr } = await train(empty, ...args(text));
    expect(stderr).toContain(says);
    expect(stderr).toMatch(/^afterstate: [^\n]+\n$/);
    expect([status, stdout]).toEqual([2, '']);
    expect(await readdir(empty)).toEqual([]);
  });

  test('files of settings that say something else, and runs that would become others', async () => {
    const files: [settings: object, says: RegExp][] = [
      [{ method: 'dqn', games: 5, variant: 'good' }, /wrong\.json: variant must be one of he, sound, not "good"/],
      [{ method: 'dqn', games: 'many' }, /wrong\.json: games must be a whole number from 1 to [\d,]+, not "many"/],
      [{ method: 'dqn', games: 5, colour: 'red' }, /wrong\.json: 'colour' is not a setting/],
      [{ method: 'dqn', games: 5, gamma: 1.5 }, /wrong\.json: gamma must be a number from 0 to 1, not 1.5/],
    ];
    for (const [settings, says] of files) {
      await writeFile(join(folder, 'wrong.json'), JSON.stringify(settings));
      const { status, stdout, stderr } = await train(folder, 'wrong.json', '--out', 'not-made');
      expect(stderr).toMatch(says);
      expect([status, stdout, existsSync(join(folder, 'not-made'))]).toEqual([2, '', false]);
    }
    for (const [text, says] of [
      [
        '--method dqn --games 5 --out sound',
        "'sound' is not empty; to continue a run: afterstate train --resume sound",
      ],
      ['--resume sound --seed 7', '--seed cannot be changed when a run continues; only --games can'],
      ['--resume sound --epsilon-final 0.5', '--epsilon-final cannot be changed'],
      ['--resume sound --games 5', 'the run has 12 games; --games can only add to them'],
      ['wrong.json --resume sound', "leave out 'wrong.json'"],
    ] as const) {
      const { status, stderr } = await runRefused(folder, 'train', ...args(text));
      expect(stderr).toContain(says);
      expect(status).toBe(2);
    }
  });
});
