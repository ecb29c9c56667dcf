// The window: the rows of the last games, from which batches are drawn. Each cycle of a run adds its rows, which are also kept as
// a file in the run folder, so that a continued run has the same window.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError, Random, readTensors, SYMMETRIES, TRANSFORMED_MOVES, writeTensors } from 'afterstate';
import { openFile, writeFileWhole } from 'afterstate/node';
import { needFolder } from '../files/disk.ts';
import type { Rows as LearnerRows } from '../neural/learner.ts';
import type { Rows } from './seats.ts';

export interface WindowLimits {
  /** The most games and positions in the window, counted from the last; anything beyond either limit drops out. */
  readonly games: number;
  readonly positions: number;
}

interface Chunk {
  readonly cycle: number;
  readonly games: number;
  readonly rows: Rows;
}

export class Window {
  readonly #folder: string;
  readonly #limits: WindowLimits;
  #chunks: Chunk[] = [];
  /** The first cycle that each of the last checkpoints needs. */
  #needed: number[] = [];

  constructor(run: string, limits: WindowLimits) {
    this.#folder = join(run, 'positions');
    this.#limits = limits;
  }

  get positions(): number {
    return this.#chunks.reduce((sum, { rows }) => sum + rows.targets.length, 0);
  }

  /** Adds the rows of a cycle, and writes them; a cycle that was written before is overwritten. */
  async add(cycle: number, games: number, rows: Rows): Promise<void> {
    await needFolder(this.#folder);
    const count = rows.targets.length;
    await writeFileWhole(this.#path(cycle), (sink) =>
      writeTensors(sink, { format: 'afterstate-positions', version: '1', games: String(games) }, [
        { name: 'boards', shape: [count, 16], values: Float32Array.from(rows.boards) },
        { name: 'visits', shape: [count, 4], values: rows.visits },
        { name: 'targets', shape: [count], values: rows.targets },
      ]),
    );
    this.#take({ cycle, games, rows });
  }

  /** After a checkpoint, removes the files of cycles that none of the last `keep` checkpoints needs. */
  async prune(keep: number): Promise<void> {
    this.#needed = [...this.#needed, this.#chunks[0]?.cycle ?? 0].slice(-keep);
    for (const cycle of await this.#cycles()) {
      if (cycle < this.#needed[0]!) await rm(this.#path(cycle), { force: true });
    }
  }

  /** Restores the window after a cycle: reads the files up to it, and removes later ones. Skips a damaged file. */
  async restore(last: number, onNote?: (text: string) => void): Promise<void> {
    this.#chunks = [];
    this.#needed = [];
    const cycles = await this.#cycles();
    for (const cycle of cycles.filter((number) => number > last)) await rm(this.#path(cycle), { force: true });
    if (last === 0) return;
    for (let cycle = Math.min(last, ...cycles); cycle <= last; cycle++) {
      try {
        this.#take(await read(this.#path(cycle), cycle));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        onNote?.(`${this.#path(cycle)} cannot be used: ${why}; the run continues without these positions`);
      }
    }
    this.#needed = [this.#chunks[0]?.cycle ?? last];
  }

  /** Rows drawn uniformly from the whole window, each, if asked, in one of the eight forms of its board. */
  draw(count: number, random: Random, symmetries: boolean): LearnerRows {
    const all = this.positions;
    const boards = new Uint8Array(16 * count);
    const visits = new Float32Array(4 * count);
    const targets = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      const { rows, at } = this.#row(random.below(all));
      const s = symmetries ? random.below(SYMMETRIES.length) : 0;
      const [symmetry, moved] = [SYMMETRIES[s]!, TRANSFORMED_MOVES[s]!];
      for (let cell = 0; cell < 16; cell++) boards[16 * i + cell] = rows.boards[16 * at + symmetry[cell]!]!;
      for (let m = 0; m < 4; m++) visits[4 * i + moved[m]!] = rows.visits[4 * at + m]!;
      targets[i] = rows.targets[at]!;
    }
    return { boards, visits, targets };
  }

  #row(index: number): { rows: Rows; at: number } {
    let at = index;
    for (const { rows } of this.#chunks) {
      if (at < rows.targets.length) return { rows, at };
      at -= rows.targets.length;
    }
    throw new RangeError(`there is no row ${index}`);
  }

  #take(chunk: Chunk): void {
    this.#chunks.push(chunk);
    const { games, positions } = this.#limits;
    const within = (from: number): boolean => {
      const rest = this.#chunks.slice(from);
      return (
        rest.reduce((sum, part) => sum + part.games, 0) <= games &&
        rest.reduce((sum, part) => sum + part.rows.targets.length, 0) <= positions
      );
    };
    while (this.#chunks.length > 1 && !within(0)) this.#chunks.shift();
  }

  #path(cycle: number): string {
    return join(this.#folder, `${cycle}.safetensors`);
  }

  /** The cycles that have a file, in order. */
  async #cycles(): Promise<number[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names
      .filter((name) => /^\d+\.safetensors$/.test(name))
      .map((name) => Number.parseInt(name))
      .sort((a, b) => a - b);
  }
}

async function read(path: string, cycle: number): Promise<Chunk> {
  const file = await openFile(path);
  try {
    const { metadata, tensors } = await readTensors(file);
    const values = (name: string): Float32Array | undefined => tensors.find((tensor) => tensor.name === name)?.values;
    const [boards, visits, targets] = [values('boards'), values('visits'), values('targets')];
    if (metadata.get('format') !== 'afterstate-positions' || !boards || !visits || !targets)
      throw new InputError(`'${path}' has no self-play positions`);
    return {
      cycle,
      games: Number(metadata.get('games')),
      rows: { boards: Uint8Array.from(boards), visits, targets },
    };
  } finally {
    await file.close();
  }
}
