// Verifies a file of records: its checksums, and every game replayed by the rules.

import { InputError } from 'afterstate';
import { openReplayer } from 'afterstate/node';
import type { RecordsFile } from './reader.ts';
import { inGame, replayStored } from './text.ts';

export interface Verified {
  readonly games: number;
  readonly actions: number;
  readonly finished: boolean;
  /** The problem, in one line; null if there is none. */
  readonly problem: string | null;
}

export async function verifyRecords(
  file: RecordsFile,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (bytes: number) => void } = {},
): Promise<Verified> {
  const replayer = await openReplayer(file.game);
  const blocks = file.blocks();
  let [games, actions] = [0, 0];
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await blocks.next();
      if (next.done) {
        const finished = file.isFinished(next.value) && !next.value.torn;
        if (next.value.torn) file.requireFinished(next.value);
        return { games, actions, finished, problem: null };
      }
      const { block, offset } = next.value;
      for (const [i, entry] of block.games.entries()) {
        try {
          replayStored(file.header, replayer, { ...entry, plies: block.plies(i) });
        } catch (error) {
          throw inGame(file.path, entry, error);
        }
        games++;
        actions += entry.moves;
      }
      onProgress?.(offset);
    }
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { games, actions, finished: false, problem: error.message };
  }
}
