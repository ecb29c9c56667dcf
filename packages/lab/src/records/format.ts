// The binary form of records (docs/reference/records.md): a header, then blocks of whole games, each with its checksum. A ply takes
// one or two bytes (`plyBytes`), because a game is stored as its start, moves and spawns; replaying restores the boards. Blocks
// close by a rule that depends on the games alone, so the bytes of a file do not depend on threads or interruptions. Compression
// was rejected: it would save only a fifth of a good player's moves and spawns.

import { Checksum, InputError, plyBytes } from 'afterstate';
import type { Game, Packed } from 'afterstate';

export const VERSION = 1;
/** The line break and the control character reveal a file that was transferred as text. */
const MAGIC = Uint8Array.from([0x41, 0x53, 0x52, 0x45, 0x43, 0x0d, 0x0a, 0x1a]);
const GOAL_AT = 24;
export const PRELUDE_BYTES = 40;
const LONGEST_HEADER = 1 << 24;
export const BLOCK_HEADER_BYTES = 24;
const GAME_BYTES = 40;
/** The game that brings a block to this many plies closes it. */
export const BLOCK_PLIES = 4096;
const U32 = 2 ** 32;

/** How much was asked for. A file that holds that much is finished. */
export type Goal = { readonly games: number } | { readonly actions: number };

export interface RecordsHeader {
  /** The canonical game spec, and the version of the game's rules. */
  readonly game: string;
  readonly rules: number;
  /** Who played, by spec or by name; games name their player by its place here. */
  readonly players: readonly string[];
  /** The series of games, if one player made the file from one seed. */
  readonly seed?: number;
  /** What made the file. */
  readonly made: string;
}

/** All of a game except its plies. */
export interface GameEntry {
  readonly number: number;
  readonly seed: number;
  readonly player: number;
  readonly start: Packed;
  readonly moves: number;
  readonly score: number;
  /** The exponent of the largest tile on the last board. */
  readonly largest: number;
}

export interface StoredGame extends GameEntry {
  /** One ply per element, packed by `packPly`. */
  readonly plies: Uint16Array;
}

export function isReached(goal: Goal, games: number, actions: number): boolean {
  return 'games' in goal ? games >= goal.games : actions >= goal.actions;
}

// ── the header ───────────────────────────────────────────────────────────────────────────────────────────────────────

export function encodeHeader(header: RecordsHeader, goal: Goal): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = Math.ceil(text.length / 8) * 8;
  const bytes = new Uint8Array(PRELUDE_BYTES + length).fill(0x20, PRELUDE_BYTES);
  bytes.set(MAGIC);
  bytes.set(text, PRELUDE_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, VERSION, true);
  view.setUint32(12, length, true);
  view.setUint32(16, sumOf(bytes.subarray(0, 16), bytes.subarray(PRELUDE_BYTES)), true);
  bytes.set(encodeGoal(goal), GOAL_AT);
  return bytes;
}

/** The goal alone, to change it in place: sixteen bytes, written at once. */
export function encodeGoal(goal: Goal): Uint8Array {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 'games' in goal ? 1 : 2, true);
  setWhole(view, 4, 'games' in goal ? goal.games : goal.actions);
  view.setUint32(12, sumOf(bytes.subarray(0, 12)), true);
  return bytes;
}

export { GOAL_AT };

/** How many bytes of header follow the prelude; for any other file, throws and says what is wrong. */
export function headerLength(prelude: Uint8Array): number {
  const shown = prelude.subarray(0, MAGIC.length);
  if (shown.length === 0) throw new InputError('it is empty; start it again with afterstate records --out');
  if (!shown.every((byte, i) => byte === MAGIC[i])) {
    throw new InputError(
      shown[0] === 0x7b
        ? 'it is a text file, not a binary file of records; convert it with afterstate records import'
        : 'it is not a file of records; afterstate records makes them',
    );
  }
  if (prelude.length < PRELUDE_BYTES) throw new InputError('its header is cut off; copy or make it again');
  const view = viewOf(prelude);
  const version = view.getUint32(8, true);
  if (version > VERSION)
    throw new InputError(
      `its format is version ${version}, and this program reads version ${VERSION}; use a newer program`,
    );
  const length = view.getUint32(12, true);
  if (version < 1 || length > LONGEST_HEADER) throw new InputError('its header is damaged; copy or make it again');
  return length;
}

export function decodeHeader(prelude: Uint8Array, text: Uint8Array): { header: RecordsHeader; goal: Goal } {
  const view = viewOf(prelude);
  if (view.getUint32(16, true) !== sumOf(prelude.subarray(0, 16), text))
    throw new InputError('its header is damaged; copy or make it again');
  const goalBytes = prelude.subarray(GOAL_AT, GOAL_AT + 16);
  const goalView = viewOf(goalBytes);
  const kind = goalView.getUint32(0, true);
  if (goalView.getUint32(12, true) !== sumOf(goalBytes.subarray(0, 12)) || kind < 1 || kind > 2)
    throw new InputError('its header is damaged; copy or make it again');
  const count = getWhole(goalView, 4);
  const header = parseHeader(new TextDecoder().decode(text));
  return { header, goal: kind === 1 ? { games: count } : { actions: count } };
}

function parseHeader(text: string): RecordsHeader {
  const { game, rules, players, seed, made } = fieldsOf(text);
  const isText = (value: unknown): value is string => typeof value === 'string';
  if (!isText(game) || typeof rules !== 'number' || !Array.isArray(players) || !players.every(isText))
    throw new InputError('its header lacks a game, rules or players');
  return { game, rules, players, ...(typeof seed === 'number' && { seed }), made: isText(made) ? made : '' };
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const fields: unknown = JSON.parse(text);
    if (typeof fields === 'object' && fields !== null) return fields as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new InputError('its header is damaged; copy or make it again');
}

