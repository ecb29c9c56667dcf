// The notebook: positions to practise, and how far a person has come with each. One entry of the database per position, named after it,
// so the same position from two games is one exercise. One that was taken out stays as a marker, or its game would bring it back.

import { type Game, type GameName, type Move, MOVES, printBoard, type State } from 'afterstate';
import { all, put, transact } from '../shell/database.ts';
import { type Progress, UNTRIED } from './schedule.ts';

export interface Exercise extends Progress {
  /** The spec of the rules and the position in board notation. */
  readonly id: string;
  readonly game: GameName;
  readonly rules: string;
  readonly board: string;
  readonly score: number;
  /** The judge's value of each of the four moves; null if one is not legal. */
  readonly values: readonly (number | null)[];
  readonly judge: string;
  /** The move played in the game that it is from. */
  readonly played: Move;
  readonly source: 'own' | 'collected';
  /** Which game it is from, in words: a date, or a player. */
  readonly from: string;
  readonly added: number;
  readonly removed?: boolean;
}

export interface Position {
  readonly game: Game;
  readonly state: State;
  readonly score: number;
  /** NaN if a move is not legal. */
  readonly values: ArrayLike<number>;
  readonly judge: string;
  readonly played: number;
  readonly from: string;
}

export function exerciseOf(position: Position, source: Exercise['source'], now = Date.now()): Exercise {
  const { game, state, score, values, judge, played, from } = position;
  const board = printBoard(state, game);
  return {
    id: `${game.spec} ${board}`,
    game: game.name,
    rules: game.spec,
    board,
    score,
    values: Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
    judge,
    played: MOVES[played]!,
    source,
    from,
    added: now,
    ...UNTRIED,
  };
}

/** Those of a game, including those taken out. */
export async function exercisesOf(game: GameName): Promise<Exercise[]> {
  return (await all<Exercise>('notebook')).filter((exercise) => exercise.game === game);
}

/** Adds those that are new, and leaves the others as they are; returns how many were new. */
export function addExercises(exercises: readonly Exercise[], evenRemoved = false): Promise<number> {
  return transact('notebook', 'readwrite', async (transaction) => {
    let added = 0;
    for (const exercise of exercises) {
      const here = await transaction.get<Exercise>('notebook', exercise.id);
      if (here && !(evenRemoved && here.removed)) continue;
      transaction.put('notebook', exercise);
      added++;
    }
    return added;
  });
}

export function keepExercise(exercise: Exercise): Promise<void> {
  return put('notebook', exercise);
}

/** The one with more progress counts: the one answered last. */
export function later(here: Exercise, other: Exercise): Exercise {
  return other.last > here.last ? other : here;
}
