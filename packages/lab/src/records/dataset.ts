// Records as a stream of actions to learn from: shuffled, in batches, for ever, over files that need not fit memory.
// Every action of the split comes once an epoch.

/** Actions, each of them a board, the move that was played there, and what came of it. The caller owns the arrays. */
export interface Batch {
  /** Sixteen exponents an action, row by row. */
  readonly boards: Uint8Array;
  /** 0 up, 1 right, 2 down, 3 left. */
  readonly moves: Uint8Array;
  /** What the game scored from this move, its own gain included, to its end. */
  readonly scoresToEnd: Float64Array;
  /** The tile that answered the move: its cell in bits 0–3, its exponent in bits 4–7. */
  readonly spawns: Uint8Array;
  /** Threes only: what was shown of the tile to come when the move was chosen: 1, 2, 3, or 0 for a bonus. */
  readonly nexts?: Uint8Array;
}

/** How far a stream has come. Plain data for a checkpoint. */
export interface Position {
  /** Epochs that are complete. */
  readonly epoch: number;
  /** Actions that this epoch has given so far. */
  readonly step: number;
  /** Of which records, split, seed and memory: a position means nothing in another stream. */
  readonly of: string;
}

export interface DatasetOptions {
  /** The order: one seed, one stream of batches. */
  readonly seed: number;
  /** Which games: all unless said. A game belongs to one of the two whatever the seed. */
  readonly split?: 'train' | 'test';
  /** The share of the games that are for testing; 0.05 unless said. */
  readonly testShare?: number;
  /** Bytes for the actions that are shuffled together; 512 MiB unless said. */
  readonly memory?: number;
  /** Takes files that are still being written, as far as they go. */
  readonly unfinished?: boolean;
}

export interface Dataset {
  /** The game spec, the same in all files. */
  readonly game: string;
  /** Games and actions in the split: an epoch. */
  readonly games: number;
  readonly actions: number;
  readonly position: Position;
  /** The next so many actions; where an epoch ends the next begins. One call at a time. */
  next(batch: number): Promise<Batch>;
  /** Goes on from a position of this same stream: the batches that follow are those that followed it. */
  seek(position: Position): void;
  close(): Promise<void>;
}

/** Throws an InputError, of one line that names the file, where one is damaged, unfinished, or of another game. */
export async function openDataset(_files: readonly string[], _options: DatasetOptions): Promise<Dataset> {
  throw new Error('not yet');
}
