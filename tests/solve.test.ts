// Endgames: the kernel's chances against a solver written by the rules alone, against play by the table, and the
// command as a user runs it.

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  create2048,
  emptyBoard,
  endgameOf,
  endgameStates,
  InputError,
  MOVES,
  Random,
  snakeCells,
  SYMMETRIES,
  transform,
  TRANSFORMED_MOVES,
  unpackPly,
} from 'afterstate';
import type { Board, Endgame, Game, Move, Player, State } from 'afterstate';
import { openPlayer, openSharedNetwork, solveEndgame } from 'afterstate/node';
import { describe, expect, test } from 'vitest';
import { runCommand, runRefused } from './command.testing.ts';

const game = create2048();

/** Every way to fill the free cells; locked ones hold different tiles, because equal ones would merge. */
function* boardsOf({ locked, target }: Endgame): Generator<Board> {
  const base = emptyBoard(game).map((_, cell) =>
    locked.includes(cell) ? target + (cell % 4) + 4 * ((cell >> 2) & 1) : 0,
  );
  const free = base.flatMap((exponent, cell) => (exponent === 0 ? [cell] : []));
  for (let number = 0; number < target ** free.length; number++) {
    const board = [...base];
    let rest = number;
    for (const cell of free) {
      board[cell] = rest % target;
      rest = Math.floor(rest / target);
    }
    yield board;
  }
}

/** The definition, by the rules: the best allowed move, each the mean over all outcomes. */
function naiveChances(endgame: Endgame, rules: Game): (board: Board) => number {
  const known = new Map<string, number>();
  const isFree = (cell: number): boolean => !endgame.locked.includes(cell);
  const chance = (board: Board): number => {
    const key = board.join();
    const found = known.get(key);
    if (found !== undefined) return found;
    let best = 0;
    for (const move of rules.legalMoves({ board })) {
      const after = rules.afterstate({ board }, move)!;
      if (!after.board.every((exponent, cell) => isFree(cell) || exponent === board[cell])) continue;
      const isMade = after.board.some((exponent, cell) => isFree(cell) && exponent === endgame.target);
      const value = isMade
        ? 1
        : rules.outcomes(after).reduce((sum, { probability, state }) => sum + probability * chance(state.board), 0);
      best = Math.max(best, value);
    }
    known.set(key, best);
    return best;
  };
  return chance;
}

