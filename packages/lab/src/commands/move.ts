// afterstate move: what a player would do on a board, and what it thinks of each move.

import { cellCount, drawBoard, InputError, MOVES, printBoard, readBoard } from 'afterstate';
import type { Board, Choice, Game, Player, State, View } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { interruptible } from '../terminal/interrupt.ts';
import { paintFor } from '../terminal/colour.ts';
import { decimal, table } from '../terminal/table.ts';
import { difference, valueText } from '../terminal/tiles.ts';
import { gameOption, jsonOption, maxThreads, needed, neededPlayer, PLAYERS_HELP, wholeNumber } from './options.ts';

interface MoveOptions {
  board?: string;
  player?: string;
  game: Game;
  threads: number;
  limit?: number;
  views: boolean;
  json: boolean;
}

/** Anyone who waits longer than this is told why. */
const NOTICE_MS = 3000;

export function register(program: Command): void {
  program
    .command('move')
    .description('show the best move on a board, and the value of each legal move')
    .option(
      '--board <tiles>',
      "the tiles, row by row, 0 for an empty cell: '2,0,0,4/0,0,0,0/0,0,8,0/0,0,0,2'; Threes adds next=1|2|3|bonus; also takes arrays, tables and the saved game of a 2048 page",
    )
    .option('--player <spec>', "the player to ask: 'ntuple?ply=3', 'expectimax?depth=3'")
    .addOption(gameOption())
    .addOption(
      new Option('--threads <n>', 'threads that search the moves of the board together (ntuple, expectimax, nneonneo)')
        .argParser(wholeNumber('--threads', 1, maxThreads()))
        .default(1),
    )
    .addOption(
      new Option('--limit <seconds>', 'give up after this long').argParser(wholeNumber('--limit', 1, 1_000_000)),
    )
    .option(
      '--views',
      'show what the network says about each symmetric view of the board (dcnn, resnet, reflex, dqn)',
      false,
    )
    .addOption(jsonOption())
    .addHelpText('after', PLAYERS_HELP)
    .action(async ({ board, player: spec, game, threads, limit, views, json }: MoveOptions) => {
      const { state, exponents } = readBoard(
        needed(board, '--board', `give ${cellCount(game)} tiles, row by row, 0 for an empty cell`),
        game,
      );
      if (exponents)
        process.stderr.write(
          `the numbers of the board were read as exponents, since not all of them are tiles: 1 is ${game.tile(1)}, 2 is ${game.tile(2)}\n`,
        );
      const player = await openPlayer(neededPlayer(spec), { game, threads });
      try {
        const choice = await think(player, state, views, limit);
        if (views && !choice.views)
          throw new InputError(
            `--views shows how a neural policy sees a board, and ${player.spec} has none; give dcnn, resnet, reflex or dqn`,
          );
        process.stdout.write(json ? `${JSON.stringify(document(state, choice, game))}\n` : report(state, choice, game));
      } finally {
        await player.close();
      }
    });
}

/** The player's choice; Ctrl-C and the limit, in seconds, end it. If a player thinks for long, says so once. */
async function think(player: Player, state: State, views: boolean, limit: number | undefined): Promise<Choice> {
  const notice = setTimeout(() => {
    const advice = limit === undefined ? 'stop it with Ctrl-C, or set a --limit' : `its limit is ${limit} s`;
    process.stderr.write(`${player.spec} has been thinking for ${NOTICE_MS / 1000} s; ${advice}\n`);
  }, NOTICE_MS);
  const over = limit === undefined ? undefined : AbortSignal.timeout(limit * 1000);
  try {
    return await interruptible((signal) =>
      player.choose(state, { views, signal: over ? AbortSignal.any([signal, over]) : signal }),
    );
  } catch (error) {
    if (error !== over?.reason) throw error;
    throw new Error(`${player.spec} found no move within ${limit} s; give it a smaller depth, or a longer --limit`, {
      cause: error,
    });
  } finally {
    clearTimeout(notice);
  }
}

/** What `move --json` prints; `best` is null if no move is legal or the player makes none. */
function document(state: State, choice: Choice, game: Game): object {
  return {
    board: printBoard(state, game),
    best: choice.best ?? null,
    moves: choice.moves.map(({ move, value, gain }) => ({ move, value, gain })),
    ...(choice.views && {
      views: choice.views.map(({ board, policy, vote }) => ({
        board: printTiles(board, game),
        probabilities: Object.fromEntries(MOVES.map((move, m) => [move, policy[m]!])),
        vote: vote ?? null,
      })),
    }),
  };
}

function report(state: State, choice: Choice, game: Game): string {
  const { bold, dim } = paintFor(process.stdout);
  const lines = [drawBoard(state, game), ''];
  if (choice.moves.length === 0) return [...lines, 'no move is legal: the game is over', ''].join('\n');
  const best = choice.moves.find(({ move }) => move === choice.best);
  const [heading, ...rows] = table(
    [
      ['move', 'value', 'to the best', 'gain'],
      ...choice.moves.map(({ move, value, gain }) => [
        move,
        valueText(value),
        best ? (move === best.move ? 'best' : difference(value - best.value)) : '',
        decimal(gain),
      ]),
    ],
    ['left', 'right', 'right', 'right'],
  );
  lines.push(dim(heading!), ...rows.map((row, i) => (choice.moves[i]!.move === choice.best ? bold(row) : row)));
  if (!best) lines.push('', 'the player makes none of these moves');
  if (choice.views) lines.push('', ...viewLines(choice.views, game));
  return [...lines, ''].join('\n');
}

/** A board alone, without the next tile that a game with hints shows. */
function printTiles(board: Board, game: Game): string {
  const rows = Array.from({ length: game.rows }, (_, row) => board.slice(game.columns * row, game.columns * (row + 1)));
  return rows.map((row) => row.map((exponent) => game.tile(exponent)).join(',')).join('/');
}

/** One line per view: its board, its own four moves, and its vote on the real board. */
function viewLines(views: readonly View[], game: Game): string[] {
  const { dim } = paintFor(process.stdout);
  const [heading, ...rows] = table(
    [
      ['as the network saw it', ...MOVES, 'vote'],
      ...views.map(({ board, policy, vote }) => [
        printTiles(board, game),
        ...policy.map((probability) => probability.toFixed(3)),
        vote ?? '',
      ]),
    ],
    ['left', 'right', 'right', 'right', 'right', 'left'],
  );
  return [dim(heading!), ...rows];
}