// ── blocks ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** What a block says about itself. `bytes` includes its header. */
export interface BlockHeader {
  readonly bytes: number;
  readonly games: number;
  readonly plies: number;
  readonly checksum: number;
}

/** Undefined if the header is damaged. */
export function decodeBlockHeader(bytes: Uint8Array): BlockHeader | undefined {
  const view = viewOf(bytes);
  if (view.getUint32(16, true) !== sumOf(bytes.subarray(0, 16))) return undefined;
  return {
    bytes: view.getUint32(0, true),
    games: view.getUint32(4, true),
    plies: view.getUint32(8, true),
    checksum: view.getUint32(12, true),
  };
}

export function encodeBlock(games: readonly StoredGame[], game: Game): Uint8Array {
  const width = plyBytes(game);
  const plies = games.reduce((sum, { plies: { length } }) => sum + length, 0);
  const bytes = new Uint8Array(blockBytes(games.length, plies, width));
  const view = new DataView(bytes.buffer);
  let at = BLOCK_HEADER_BYTES;
  for (const entry of games) {
    setWhole(view, at, entry.number);
    setWhole(view, at + 8, entry.seed);
    view.setBigUint64(at + 16, entry.start.cells, true);
    view.setUint32(at + 24, entry.start.aux, true);
    view.setUint32(at + 28, entry.moves, true);
    view.setUint32(at + 32, entry.score, true);
    view.setUint16(at + 36, entry.player, true);
    view.setUint8(at + 38, entry.largest);
    at += GAME_BYTES;
  }
  for (const { plies: packed } of games) {
    for (const ply of packed) {
      // Two bits for the move and four for the cell, then in 2048 one bit for the tile: a 4 or not.
      if (width === 1) bytes[at] = (ply & 63) | (((ply >> 6) - 1) << 6);
      else view.setUint16(at, ply, true);
      at += width;
    }
  }
  view.setUint32(0, bytes.length, true);
  view.setUint32(4, games.length, true);
  view.setUint32(8, plies, true);
  view.setUint32(12, sumOf(bytes.subarray(BLOCK_HEADER_BYTES)), true);
  view.setUint32(16, sumOf(bytes.subarray(0, 16)), true);
  return bytes;
}

/** A block with right checksums. The caller keeps the bytes. */
export class Block {
  readonly header: BlockHeader;
  readonly games: readonly GameEntry[];
  readonly #bytes: Uint8Array;
  readonly #width: number;
  /** Where each game's plies begin in the bytes. */
  readonly #from: number[] = [];

  private constructor(header: BlockHeader, bytes: Uint8Array, width: number) {
    this.header = header;
    this.#bytes = bytes;
    this.#width = width;
    this.games = this.#entries();
  }

  /** Undefined if the bytes, the header's included, do not match its checksums. */
  static decode(header: BlockHeader, bytes: Uint8Array, game: Game): Block | undefined {
    const width = plyBytes(game);
    if (bytes.length !== blockBytes(header.games, header.plies, width)) return undefined;
    if (sumOf(bytes.subarray(BLOCK_HEADER_BYTES)) !== header.checksum) return undefined;
    const block = new Block(header, bytes, width);
    return block.games.reduce((sum, { moves }) => sum + moves, 0) === header.plies ? block : undefined;
  }

  #entries(): GameEntry[] {
    const view = viewOf(this.#bytes);
    let from = BLOCK_HEADER_BYTES + this.header.games * GAME_BYTES;
    return Array.from({ length: this.header.games }, (_, i) => {
      const at = BLOCK_HEADER_BYTES + i * GAME_BYTES;
      const moves = view.getUint32(at + 28, true);
      this.#from.push(from);
      from += moves * this.#width;
      return {
        number: getWhole(view, at),
        seed: getWhole(view, at + 8),
        start: { cells: view.getBigUint64(at + 16, true), aux: view.getUint32(at + 24, true) },
        moves,
        score: view.getUint32(at + 32, true),
        player: view.getUint16(at + 36, true),
        largest: view.getUint8(at + 38),
      };
    });
  }

  /** The plies of game i of the block. */
  plies(i: number): Uint16Array {
    const bytes = this.#bytes;
    const plies = new Uint16Array(this.games[i]!.moves);
    let at = this.#from[i]!;
    if (this.#width === 1) {
      for (let ply = 0; ply < plies.length; ply++) {
        const byte = bytes[at++]!;
        plies[ply] = (byte & 63) | ((1 + (byte >> 6)) << 6);
      }
    } else {
      for (let ply = 0; ply < plies.length; ply++, at += 2) plies[ply] = bytes[at]! | (bytes[at + 1]! << 8);
    }
    return plies;
  }
}

/** Blocks begin at multiples of eight bytes. */
function blockBytes(games: number, plies: number, width: number): number {
  return BLOCK_HEADER_BYTES + games * GAME_BYTES + Math.ceil((plies * width) / 8) * 8;
}

/** XXH32, as in model files. */
function sumOf(...parts: readonly Uint8Array[]): number {
  const checksum = new Checksum();
  for (const part of parts) checksum.update(part);
  return Number.parseInt(checksum.digest(), 16);
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Whole numbers up to 2^53, in eight bytes. */
function setWhole(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % U32, true);
  view.setUint32(at + 4, Math.floor(value / U32), true);
}

function getWhole(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * U32;
}
