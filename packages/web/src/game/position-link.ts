// A position as the parameters of an address: `game=2048&board=…&score=…`.

import {
  DEFAULT_GAME,
  type Game,
  InputError,
  parseBoard,
  parseGame,
  printBoard,
  startScore,
  type State,
} from 'afterstate';

export interface LinkedPosition {
  readonly game: Game;
  readonly state: State;
  /** The score, if it is not what the tiles alone give. */
  readonly score: number;
}

export function positionParameters({ game, state, score }: LinkedPosition): Record<string, string> {
  const told = score === startScore(state, game) ? {} : { score: String(score) };
  return { game: game.spec, board: printBoard(state, game), ...told };
}

/** The position in an address; throws an InputError if it is not valid. */
export function positionOf(parameters: URLSearchParams): LinkedPosition | undefined {
  const board = parameters.get('board');
  if (board === null) return undefined;
  const game = parseGame(parameters.get('game') ?? DEFAULT_GAME);
  const state = parseBoard(board, game);
  const least = startScore(state, game);
  const told = parameters.get('score');
  const score = told === null ? least : Number(told);
  if (told?.trim() === '' || !Number.isSafeInteger(score) || score < least)
    throw new InputError(`the score '${told}' is not a whole number of at least ${least}`);
  return { game, state, score };
}
