// One position on several threads: each searches some of the moves, and the result is what one thread finds.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Choice, Game, NetworkDescription, Player, State } from 'afterstate';
import {
  createNetwork,
  foldedPatterns,
  learnSettings,
  METHODS,
  parseBoard,
  parseGame,
  weightChunks,
  writeSafetensors,
} from 'afterstate';
import { openLearner, openPlayer, writeFileWhole } from 'afterstate/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { largeStates, playedStates, timeOf } from './search.testing.ts';
import { shortest } from './times.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-search-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const open: Player[] = [];
afterEach(async () => {
  for (const player of open.splice(0)) await player.close();
});

async function player(spec: string, game: Game, threads: number): Promise<Player> {
  const opened = await openPlayer(spec, { game, threads });
  open.push(opened);
  return opened;
}

/** A small network that has learned a little, as a file; the file says `trainedLargest`. */
async function model(name: string, description: Partial<NetworkDescription>, trainedLargest?: number): Promise<string> {
  const network = createNetwork({
    game: '2048',
    network: '0123 4567 1256',
    stages: 'none',
    values: 'afterstate',
    ...description,
  });
  const game = parseGame(network.description.game);
  const learner = await openLearner({ game, network, threads: 1, coherent: false });
  await learner.configure(learnSettings(METHODS.find((method) => method.name === 'td')!));
  await learner.learn({ games: 300, seed: 1, first: 0 });
  const header = {
    description: network.description,
    folded: foldedPatterns(network),
    provenance: {},
    date: '2026-01-01T00:00:00Z',
    ...(trainedLargest !== undefined && { trainedLargest }),
  };
  const path = join(folder, `${name}.safetensors`);
  await writeFileWhole(path, (sink) => writeSafetensors(sink, header, weightChunks(learner)));
  await learner.close();
  return path;
}

/** The same moves, worth the same except for rounding, and the best of them chosen. */
function alike(found: Choice, expected: Choice): void {
  expect(found.moves.map(({ move, gain }) => ({ move, gain }))).toEqual(
    expected.moves.map(({ move, gain }) => ({ move, gain })),
  );
  found.moves.forEach(({ value }, i) => {
    const other = expected.moves[i]!.value;
    expect(Math.abs(value - other)).toBeLessThanOrEqual(2e-5 * Math.max(100, Math.abs(other)));
  });
  const best = found.moves.find(({ move }) => move === found.best);
  expect(best?.value).toBe(found.moves.length === 0 ? undefined : Math.max(...found.moves.map(({ value }) => value)));
}

async function agree(spec: string, game: Game, states: readonly State[]): Promise<void> {
  const [one, two, three] = [await player(spec, game, 1), await player(spec, game, 2), await player(spec, game, 3)];
  for (const state of states) {
    const expected = await one.choose(state);
    alike(await two.choose(state), expected);
    alike(await three.choose(state), expected);
  }
}

/** Full enough to search deeply in no time. */
const hasFewGaps = ({ board }: State): boolean => board.filter((exponent) => exponent === 0).length < 5;

describe('several threads find what one finds', () => {
  test.each<[what: string, description: Partial<NetworkDescription>, options: string]>([
    ['a network', {}, 'ply=4'],
    ['with a depth that the board decides', {}, 'ply=1-4'],
    ['without a table', {}, 'ply=4&table=0'],
    ['with a cutoff', {}, 'ply=5&cutoff=0.05'],
    ['with stages', { stages: 'reach:64,128', network: '0123 1256' }, 'ply=4'],
    ['in Threes', { game: 'threes', network: '0123h 1256' }, 'ply=4'],
    ['by few plies, which one thread searches', {}, 'ply=2'],
  ])('%s', async (what, description, options) => {
    const path = await model(what.replaceAll(' ', '-'), description);
    const game = parseGame(description.game ?? '2048');
    const states = [...playedStates(game, 60, 1), ...largeStates(game, 60, 2)].filter(hasFewGaps);
    await agree(`ntuple:${path}?${options}`, game, states.slice(0, 16));
  });

  test.each(['expectimax?eval=snake+empty*10&depth=4', 'nneonneo?depth=4&cutoff=0.001', 'nneonneo?cutoff=0.01'])(
    '%s',
    async (spec) => {
      for (const game of [parseGame('2048'), parseGame('threes')])
        await agree(spec, game, playedStates(game, 60, 3).filter(hasFewGaps).slice(0, 6));
    },
  );

  test.each(['alphabeta?depth=3', 'ovolve?depth=3', 'random'])('%s, which does not share its work', async (spec) => {
    const game = parseGame('2048');
    await agree(spec, game, playedStates(game, 5, 4));
  });
});