describe('a solved endgame', () => {
  test.each([
    ['four cells in a corner, 16', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13], 4, 0.1],
    ['a row, 16', snakeCells(12, game), 4, 0.1],
    ['five cells of a snake, 16', snakeCells(11, game), 4, 0.1],
    ['five cells around a locked one, 16', [0, 1, 2, 3, 4, 6, 8, 10, 11, 12, 14], 4, 0.5],
    ['five cells of a snake, 32', snakeCells(11, game), 5, 0.1],
    ['six cells in two columns, 8', [0, 1, 2, 3, 4, 5, 8, 9, 12, 13], 3, 0.1],
    ['four cells, 32, only 2s', snakeCells(12, game), 5, 0],
  ])('is what the rules say, state by state: %s', async (_, locked, target, four) => {
    const rules = create2048({ four });
    const endgame = { locked, target };
    const naive = naiveChances(endgame, rules);
    const solved = await solveEndgame({ game: rules, endgame, threads: 2 });
    try {
      expect(solved.states).toBe(endgameStates(endgame, rules));
      let [furthest, positive] = [0, 0];
      for (const board of boardsOf(endgame)) {
        furthest = Math.max(furthest, Math.abs(solved.chance(board) - naive(board)));
        if (naive(board) > 0) positive++;
      }
      expect(furthest).toBeLessThan(1e-6);
      expect(positive).toBeGreaterThan(0);
    } finally {
      await solved.close();
    }
  });

  test('gives the chance of each move, and its best is the chance of the board', async () => {
    const solved = await solveEndgame({ game, endgame: { locked: snakeCells(10, game), target: 5 }, threads: 1 });
    const board = [14, 13, 12, 11, 7, 8, 9, 10, 6, 5, 1, 0, 0, 2, 2, 1];
    try {
      const moves = solved.moves({ board });
      expect(moves.map(({ move }) => move)).toEqual(game.legalMoves({ board }));
      expect(Math.max(...moves.map(({ chance }) => chance ?? 0))).toBeCloseTo(solved.chance(board), 6);
      expect(moves.find(({ move }) => move === 'right')).toEqual({ move: 'right', chance: undefined });
      expect(() => solved.chance(board.with(12, 5))).toThrow(RangeError);
    } finally {
      await solved.close();
    }
  });

  test('played by its best moves, succeeds as often as it says', async () => {
    const locked = snakeCells(9, game);
    const solved = await solveEndgame({ game, endgame: { locked, target: 6 }, threads: 2 });
    const start = [14, 13, 12, 11, 7, 8, 9, 10, 6, 1, 0, 0, 0, 0, 0, 1];
    const games = 1000;
    try {
      let made = 0;
      for (let number = 0; number < games; number++) {
        const random = Random.forGame(18, number);
        let board: Board = start;
        for (;;) {
          const moves = solved.moves({ board }).filter(({ chance }) => chance !== undefined);
          const best = moves.toSorted((a, b) => b.chance! - a.chance!)[0];
          if (!best) break;
          const after = game.afterstate({ board }, best.move)!;
          if (after.board.some((exponent, cell) => exponent >= 6 && !locked.includes(cell))) {
            made++;
            break;
          }
          board = game.spawn(after, random).state.board;
        }
      }
      const chance = solved.chance(start);
      expect(chance).toBeGreaterThan(0.1);
      expect(chance).toBeLessThan(0.9);
      // Four standard errors: one seed in 16,000 would miss.
      expect(Math.abs(made / games - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / games));
    } finally {
      await solved.close();
    }
  });

  test('is given up when its signal aborts', async () => {
    const endgame = { locked: snakeCells(8, game), target: 7 };
    const controller = new AbortController();
    const onProgress = (): void => controller.abort(new Error('enough'));
    await expect(solveEndgame({ game, endgame, threads: 2, signal: controller.signal, onProgress })).rejects.toThrow(
      'enough',
    );
  });

  test('a board is in one if its tiles from the target on do not merge', () => {
    const board = [14, 13, 12, 11, 7, 8, 9, 9, 0, 0, 0, 0, 0, 0, 1, 2];
    expect(endgameOf(board, 10, game)).toEqual({ locked: [0, 1, 2, 3], target: 10 });
    expect(() => endgameOf(board, 9, game)).toThrow(InputError);
    expect(() => endgameOf(board, 9, game)).toThrow(/512s at row 2, column 3 and row 2, column 4 merge/);
  });
});

