// Whole games that the server plays, as they end: the lines of POST /api/games.

import { parseGame } from 'afterstate';
import type { GamesAnswer, GamesJob } from './messages.ts';
import { noAnswer, post } from './server.ts';

/** The most games that one request may ask for. */
export const MOST_GAMES_ASKED = 1000;

interface Line extends GamesAnswer {
  readonly first: number;
  readonly error?: { readonly code?: string; readonly message?: string };
}

/**
 * Passes the games to `take` in order, some at a time; resolves after the last. Rejects with a `NoAnswer` if the server does
 * not play them, or with an `InterruptedError` once the signal has aborted.
 */
export function playOnServer(
  { kind: _kind, ...job }: GamesJob,
  signal: AbortSignal,
  take: (games: GamesAnswer) => void,
): Promise<void> {
  const game = parseGame(job.game);
  return post('./api/games', job, signal, async (response) => {
    let [rest, done] = ['', 0];
    for await (const text of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (line === '') continue;
        const { error, first, player, scores, largest, moves, seconds } = JSON.parse(line) as Line;
        if (error) throw noAnswer(error);
        if (first !== job.first + done) throw new Error('games are missing');
        done += scores.length;
        take({ player, scores, largest: largest.map((tile) => game.exponent(tile)!), moves, seconds });
      }
    }
    if (done < job.games) throw new Error('the answer ends too early');
  });
}
