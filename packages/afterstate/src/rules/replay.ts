// Games in memory: a start and every ply after it, enough to replay a game exactly. Plies are packed into u16s, as the kernel
// writes them. record.ts has their form in files, which a page needs only to read or write files.

import { type Afterstate, type Game, type Move, MOVES, type Spawn, type State } from './game.ts';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';

export interface GameRecord {
  /** The canonical game spec. */
  readonly game: string;
  readonly rulesVersion: number;
  /** The spec or the name of who played. */
  readonly player: string;
  readonly seed: number;
  /** Which game of the seed's series this is. */
  readonly gameNumber: number;
  readonly start: State;
  /** One ply per element, packed as `packPly` says. */
  readonly plies: Uint16Array;
  readonly score: number;
  readonly moves: number;
}

/** A move and what chance answered. */
export interface Ply {
  readonly move: Move;
  readonly spawn: Spawn;
}

/** One ply of a replayed game. */
export interface ReplayStep extends Ply {
  /** Counted from 1. */
  readonly ply: number;
  /** The state that the player saw. */
  readonly before: State;
  /** The result of the move, before the spawn. */
  readonly afterstate: Afterstate;
  readonly gain: number;
  /** The state that the spawn left. */
  readonly after: State;
  /** The game's score after this ply, including the spawn's own score. */
  readonly score: number;
}

/** Bits 0–1 the move's number, 2–5 the cell, 6–9 the new tile's exponent, 10–11 the next hint: 1, 2, 3, and 0 for a bonus or none. */
export function packPly({ move, spawn }: Ply): number {
  const hint = spawn.next === undefined || spawn.next === 'bonus' ? 0 : spawn.next;
  return MOVES.indexOf(move) | (spawn.cell << 2) | (spawn.exponent << 6) | (hint << 10);
}

export function unpackPly(packed: number, game: Game): Ply {
  const move = MOVES[packed & 3]!;
  const cell = (packed >> 2) & 15;
  const exponent = (packed >> 6) & 15;
  if (!game.hints) return { move, spawn: { cell, exponent } };
  const next = (['bonus', 1, 2, 3] as const)[(packed >> 10) & 3]!;
  return { move, spawn: { cell, exponent, next } };
}

/** How many bytes a ply takes in a file: one if a spawn has exponent 1 or 2 and there is nothing else to store. */
export function plyBytes(game: Game): 1 | 2 {
  return game.plainSpawns ? 1 : 2;
}

/** The score of a start's tiles: in Threes all of them count, in 2048 none. */
export function startScore(start: State, game: Game): number {
  return start.board.reduce((sum, exponent) => sum + (exponent === 0 ? 0 : game.spawnScore(exponent)), 0);
}

/** Replays the record, ply by ply; an InputError names the first ply that the rules do not allow. */
export function* replay(
  record: GameRecord,
  game: Game = parseGame(record.game),
): Generator<ReplayStep, void, undefined> {
  let before = record.start;
  let score = startScore(before, game);
  for (const [index, packed] of record.plies.entries()) {
    const ply = index + 1;
    const { move, spawn } = unpackPly(packed, game);
    if (packPly({ move, spawn }) !== packed)
      throw new InputError(`ply ${ply}: ${packed} is not a packed ply of ${game.name}`);
    const afterstate = game.afterstate(before, move);
    if (afterstate === undefined)
      throw new InputError(`ply ${ply}: the move ${move} is not legal; the record is damaged`);
    const after = place(game, afterstate, spawn, ply);
    score += afterstate.gain + game.spawnScore(spawn.exponent);
    yield { ply, before, move, afterstate, gain: afterstate.gain, spawn, after, score };
    before = after;
  }
}

function place(game: Game, afterstate: Afterstate, spawn: Spawn, ply: number): State {
  try {
    return game.place(afterstate, spawn);
  } catch (error) {
    if (error instanceof RangeError)
      throw new InputError(`ply ${ply}: ${error.message}; the record is damaged`, { cause: error });
    throw error;
  }
}