describe('afterstate solve', () => {
  const run = (...args: string[]) => runCommand(tmpdir(), 'solve', '--threads', '1', ...args);
  const board = '16384,8192,4096,2048/128,256,512,1024/64,32,0,0/0,4,2,2';

  test('prints the states, the time and the chances', async () => {
    const { status, stdout, stderr } = await run('--locked', '10', '--target', '32');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^10 cells locked, 6 free, to make 32\n15,625 states solved in .* on 1 thread\n/);
    expect(stdout).toMatch(/with two new tiles on the free cells: \d+\.\d\d% \(\d+\.\d\d% to \d+\.\d\d%\)\n$/);
  });

  test('prints the moves of a board with the best marked, also as JSON', async () => {
    const { status, stdout } = await run('--board', board, '--target', '32', '--json');
    expect(status).toBe(0);
    const document = JSON.parse(stdout) as {
      locked: number[];
      target: number;
      states: number;
      chance: number;
      best: string;
      moves: { move: string; chance: number | null }[];
    };
    expect(document).toMatchObject({ locked: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], target: 32, states: 15_625 });
    const best = document.moves.find(({ move }) => move === document.best);
    expect(best!.chance).toBeCloseTo(document.chance, 6);
    expect(document.moves.map(({ move }) => move)).toEqual(['up', 'right', 'down', 'left']);
    expect(document.moves.find(({ move }) => move === 'right')!.chance).toBeNull();
    const words = await run('--board', board, '--target', '32');
    expect(words.stdout).toMatch(/move +chance of 32 +to the best\n/);
    expect(words.stdout).toMatch(/moves a locked tile/);
  });

  test.each([
    [['--locked', '8', '--shape', '0123'], '--locked and --shape both say which cells are locked; give one'],
    [
      ['--shape', '0012'],
      "--shape must be 1 to 15 different cells in hex, 0 the upper left and f the lower right, such as 012345, not '0012'",
    ],
    [['--target', '100'], "--target must be a tile from 8 to 16384, not '100'"],
    [['--target', '4'], "--target must be a tile from 8 to 16384, not '4'"],
    [['--board', board, '--locked', '3'], 'leave --locked and --shape out'],
    [['--board', '64,64,0,0/0,0,0,0/0,0,0,0/0,0,0,0', '--target', '32'], 'merge at once'],
    [['--board', '64,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0'], 'too many cells are free; give a target'],
    [['--locked', '2', '--target', '2048'], 'lock more cells, or give a smaller target'],
    [['--game', 'threes'], 'endgames of threes are not solved'],
    [['--game', '2048?end=2048'], 'endgames of 2048?end=2048 are not solved'],
  ])('says what is wrong in one line: %j', async (args, message) => {
    const { status, stdout, stderr } = await runRefused(tmpdir(), 'solve', '--threads', '1', ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('a player that consults solved endgames', () => {
  const model = join(import.meta.dirname, '../models/2048-tiny');

  // It opens once, for both ways of choosing: solving takes ten seconds of a core.
  test('makes the best move of the endgame unless it moves a locked tile, on all symmetric boards', async () => {
    const spec = `ntuple:${model}?ply=4`;
    const [plain, consulting] = await Promise.all([
      openPlayer(spec, { game, threads: 2 }),
      openPlayer(`${spec}&endgame=128`, { game, threads: 2 }),
    ]);
    const solved = await solveEndgame({ game, endgame: { locked: snakeCells(8, game), target: 7 }, threads: 2 });
    /** What both players choose: with several threads that search together, or as in whole games. */
    const choose = async (player: Player, state: State, inGames: boolean): Promise<Move | undefined> => {
      if (!inGames) return (await player.choose(state)).best;
      const { records } = await player.playOn!(state, { games: 1, seed: 1, records: true });
      const ply = records![0]!.plies[0];
      return ply === undefined ? undefined : unpackPly(ply, game).move;
    };
    try {
      expect(consulting.spec).toBe(`${spec}&endgame=128`);
      let changed = 0;
      for (let number = 0; number < 128; number++) {
        const random = Random.forGame(7, number);
        const free = Array.from({ length: 8 }, () => random.below(7));
        const board = [14, 13, 12, 11, 7, 8, 9, 10, ...free];
        const moves = solved.moves({ board });
        const state = { board: transform(board, SYMMETRIES[number % 8]!) };
        const inGames = number % 16 < 8;
        const before = await choose(plain, state, inGames);
        const after = await choose(consulting, state, inGames);
        if (before === undefined) continue;
        const chanceOf = (move: Move) => {
          const there = TRANSFORMED_MOVES[number % 8]!.indexOf(MOVES.indexOf(move));
          return moves.find((own) => own.move === MOVES[there])!.chance;
        };
        const own = chanceOf(before);
        const best = Math.max(...moves.map(({ chance }) => chance ?? 0));
        if (own === undefined || best < own + 0.0049) expect(after).toBe(before);
        else if (best > own + 0.0051) {
          expect(chanceOf(after!)).toBeCloseTo(best, 5);
          changed++;
        }
      }
      expect(changed).toBeGreaterThan(10);
    } finally {
      await Promise.all([plain.close(), consulting.close(), solved.close()]);
    }
  }, 300_000);

  test('is refused with a reason if there are none', async () => {
    await expect(openPlayer(`ntuple:${model}?endgame=64`, { game })).rejects.toThrow(/endgame/);
    await expect(openPlayer(`ntuple:${model}?endgame=128`, { game: create2048({ idle: 'spawn' }) })).rejects.toThrow(
      /endgames of .* are not solved/,
    );
    const network = await openSharedNetwork({ game, model, threads: 1, mostTable: 18 });
    try {
      await expect(network.choose('ntuple?endgame=128', { board: emptyBoard(game).with(0, 1) })).rejects.toThrow(
        /leave endgame out/,
      );
    } finally {
      await network.close();
    }
  });
});
