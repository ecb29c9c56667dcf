// The solved endgames that a network's player consults: which ones, where they lie, and the option that enables them. Nearly all
// boards with large tiles have them along the edge and back, so the snakes of seven and eight locked cells are enough. They are
// solved when the player opens, in its network's memory; their files would be larger than the network's.

import type { Kernel } from '../kernel/kernel.ts';
import { ENDGAME_TABLES, ENDGAMES } from '../kernel/layout.ts';
import { endgameBytes, solveInto } from '../kernel/solved-endgame.ts';
import type { Endgame } from '../rules/endgame.ts';
import { requireEndgames, snakeCells } from '../rules/endgame.ts';
import type { Game } from '../rules/game.ts';
import { choice } from '../rules/option-types.ts';
import { option } from '../rules/options.ts';

/** Tables begin on a cache line. */
const LINE = 64;

export const ENDGAME = option(
  choice([
    ['off', 'none'],
    ['128', 'to make 128'],
    ['256', 'to make 128 or 256'],
  ]),
  {
    default: 'off',
    label: 'endgames',
    about:
      'solve endgames up to this tile when the player opens, and prefer their best moves: 128 takes some seconds and 0.2 GB, 256 half a minute and 0.7 GB',
    rare: true,
    games: { words: 'games in which a 2 or a 4 appears', has: (game) => game.plainSpawns },
  },
);
export type EndgameChoice = 'off' | '128' | '256';

/** Larger targets first: the kernel takes the first endgame that a board is in. */
function endgamesOf(which: EndgameChoice, game: Game): Endgame[] {
  if (which === 'off') return [];
  requireEndgames(game);
  const usual = [7, 8].map((count): Endgame => ({ locked: snakeCells(count, game), target: 7 }));
  return which === '256' ? [{ locked: snakeCells(7, game), target: 8 }, ...usual] : usual;
}

/** The bytes of all tables. */
export function endgamesBytes(which: EndgameChoice, game: Game): number {
  return endgamesOf(which, game).reduce((sum, endgame) => sum + LINE + endgameBytes(endgame, game), 0);
}

/** Solves the endgames into memory starting at an address, and has the kernel consult them. */
export async function consultEndgames(kernel: Kernel, which: EndgameChoice, from: number): Promise<void> {
  let at = from;
  let count = 0;
  for (const endgame of endgamesOf(which, kernel.game)) {
    at = Math.ceil(at / LINE) * LINE;
    await solveInto(kernel, at, endgame);
    kernel.setInt(ENDGAME_TABLES + 4 * count++, at);
    at += endgameBytes(endgame, kernel.game);
  }
  kernel.setInt(ENDGAMES, count);
}
