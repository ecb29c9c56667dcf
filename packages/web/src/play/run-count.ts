// Which games of auto-run count: those in which one player made nearly all the moves, from a dealt board to the end. A person may have
// made a few, or a smaller model the first ones while a better one was loading. This is loaded with the first run.

import type { OwnGame } from '../game/own-game.ts';
import { load, save, saver } from '../shell/storage.ts';
import { countGame } from './run-statistics.ts';

/** The share of the moves that must be the player's. */
const SHARE = 0.9;

interface Made {
  readonly id: string;
  /** Moves by each player, by spec. */
  readonly by: Readonly<Record<string, number>>;
}

/** The game that auto-run plays in this tab; a reload leaves it. */
let made: Made | undefined = load('auto-run:made', ({ id, by }) => ({ id, by }) as Made, 'session');
let counted: string | undefined;
const keep = saver(() => made && save('auto-run:made', { ...made }, 'session'));

/** Notes that the player has made this many moves. */
export function addMoves({ id }: OwnGame, player: string, moves: number): void {
  const by = made?.id === id ? made.by : {};
  made = { id, by: { ...by, [player]: (by[player] ?? 0) + moves } };
  keep();
}

/** Notes that a move of auto-run has ended the game, or that the player makes no further move. */
export function endGame(own: OwnGame, player: string): void {
  // A move undone and made again ends the same game once more.
  if (own.edited || own.moves === 0 || counted === own.id || made?.id !== own.id) return;
  if ((made.by[player] ?? 0) < SHARE * own.moves) return;
  counted = own.id;
  countGame(own.game.name, player, own.score, Math.max(...own.position.state.board));
}
