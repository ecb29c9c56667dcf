// The hard positions that ship with the app: collected.json, which scripts/collect-positions.mjs makes from games of the networks.

import { type GameName, InputError, MOVES, parseBoard, parseGame } from 'afterstate';
import { inWords } from '../players/in-words.ts';
import { type Exercise, exerciseOf } from '../teach/notebook.ts';
import file from './collected.json';

interface Collected {
  readonly game: string;
  readonly board: string;
  readonly score: number;
  readonly values: readonly (number | null)[];
  readonly played: string;
  /** The number of the game, and the ply. */
  readonly from: readonly number[];
}

/** Those of a game, as if they were new: none is in the notebook until it has been tried. */
export function collectedOf(name: GameName): readonly Exercise[] {
  const game = parseGame(name);
  const { plays, judges } = file.sources[name];
  return (file.positions as readonly Collected[])
    .filter((position) => position.game === name)
    .map(({ board, score, values, played, from }) => {
      const move = MOVES.findIndex((move) => move === played);
      if (move < 0) throw new InputError(`'${played}' is not a move`);
      const four = values.map((value) => value ?? NaN);
      const where = `a game of ${inWords(plays)}, move ${from[1]}`;
      const position = { game, state: parseBoard(board, game), score, values: four, played: move, from: where };
      return exerciseOf({ ...position, judge: judges }, 'collected', 0);
    });
}
