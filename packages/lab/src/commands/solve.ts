// afterstate solve: solves an endgame of 2048 exactly, and rates each move of a board in it.

import {
  cellCount,
  drawBoard,
  endgameOf,
  endgameStates,
  InputError,
  LEAST_TARGET,
  printBoard,
  quickEndgameOf,
  readBoard,
  requireEndgames,
  snakeCells,
} from 'afterstate';
import type { Endgame, Game, MoveChance, SolvedEndgame, State } from 'afterstate';
import { solveEndgame } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { useHugePages } from '../files/memory.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, duration, table } from '../terminal/table.ts';
import { gameOption, jsonOption, threadsOption, wholeNumber } from './options.ts';

const LOCKED = 8;
const TARGET = 128;

const HELP = `
In an endgame the largest tiles stay where they are: they are locked, like walls. The aim is to make the
target tile on the free cells without moving a locked tile. The chance of success is exact, and assumes
the best move every time. A board is in the endgame of a target if its tiles from the target up are
locked and no two of them merge.

Examples:
  afterstate solve
  afterstate solve --locked 9 --target 64
  afterstate solve --shape 0123457 --target 128 --json
  afterstate solve --board '16384,8192,4096,2048/128,256,512,1024/0,0,2,8/0,4,16,32'`;

interface SolveFlags {
  readonly locked?: number;
  readonly shape?: number[];
  readonly target?: string;
  readonly board?: string;
  readonly game: Game;
  readonly threads: number;
  readonly json: boolean;
}

export function register(program: Command): void {
  program
    .command('solve')
    .description('solve an endgame of 2048 exactly: the chance of making one more tile beside large ones')
    .addOption(
      new Option(
        '--locked <n>',
        `how many cells are locked, along the first row and back along the next; ${LOCKED} by default`,
      ).argParser(wholeNumber('--locked', 1, 15)),
    )
    .addOption(
      new Option('--shape <cells>', 'which cells are locked, in hex as in patterns: 012345').argParser(readCells),
    )
    .option(
      '--target <tile>',
      `the tile to make; by default ${TARGET}, or for a board the largest that takes only seconds`,
    )
    .option(
      '--board <tiles>',
      "a board whose moves to judge, as in 'afterstate move'; its tiles from the target up are locked",
    )
    .addOption(gameOption())
    .addOption(threadsOption())
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(async (flags: SolveFlags) => {
      const { game, threads, json } = flags;
      requireEndgames(game);
      useHugePages();
      const state = flags.board === undefined ? undefined : readBoard(flags.board, game).state;
      const endgame = state ? endgameOfBoard(state, flags) : endgameOfShape(flags);
      const progress = progressLine({ total: endgameStates(endgame, game), unit: 'states' });
      const solved = await interruptible((signal) =>
        solveEndgame({ game, endgame, threads, signal, onProgress: (done) => progress.update(done) }),
      ).finally(() => progress.clear());
      try {
        process.stdout.write(
          json ? `${JSON.stringify(document(solved, threads, state))}\n` : report(solved, threads, state),
        );
      } finally {
        await solved.close();
      }
    });
}

/** A reader of cells in hex. */
function readCells(text: string): number[] {
  const cells = [...new Set([...text.toLowerCase()].map((digit) => Number.parseInt(digit, 16)))];
  if (!/^[0-9a-f]{1,15}$/i.test(text) || cells.length !== text.length)
    throw new InputError(
      `--shape must be 1 to 15 different cells in hex, 0 the upper left and f the lower right, such as 012345, not '${text}'`,
    );
  return cells.sort((a, b) => a - b);
}

function readTarget(text: string, game: Game): number {
  const exponent = /^\d+$/.test(text) ? game.exponent(Number(text)) : undefined;
  if (exponent === undefined || exponent < LEAST_TARGET || exponent > 14)
    throw new InputError(`--target must be a tile from ${game.tile(LEAST_TARGET)} to ${game.tile(14)}, not '${text}'`);
  return exponent;
}

function endgameOfShape({ locked, shape, target = `${TARGET}`, game }: SolveFlags): Endgame {
  if (locked !== undefined && shape)
    throw new InputError('--locked and --shape both say which cells are locked; give one');
  return { locked: shape ?? snakeCells(locked ?? LOCKED, game), target: readTarget(target, game) };
}

/** By the given target, or by the largest for which the board is an endgame of few states. */
function endgameOfBoard({ board }: State, { locked, shape, target, game }: SolveFlags): Endgame {
  if (locked !== undefined || shape)
    throw new InputError(
      'the locked cells of a --board are those with tiles from the target up; leave --locked and --shape out',
    );
  if (target !== undefined) return endgameOf(board, readTarget(target, game), game);
  return quickEndgameOf(board, game);
}

function document(solved: SolvedEndgame, threads: number, state: State | undefined): object {
  const { game, endgame, states, seconds } = solved;
  return {
    game: game.spec,
    locked: endgame.locked,
    target: game.tile(endgame.target),
    states,
    seconds,
    threads,
    deals: solved.deals(),
    ...(state && {
      board: printBoard(state, game),
      chance: solved.chance(state.board),
      best: bestOf(solved.moves(state))?.move ?? null,
      moves: solved.moves(state).map(({ move, chance }) => ({ move, chance: chance ?? null })),
    }),
  };
}

/** The first move with the largest chance; undefined if none is allowed. */
function bestOf(moves: readonly MoveChance[]): MoveChance | undefined {
  const [best] = moves.filter(({ chance }) => chance !== undefined).sort((a, b) => b.chance! - a.chance!);
  return best;
}

function report(solved: SolvedEndgame, threads: number, state: State | undefined): string {
  const { game, endgame, states, seconds } = solved;
  const { mean, least, most } = solved.deals();
  const free = cellCount(game) - endgame.locked.length;
  const lines = [
    `${endgame.locked.length} cell${endgame.locked.length === 1 ? '' : 's'} locked, ${free} free, to make ${game.tile(endgame.target)}`,
    `${decimal(states)} states solved in ${duration(seconds)} on ${threads} thread${threads === 1 ? '' : 's'}`,
    `with two new tiles on the free cells: ${percentage(mean)} (${percentage(least)} to ${percentage(most)})`,
  ];
  return [...lines, ...(state ? ['', drawBoard(state, game), '', ...moveLines(solved, state)] : []), ''].join('\n');
}

function moveLines(solved: SolvedEndgame, state: State): string[] {
  const { bold, dim } = paintFor(process.stdout);
  const moves = solved.moves(state);
  if (moves.length === 0) return ['no move is legal: the game is over'];
  const best = bestOf(moves);
  const [heading, ...rows] = table(
    [
      ['move', `chance of ${solved.game.tile(solved.endgame.target)}`, 'to the best'],
      ...moves.map(({ move, chance }) => [
        move,
        chance === undefined ? 'moves a locked tile' : percentage(chance),
        chance === undefined || !best ? '' : move === best.move ? 'best' : `−${percentage(best.chance! - chance)}`,
      ]),
    ],
    ['left', 'right', 'right'],
  );
  return [dim(heading!), ...rows.map((row, i) => (moves[i] === best ? bold(row) : row))];
}

/** Two digits more than a hundred plays would show: chances near 0 and 1 differ there. */
function percentage(chance: number): string {
  return `${(100 * chance).toFixed(2)}%`;
}
