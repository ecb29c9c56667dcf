// Games of a player into a file of records. Threads finish games in any order, but games are written in the order of their
// numbers, so the file does not depend on the number of threads or interruptions.

import { InputError, packState, parseSpec, replay } from 'afterstate';
import type { FinishedGame, Player } from 'afterstate';
import { recordOf } from './text.ts';
import type { RecordsWriter } from './writer.ts';

/** Games per request to the player: threads wait for each other only at its end. */
const REQUEST = 4096;
/** How many plies of a file's last game a player must repeat before it continues the file. */
const PLIES_ALIKE = 50;

export interface GenerateOptions {
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: { games: number; actions: number }) => void) | undefined;
}

/**
 * Plays until the writer's goal is reached, starting with the game after its last. If this is stopped or fails, the writer has
 * the finished games that are in order. The caller closes the writer.
 */
export async function generate(player: Player, writer: RecordsWriter, options: GenerateOptions): Promise<void> {
  const { seed, signal, onProgress } = options;
  const enough = new AbortController();
  const stop = signal ? AbortSignal.any([signal, enough.signal]) : enough.signal;
  const waiting = new Map<number, FinishedGame>();
  let failure: unknown;
  const take = (number: number, finished: FinishedGame): void => {
    waiting.set(number, finished);
    for (let next = writer.games; !writer.isFinished; next++) {
      const game = waiting.get(next);
      if (!game) break;
      waiting.delete(next);
      const { start, plies, score, largest } = game;
      writer.add({
        number: next,
        seed,
        player: 0,
        start: packState(start),
        moves: plies.length,
        score,
        largest,
        plies,
      });
    }
    writer.flush().catch((error: unknown) => {
      failure ??= error;
      enough.abort();
    });
    onProgress?.({ games: writer.games, actions: writer.actions });
    if (writer.isFinished) enough.abort();
  };

  while (!writer.isFinished) {
    signal?.throwIfAborted();
    const first = writer.games;
    const left = 'games' in writer.goal ? writer.goal.games - first : REQUEST;
    try {
      const onGame = (i: number, game: FinishedGame): void => take(first + i, game);
      const results = await player.playGames({
        games: Math.min(left, REQUEST),
        seed,
        first,
        records: true,
        onGame,
        signal: stop,
      });
      // Some players hand over their games only at the end.
      results.records?.forEach((game, i) =>
        take(first + i, { ...game, score: results.scores[i]!, largest: results.largest[i]! }),
      );
    } catch (error) {
      if (!enough.signal.aborted) throw error;
    }
    await writer.flush();
    if (failure !== undefined) throw failure;
  }
}

/**
 * Throws if a player does not play the beginning of the writer's last game as recorded: otherwise one network could continue a
 * file that another began. A player with a time limit may play differently every time, so it is not checked.
 */
export async function requireSamePlayer(player: Player, writer: RecordsWriter): Promise<void> {
  const { last, header, game } = writer;
  if (!last || parseSpec(player.spec).options.has('ms')) return;
  await player.newGame(last.seed, last.number);
  for (const step of replay(recordOf(header, game, last), game)) {
    if (step.ply > PLIES_ALIKE) return;
    const { best } = await player.choose(step.before);
    if (best !== step.move)
      throw new InputError(
        `${player.spec} is not the player that made '${writer.path}': in game ${last.number} it plays ${best ?? 'nothing'} where ${step.move} is recorded, at ply ${step.ply}; start another file with --out`,
      );
  }
}
