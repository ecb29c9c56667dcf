// Records as an endless stream of actions to learn from: shuffled, in batches, over files that need not fit in memory.
// An epoch puts all blocks of all files into a random order and cuts that into pools that fit in memory; a pool is replayed
// whole, and its actions come in their own random order. So whatever fits in memory is shuffled perfectly, the rest by random
// blocks of hundreds of games, and a stream can continue from anywhere by loading one pool. A buffer that gives out one action
// for each it takes in was rejected: to continue, it would have to replay the epoch.

import { Checksum, ENTRY_BYTES, InputError, Random } from 'afterstate';
import type { Game, Replayer } from 'afterstate';
import { openReplayer } from 'afterstate/node';
import { BLOCK_PLIES } from './format.ts';
import type { GameEntry } from './format.ts';
import { RecordsFile } from './reader.ts';
import type { BlockPlace } from './reader.ts';
import { inGame, replayStored } from './text.ts';

/** Actions: for each, the board, the move played there, and what came of it. The caller owns the arrays. */
export interface Batch {
  /** Sixteen exponents per action, row by row. */
  readonly boards: Uint8Array;
  /** 0 up, 1 right, 2 down, 3 left. */
  readonly moves: Uint8Array;
  /** What the game scored from this move to its end, including the move's own gain. */
  readonly scoresToEnd: Float64Array;
  /** The tile that answered the move: its cell in bits 0–3, its exponent in bits 4–7. */
  readonly spawns: Uint8Array;
  /** Only in a game with hints: the hint shown when the move was chosen: 1, 2, 3, or 0 for a bonus. */
  readonly nexts?: Uint8Array;
}

/** The position of a stream. Plain data for a checkpoint. */
export interface Position {
  /** Epochs that are complete. */
  readonly epoch: number;
  /** Actions given so far in this epoch. */
  readonly step: number;
  /** Identifies records, split, seed and memory: a position is meaningless in another stream. */
  readonly of: string;
}

export interface DatasetOptions {
  /** Decides the order: the same seed gives the same stream of batches. */
  readonly seed: number;
  /** Which games; all by default. The seed does not affect which split a game belongs to. */
  readonly split?: 'train' | 'test';
  /** The share of games kept for tests; 0.05 by default. */
  readonly testShare?: number;
  /** Bytes for the actions that are shuffled together; 512 MiB by default. */
  readonly memory?: number;
  /** Accepts files that are still being written, up to their last whole block. */
  readonly unfinished?: boolean;
}

export interface Dataset {
  /** The game spec, the same in all files. */
  readonly game: string;
  /** Games and actions in the split: an epoch. */
  readonly games: number;
  readonly actions: number;
  readonly position: Position;
  /** The next `batch` actions; when an epoch ends, the next one starts. One call at a time. */
  next(batch: number): Promise<Batch>;
  /** Continues from a position of this same stream, with the batches that followed it. */
  seek(position: Position): void;
  close(): Promise<void>;
}

const DEFAULT_TEST_SHARE = 0.05;
const DEFAULT_MEMORY = 512 << 20;
const LEAST_MEMORY = 1 << 20;
/** An action in a pool: its entry, and its place in the order. */
const ACTION_BYTES = ENTRY_BYTES + 4;

/** A block that has actions of the split. */
interface SplitBlock extends BlockPlace {
  readonly file: RecordsFile;
  readonly actions: number;
}

