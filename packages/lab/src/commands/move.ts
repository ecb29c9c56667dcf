// afterstate move: what a player would do on a board, and what it thinks of each move.

import { drawBoard, parseBoard, printBoard } from 'afterstate';
import type { Choice, Game, State } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { paintFor } from '../terminal/colour.ts';
import { decimal, table } from '../terminal/table.ts';
import { difference, valueText } from '../terminal/tiles.ts';
import { gameOption, jsonOption, maxThreads, needed, PLAYER_REMEDY, wholeNumber } from './options.ts';

interface MoveOptions {
  board?: string;
  player?: string;
  game: Game;
  threads: number;
  json: boolean;
}

export function register(program: Command): void {
  program
    .command('move')
    .description('the best move on a board, and the value of each legal move')
    .option(
      '--board <tiles>',
      "sixteen tiles, row by row, 0 for an empty cell: '2,0,0,4/0,0,0,0/0,0,8,0/0,0,0,2'; Threes adds next=1|2|3|bonus",
    )
    .option('--player <spec>', 'who is asked')
    .addOption(gameOption())
    .addOption(
      new Option('--threads <n>', 'threads that search the moves of the board together (ntuple, expectimax, nneonneo)')
        .argParser(wholeNumber('--threads', 1, maxThreads()))
        .default(1),
    )
    .addOption(jsonOption())
    .action(async ({ board, player: spec, game, threads, json }: MoveOptions) => {
      const state = parseBoard(needed(board, '--board', 'give sixteen tiles, row by row, 0 for an empty cell'), game);
      const player = await openPlayer(needed(spec, '--player', PLAYER_REMEDY), { game, threads });
      try {
        const choice = await player.choose(state);
        process.stdout.write(json ? `${JSON.stringify(document(state, choice, game))}\n` : report(state, choice, game));
      } finally {
        await player.close();
      }
    });
}

/** What `move --json` prints; `best` is null where no move is legal or the player makes none. */
function document(state: State, choice: Choice, game: Game): object {
  return {
    board: printBoard(state, game),
    best: choice.best ?? null,
    moves: choice.moves.map(({ move, value, gain }) => ({ move, value, gain })),
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
  return [...lines, ''].join('\n');
}
