// How a game may continue after a move, by a player: its replies, and between them the expected tiles. An expected tile is the
// likeliest one; of the cells where it may appear, all equally likely, it takes the one whose value is nearest to their average. The
// likeliest outcome alone would not do: in 2048 every cell is as likely as the next, and the first is often a lucky one.

import type { Afterstate, Game, Move, Outcome, Player, Ply, State } from 'afterstate';
import type { LineAnswer, LineJob } from './messages.ts';

/** `first`, then the player's moves, up to `moves` in all; fewer if the game ends or the time is up. */
export async function expectedLine(
  player: Player,
  { state: start, first, moves, ms }: Pick<LineJob, 'state' | 'first' | 'moves' | 'ms'>,
): Promise<LineAnswer> {
  const { game } = player;
  const until = performance.now() + ms;
  const plies: Ply[] = [];
  let [state, move]: [State, Move | undefined] = [start, first];
  while (move && plies.length < moves) {
    const afterstate: Afterstate | undefined = game.afterstate(state, move);
    if (!afterstate) break;
    const { outcome, reply } = await expected(player, likeliest(game, afterstate));
    plies.push({ move, spawn: outcome.spawn });
    state = outcome.state;
    move = performance.now() < until ? reply : undefined;
  }
  return { plies };
}

/** The outcomes with the likeliest tile, and in a game with hints the likeliest hint after it: one per cell. */
export function likeliest(game: Game, afterstate: Afterstate): readonly Outcome[] {
  const outcomes = game.outcomes(afterstate);
  const kind = ({ spawn }: Outcome): string => `${spawn.exponent} ${spawn.next ?? ''}`;
  const chances = new Map<string, number>();
  for (const outcome of outcomes) chances.set(kind(outcome), (chances.get(kind(outcome)) ?? 0) + outcome.probability);
  const most = Math.max(...chances.values());
  // Sums of equal shares may differ in the last digit.
  const [chosen] = [...chances].find(([, chance]) => chance > most - 1e-9)!;
  return outcomes.filter((outcome) => kind(outcome) === chosen);
}

async function expected(player: Player, outcomes: readonly Outcome[]) {
  const valued = [];
  for (const outcome of outcomes) {
    const { best, moves } = await player.choose(outcome.state);
    valued.push({ outcome, reply: best, value: moves.find(({ move }) => move === best)?.value ?? 0 });
  }
  const mean = valued.reduce((sum, { value }) => sum + value, 0) / valued.length;
  return valued.reduce((nearest, one) => (Math.abs(one.value - mean) < Math.abs(nearest.value - mean) ? one : nearest));
}