/** Throws an InputError that names the file if one is damaged, unfinished, or of another game. */
export async function openDataset(paths: readonly string[], options: DatasetOptions): Promise<Dataset> {
  const { seed, split, testShare = DEFAULT_TEST_SHARE, memory = DEFAULT_MEMORY, unfinished = false } = options;
  if (paths.length === 0) throw new InputError('no files of records were given; name at least one');
  const twice = paths.find((path, i) => paths.indexOf(path) < i);
  if (twice !== undefined) throw new InputError(`'${twice}' is named twice; name each file of records once`);
  if (!(testShare >= 0 && testShare <= 1))
    throw new InputError(`the share of test games must be from 0 to 1, not ${testShare}`);
  if (!(memory >= LEAST_MEMORY))
    throw new InputError(`${memory} bytes of memory are too few to shuffle in; give at least ${LEAST_MEMORY}`);
  const isWanted = ({ seed: series, number }: GameEntry): boolean =>
    split === undefined || isTestGame(series, number, testShare) === (split === 'test');

  const files: RecordsFile[] = [];
  try {
    const checksum = new Checksum().update(
      new TextEncoder().encode(JSON.stringify([seed, split ?? 'all', split === undefined ? 0 : testShare, memory])),
    );
    const blocks: SplitBlock[] = [];
    let [games, lastGames] = [0, 0];
    for (const path of paths) {
      const file = await RecordsFile.open(path);
      files.push(file);
      const { game } = files[0]!;
      if (file.game.spec !== game.spec)
        throw new InputError(
          `'${path}' holds games of ${file.game.spec}, and '${paths[0]}' of ${game.spec}; all files of a data set must be of the same game`,
        );
      const found = file.blocks();
      let next = await found.next();
      for (; !next.done; next = await found.next()) {
        const { offset, header, block } = next.value;
        const wanted = block.games.filter(isWanted);
        const actions = wanted.reduce((sum, { moves }) => sum + moves, 0);
        games += wanted.length;
        lastGames = wanted.length;
        if (actions > 0) blocks.push({ file, offset, header, actions });
        checksum.update(new Uint8Array(Uint32Array.of(header.checksum, header.bytes).buffer));
      }
      if (!unfinished) file.requireFinished(next.value);
      const last = blocks.at(-1);
      // The writer of an unfinished file will later replace a last block that is not full.
      if (last?.file === file && last.header.plies < BLOCK_PLIES && !file.isFinished(next.value)) {
        games -= lastGames;
        blocks.pop();
      }
    }
    if (blocks.length === 0)
      throw new InputError(
        `${paths.map((path) => `'${path}'`).join(', ')}: there are no games ${split ? `for the ${split} split; give more games or another share` : 'with a move'}`,
      );
    const { game } = files[0]!;
    const replayer = await openReplayer(game);
    return new ShuffledStream({ game, files, blocks, games, seed, memory, replayer, isWanted, of: checksum.digest() });
  } catch (error) {
    for (const file of files) await file.close();
    throw error;
  }
}

