// Reads a file of records, block by block. Nothing is used before its checksum is verified; the remains of a killed process's
// last block are told apart from damage.

import { InputError, parseGame } from 'afterstate';
import type { Game } from 'afterstate';
import { openFile } from 'afterstate/node';
import { shellWord } from '../files/shell-word.ts';
import {
  Block,
  BLOCK_HEADER_BYTES,
  decodeBlockHeader,
  decodeHeader,
  headerLength,
  isReached,
  PRELUDE_BYTES,
} from './format.ts';
import type { BlockHeader, Goal, RecordsHeader } from './format.ts';

type FileBytes = Awaited<ReturnType<typeof openFile>>;

/** Bytes read at once for consecutive blocks. */
const AHEAD = 1 << 20;

/** Where a block lies in its file. */
export interface BlockPlace {
  readonly offset: number;
  readonly header: BlockHeader;
}

/** How a file ends: `at` is the end of its last whole block, and `torn` says whether a piece of another follows. */
export interface FileEnd {
  readonly at: number;
  readonly torn: boolean;
  readonly games: number;
  readonly actions: number;
}

export class RecordsFile {
  readonly path: string;
  readonly header: RecordsHeader;
  readonly game: Game;
  readonly goal: Goal;
  readonly size: number;
  /** Where the first block begins. */
  readonly begin: number;
  readonly #file: FileBytes;
  #ahead: Uint8Array = new Uint8Array();
  #aheadFrom = 0;

  private constructor(
    file: FileBytes,
    begin: number,
    { header, goal }: { header: RecordsHeader; goal: Goal },
    game: Game,
  ) {
    this.path = file.name;
    this.size = file.size;
    this.begin = begin;
    this.header = header;
    this.goal = goal;
    this.game = game;
    this.#file = file;
  }

  static async open(path: string): Promise<RecordsFile> {
    const file = await openFile(path);
    try {
      const prelude = await file.read(0, Math.min(PRELUDE_BYTES, file.size));
      const length = headerLength(prelude);
      if (PRELUDE_BYTES + length > file.size) throw new InputError('its header is cut off');
      const decoded = decodeHeader(prelude, await file.read(PRELUDE_BYTES, length));
      const game = parseGame(decoded.header.game);
      if (decoded.header.rules !== game.rulesVersion)
        throw new InputError(
          `it was played by version ${decoded.header.rules} of the rules of ${game.name}; this program has version ${game.rulesVersion} and cannot replay it`,
        );
      return new RecordsFile(file, PRELUDE_BYTES + length, decoded, game);
    } catch (error) {
      await file.close();
      if (error instanceof InputError) throw new InputError(`'${path}': ${error.message}`, { cause: error });
      throw error;
    }
  }

  /**
   * The blocks in order, and finally how the file ends. A block is valid until the next one is requested. Throws if a block other
   * than the last is damaged.
   */
  async *blocks(): AsyncGenerator<BlockPlace & { readonly block: Block }, FileEnd, undefined> {
    let [offset, games, actions] = [this.begin, 0, 0];
    const end = (torn: boolean): FileEnd => ({ at: offset, torn, games, actions });
    while (offset < this.size) {
      if (this.size - offset < BLOCK_HEADER_BYTES) return end(true);
      const header = decodeBlockHeader(await this.#next(offset, BLOCK_HEADER_BYTES));
      if (!header) throw this.#damaged(offset, games);
      const last = offset + header.bytes >= this.size;
      if (offset + header.bytes > this.size) return end(true);
      const block = Block.decode(header, await this.#next(offset, header.bytes), this.game);
      if (!block && last) return end(true);
      if (!block) throw this.#damaged(offset, games);
      yield { offset, header, block };
      offset += header.bytes;
      games += header.games;
      actions += header.plies;
    }
    return end(false);
  }

  /** Reads one block again. */
  async block({ offset, header }: BlockPlace): Promise<Block> {
    const block = Block.decode(header, await this.#file.read(offset, header.bytes), this.game);
    if (!block) throw new InputError(`'${this.path}' changed while it was being read, at byte ${offset}; try again`);
    return block;
  }

  isFinished({ games, actions }: FileEnd): boolean {
    return isReached(this.goal, games, actions);
  }

  /** Throws if the file lacks a part of what was asked for. */
  requireFinished(end: FileEnd): void {
    if (end.torn)
      throw new InputError(
        `'${this.path}' is cut off: after byte ${end.at} there is only a piece of a block; repair it with afterstate records --resume ${shellWord(this.path)}`,
      );
    if (this.isFinished(end)) return;
    const [done, all, unit] =
      'games' in this.goal ? [end.games, this.goal.games, 'games'] : [end.actions, this.goal.actions, 'actions'];
    throw new InputError(
      `'${this.path}' is unfinished: it has ${done} of ${all} ${unit}; finish it with afterstate records --resume ${shellWord(this.path)}, or copy what it has with afterstate records cut`,
    );
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #damaged(offset: number, games: number): InputError {
    return new InputError(
      `'${this.path}' is damaged at byte ${offset}; the ${games} games before it are intact; save them with afterstate records cut ${this.path} OUT --games ${games}`,
    );
  }

  async #next(offset: number, length: number): Promise<Uint8Array> {
    const from = offset - this.#aheadFrom;
    if (from >= 0 && from + length <= this.#ahead.length) return this.#ahead.subarray(from, from + length);
    this.#ahead = await this.#file.read(offset, Math.min(Math.max(length, AHEAD), this.size - offset));
    this.#aheadFrom = offset;
    return this.#ahead.subarray(0, length);
  }
}