describe('under a time limit', () => {
  test('several threads keep it, and give the values of a number of plies that all moves were searched to', async () => {
    const path = await model('timed', {});
    const game = parseGame('2048');
    const [timed, ...fixed] = [
      await player(`ntuple:${path}?ms=20`, game, 2),
      ...(await Promise.all([1, 2, 3, 4, 5, 6, 7].map((ply) => player(`ntuple:${path}?ply=${ply}`, game, 1)))),
    ];
    for (const state of playedStates(game, 4, 5).slice(1)) {
      let choice: Choice | undefined;
      const took = (): Promise<number> => timeOf(async () => (choice = await timed!.choose(state)), 2);
      expect(await shortest(25, took)).toBeLessThan(25);
      const same = async (ply: Player): Promise<boolean> => {
        const { moves } = await ply.choose(state);
        return moves.every(({ value }, i) => Math.abs(value - choice!.moves[i]!.value) < 2e-5 * Math.max(100, value));
      };
      let plies = 0;
      for (let i = 0; i < fixed.length && plies === 0; i++) if (await same(fixed[i]!)) plies = i + 1;
      expect(plies).toBeGreaterThan(0);
    }
  });
});

describe('positions at the edge', () => {
  test('no legal move, one legal move, one empty cell, tiles past 32768', async () => {
    const path = await model('edge', {});
    const game = parseGame('2048');
    const boards = [
      '2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2',
      '0,2,4,8/0,16,32,64/0,128,256,512/0,2,4,8',
      '2,4,8,16/32,64,128,256/512,2,4,8/16,32,64,0',
      Array.from({ length: 16 }, () => 32768).join(),
      '65536,2,4,2/4,8,16,32/2,4,8,16/0,0,2,2',
    ];
    await agree(
      `ntuple:${path}?ply=4&cutoff=0.001`,
      game,
      boards.map((board) => parseBoard(board, game)),
    );
    const two = await player(`ntuple:${path}?ply=4`, game, 2);
    expect(await two.choose(parseBoard(boards[0]!, game))).toEqual({ best: undefined, moves: [] });
  });
});

describe('the largest tile of training', () => {
  const game = parseGame('2048');
  const board = parseBoard('16384,8192,0,2/512,256,0,4/4,2,0,0/2,0,0,0', game);
  const lowered = parseBoard('2048,1024,0,2/512,256,0,4/4,2,0,0/2,0,0,0', game);

  test('is the largest that a network counts as knowing: boards with larger tiles are lowered', async () => {
    const path = await model('small', {}, 11);
    for (const threads of [1, 2]) {
      for (const options of ['ply=1', 'ply=4&cutoff=0.01']) {
        const one = await player(`ntuple:${path}?${options}`, game, threads);
        const never = await player(`ntuple:${path}?${options}&downgrade=0`, game, threads);
        const values = async (of: Player, state: State): Promise<number[]> =>
          (await of.choose(state)).moves.map(({ value }) => value);
        expect(await values(one, board)).toEqual(await values(never, lowered));
        expect(await values(never, board)).not.toEqual(await values(never, lowered));
      }
    }
  });

  test('can be given instead; the model’s own is not repeated in the spec', async () => {
    const [says, silent] = [await model('says', {}, 11), await model('silent', {})];
    const specOf = async (spec: string): Promise<string> => (await player(spec, game, 1)).spec;
    expect(await specOf(`ntuple:${says}?downgrade=auto`)).toBe(`ntuple:${says}`);
    expect(await specOf(`ntuple:${says}?downgrade=2048`)).toBe(`ntuple:${says}`);
    expect(await specOf(`ntuple:${says}?downgrade=32768`)).toBe(`ntuple:${says}?downgrade=32768`);
    expect(await specOf(`ntuple:${silent}?downgrade=32768`)).toBe(`ntuple:${silent}`);
    expect(await specOf(`ntuple:${silent}?downgrade=0`)).toBe(`ntuple:${silent}?downgrade=0`);
    await expect(specOf(`ntuple:${says}?downgrade=3`)).rejects.toThrow('downgrade is a tile from 16 to 32768');
  });
});

test('a player whose games were stopped searches again', async () => {
  const game = parseGame('2048');
  const one = await player('expectimax?depth=3', game, 1);
  const [state] = playedStates(game, 1, 6) as [State];
  const expected = await one.choose(state);
  const signal = AbortSignal.timeout(50);
  await expect(one.playGames({ games: 1000, seed: 1, signal })).rejects.toThrow();
  expect(await one.choose(state)).toEqual(expected);
});