/** Whether a game is for tests; its identity decides, so the answer is the same in every stream. */
function isTestGame(seed: number, number: number, share: number): boolean {
  let hash = (seed % 2 ** 32) ^ Math.imul(Math.floor(seed / 2 ** 32) + 1, 0x9e3779b1);
  for (const word of [number % 2 ** 32, Math.floor(number / 2 ** 32)]) {
    hash = Math.imul(hash ^ word ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32 < share;
}

interface StreamParts {
  readonly game: Game;
  readonly files: readonly RecordsFile[];
  readonly blocks: readonly SplitBlock[];
  readonly games: number;
  readonly seed: number;
  readonly memory: number;
  readonly replayer: Replayer;
  readonly isWanted: (game: GameEntry) => boolean;
  readonly of: string;
}

/** The blocks of a pool, and the steps of the epoch that it covers. */
interface Pool {
  readonly blocks: readonly SplitBlock[];
  readonly from: number;
  readonly to: number;
}

class ShuffledStream implements Dataset {
  readonly game: string;
  readonly games: number;
  readonly actions: number;
  readonly #parts: StreamParts;
  #epoch = 0;
  #step = 0;
  /** The pools of an epoch, and which epoch that is. */
  #pools: readonly Pool[] = [];
  #poolsOf = -1;
  /** The pool in memory: entries of 24 bytes as in `Replayed`, and their order. */
  #loaded: Pool | undefined;
  #entries = new Uint8Array();
  #order = new Uint32Array();

  constructor(parts: StreamParts) {
    this.#parts = parts;
    this.game = parts.game.spec;
    this.games = parts.games;
    this.actions = parts.blocks.reduce((sum, { actions }) => sum + actions, 0);
  }

  get position(): Position {
    return { epoch: this.#epoch, step: this.#step, of: this.#parts.of };
  }

  seek({ epoch, step, of }: Position): void {
    if (of !== this.#parts.of)
      throw new InputError(
        'the position belongs to other records, or to another split, seed or memory; give the same ones as before',
      );
    if (!Number.isSafeInteger(epoch) || !Number.isSafeInteger(step) || epoch < 0 || step < 0 || step >= this.actions)
      throw new InputError(`epoch ${epoch}, step ${step} is not a position; an epoch has ${this.actions} steps`);
    this.#epoch = epoch;
    this.#step = step;
  }

  async next(batch: number): Promise<Batch> {
    if (!(Number.isSafeInteger(batch) && batch > 0))
      throw new RangeError(`a batch of ${batch} actions is not possible`);
    const boards = new Uint8Array(16 * batch);
    const moves = new Uint8Array(batch);
    const spawns = new Uint8Array(batch);
    const nexts = new Uint8Array(batch);
    const scoresToEnd = new Float64Array(batch);
    const boardWords = new Uint32Array(boards.buffer);
    for (let filled = 0; filled < batch;) {
      const pool = await this.#pool();
      const words = new Uint32Array(this.#entries.buffer);
      const order = this.#order;
      const count = Math.min(batch - filled, pool.to - this.#step);
      for (let at = this.#step - pool.from, end = at + count; at < end; at++, filled++) {
        const entry = order[at]! * (ENTRY_BYTES / 4);
        boardWords[4 * filled] = words[entry]!;
        boardWords[4 * filled + 1] = words[entry + 1]!;
        boardWords[4 * filled + 2] = words[entry + 2]!;
        boardWords[4 * filled + 3] = words[entry + 3]!;
        scoresToEnd[filled] = words[entry + 4]!;
        const ply = words[entry + 5]!;
        moves[filled] = ply & 255;
        spawns[filled] = ((ply >> 8) & 15) | ((ply >> 12) & 0xf0);
        nexts[filled] = ply >>> 24;
      }
      this.#step += count;
      if (this.#step === this.actions) {
        this.#epoch++;
        this.#step = 0;
      }
    }
    return { boards, moves, scoresToEnd, spawns, ...(this.#parts.game.hints && { nexts }) };
  }

  async close(): Promise<void> {
    for (const file of this.#parts.files) await file.close();
  }

  /** Loads the pool of the position. */
  async #pool(): Promise<Pool> {
    if (this.#poolsOf !== this.#epoch) {
      this.#pools = this.#cut(this.#epoch);
      this.#poolsOf = this.#epoch;
      this.#loaded = undefined;
    }
    if (this.#loaded && this.#step >= this.#loaded.from && this.#step < this.#loaded.to) return this.#loaded;
    this.#loaded = undefined;
    const number = this.#pools.findIndex(({ to }) => this.#step < to);
    const pool = this.#pools[number]!;
    await this.#load(pool);
    shuffle(this.#order, Random.forGame(this.#parts.seed, this.#epoch * 2 ** 20 + number));
    return (this.#loaded = pool);
  }

  /** The pools of an epoch: as few as memory allows, and about equally large. */
  #cut(epoch: number): Pool[] {
    const { blocks, seed, memory } = this.#parts;
    const order = Uint32Array.from(blocks.keys());
    shuffle(order, Random.forGame(seed, epoch, 1));
    const count = Math.ceil((this.actions * ACTION_BYTES) / memory);
    const pools: Pool[] = [];
    let [from, to] = [0, 0];
    let chosen: SplitBlock[] = [];
    for (const [i, index] of order.entries()) {
      const block = blocks[index]!;
      chosen.push(block);
      to += block.actions;
      if (i < order.length - 1 && to < ((pools.length + 1) * this.actions) / count) continue;
      pools.push({ blocks: chosen, from, to });
      chosen = [];
      from = to;
    }
    return pools;
  }

  async #load({ blocks, from, to }: Pool): Promise<void> {
    const { replayer, isWanted } = this.#parts;
    const count = to - from;
    if (this.#entries.length < count * ENTRY_BYTES) {
      // Free the old pool before making the new one.
      this.#entries = new Uint8Array();
      this.#entries = new Uint8Array(count * ENTRY_BYTES);
    }
    if (this.#order.length !== count) this.#order = new Uint32Array(count);
    for (let i = 0; i < count; i++) this.#order[i] = i;
    let at = 0;
    for (const place of blocks) {
      const { file } = place;
      const block = await file.block(place);
      for (const [i, entry] of block.games.entries()) {
        if (!isWanted(entry)) continue;
        try {
          const { entries } = replayStored(file.header, replayer, { ...entry, plies: block.plies(i) });
          this.#entries.set(entries, at);
          at += entries.length;
        } catch (error) {
          throw inGame(file.path, entry, error);
        }
      }
    }
  }
}

/** Puts numbers into a random order (Fisher and Yates). */
export function shuffle(order: Uint32Array, random: Random): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = order[i]!;
    order[i] = order[j]!;
    order[j] = kept;
  }
}
