// Boards to start from: states of recorded games, so that a stage is taught on boards that strong play leads to. A stronger
// player's games (`records --player 'ntuple?ply=3'`) reach late boards that the games of a training hardly ever see.

import { InputError, Random, replay, stageReached, startScore } from 'afterstate';
import type { Game, GameRecord, Network, Stages, Start } from 'afterstate';
import { shuffle } from '../records/dataset.ts';
import { RecordsFile } from '../records/reader.ts';
import { inGame, recordOf } from '../records/text.ts';

/** The value of `--starts`. */
export interface StartsSource {
  readonly file: string;
  /** Sets of exponents; a board must hold all of one set. */
  readonly sets: readonly (readonly number[])[];
}

/** Reads FILE, or FILE@16384+8192,32768 for the boards that hold all tiles of one of these sets. */
export function startsSource(text: string, game: Game): StartsSource {
  const [, file = text, tiles] = /^(.+)@(\d+(?:[+,]\d+)*)$/.exec(text) ?? [];
  return {
    file,
    sets: (tiles?.split(',') ?? []).map((set) => set.split('+').map(exponentOf)),
  };

  function exponentOf(tile: string): number {
    const exponent = game.exponent(Number(tile));
    if (exponent === undefined || exponent < 1) throw new InputError(`--starts: ${tile} is not a tile of ${game.name}`);
    return exponent;
  }
}

/** The part of a plan that says where games start. */
interface Checked {
  readonly config: { readonly starts?: string | undefined; readonly until?: number | undefined };
  readonly game: Game;
  readonly network: Network;
}

/** Throws if the file cannot be read, is of another game, or has no such board. */
export async function checkStarts({ config: { starts, until }, game, network }: Checked): Promise<void> {
  if (starts === undefined) return;
  const source = startsSource(starts, game);
  let any = false;
  for await (const { stage } of statesIn(source, game, network.stages)) {
    if (stage < (until ?? Infinity)) return;
    any = true;
  }
  if (any)
    throw new InputError(
      `--starts: no board of '${source.file}' is in a stage before --until ${until}; give other records`,
    );
  const tiles = source.sets.map((set) => set.map((exponent) => game.tile(exponent)).join('+')).join(' or ');
  throw new InputError(`--starts: no board of '${source.file}'${tiles && ` holds ${tiles}`}; give other records`);
}

interface Choice {
  readonly game: Game;
  readonly network: Network;
  readonly most: number;
  readonly seed: number;
  /** Boards of this stage and later ones are left out. */
  readonly until?: number | undefined;
}

/**
 * At most `most` boards, evenly spread over the file's moves, in an order that depends only on the seed. The stage of a game is
 * tracked from its deal.
 */
export async function loadStarts(source: StartsSource, { game, network, most, seed, until }: Choice): Promise<Start[]> {
  let found: Start[] = [];
  let stride = 1;
  let met = 0;
  for await (const start of statesIn(source, game, network.stages)) {
    if (start.stage >= (until ?? Infinity) || met++ % stride !== 0) continue;
    found.push(start);
    if (found.length < 2 * most) continue;
    // Drop every second one, and from here on take half as many.
    stride *= 2;
    found = found.filter((_, i) => i % 2 === 0);
  }
  const order = Uint32Array.from(found, (_, i) => i);
  shuffle(order, Random.forGame(seed, 0, 1));
  return Array.from(order.subarray(0, most), (i) => found[i]!);
}

/** All states of the file that hold the tiles, each with the score and stage that its game had there. */
async function* statesIn({ file: path, sets }: StartsSource, game: Game, stages?: Stages): AsyncGenerator<Start> {
  const file = await openRecords(path, game);
  try {
    for await (const { block } of file.blocks()) {
      for (const [i, entry] of block.games.entries()) {
        const record = recordOf(file.header, game, { ...entry, plies: block.plies(i) });
        try {
          for (const start of statesOf(record, game, stages)) {
            if (sets.length === 0 || sets.some((set) => set.every((e) => start.state.board.includes(e)))) yield start;
          }
        } catch (error) {
          throw inGame(path, entry, error);
        }
      }
    }
  } finally {
    await file.close();
  }
}

function* statesOf(record: GameRecord, game: Game, stages: Stages | undefined): Generator<Start> {
  let stage = 0;
  let score = startScore(record.start, game);
  for (const step of replay(record, game)) {
    yield { state: step.before, score, stage };
    if (stages) stage = stageReached(stages, presence(step.afterstate.board), stage);
    score = step.score;
  }
}

/** Bit e is set if a tile of exponent e is on the board. */
function presence(board: readonly number[]): number {
  return board.reduce((bits, exponent) => bits | (1 << Math.min(exponent, 15)), 0);
}

async function openRecords(path: string, game: Game): Promise<RecordsFile> {
  const file = await RecordsFile.open(path);
  if (file.game.spec === game.spec) return file;
  await file.close();
  throw new InputError(`--starts: '${path}' holds games of ${file.game.spec}, not of ${game.spec}; give other records`);
}
