// Game records: a start and every ply after it, enough to replay a game exactly. In memory plies are packed into
// u16s, as the kernel writes them; in files a record is one line of JSON that says what it is (docs/records.md).
// A record is believed only after it has been replayed by the rules, so a damaged one never becomes a wrong game.

import { decodeBase64, encodeBase64 } from './base64.ts';
import { type Afterstate, type Game, type Move, type Spawn, type State, MOVES } from './game.ts';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';
import { parseBoard, printBoard } from './notation.ts';

const FORMAT = 'afterstate-record';
const VERSION = 1;

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
  /** One ply an element, packed as `packPly` says. */
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
  /** What the move made of it, before the spawn. */
  readonly afterstate: Afterstate;
  readonly gain: number;
  /** The state that the spawn left. */
  readonly after: State;
  /** The game's score after this ply, the spawn's own score included. */
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
  if (game.name === '2048') return { move, spawn: { cell, exponent } };
  const next = (['bonus', 1, 2, 3] as const)[(packed >> 10) & 3]!;
  return { move, spawn: { cell, exponent, next } };
}

/** What the tiles of a start count: in Threes all of them, in 2048 none. */
export function startScore(start: State, game: Game): number {
  return start.board.reduce((sum, exponent) => sum + (exponent === 0 ? 0 : game.spawnScore(exponent)), 0);
}

/** Plays the record again, ply by ply; an InputError names the first ply that the rules do not allow. */
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
      throw new InputError(`ply ${ply}: ${packed} is no packed ply of ${game.name}`);
    const afterstate = game.afterstate(before, move);
    if (afterstate === undefined)
      throw new InputError(`ply ${ply}: the move ${move} is not legal; the record is damaged`);
    const after = place(game, afterstate, spawn, ply);
    score += afterstate.gain + game.spawnScore(spawn.exponent);
    yield { ply, before, move, afterstate, gain: afterstate.gain, spawn, after, score };
    before = after;
  }
}

/** One line of JSON, without the line break. The record is replayed on the way: what is written can be read. */
export function writeRecord(record: GameRecord): string {
  const game = parseGame(record.game);
  const end = finish(record, game);
  if (record.rulesVersion !== game.rulesVersion) throw new InputError(wrongRules(record.rulesVersion, game));
  if (record.score !== end.score) throw new InputError(wrongScore(record.score, end.score));
  if (record.moves !== record.plies.length) throw new InputError(wrongMoves(record.moves, record.plies.length));
  const start = printBoard(record.start, game);
  const plies = encodeBase64(game.name === '2048' ? narrowBytes(record.plies) : wideBytes(record.plies));
  return JSON.stringify({
    format: FORMAT,
    version: VERSION,
    game: game.spec,
    rules: record.rulesVersion,
    player: record.player,
    seed: record.seed,
    number: record.gameNumber,
    start,
    moves: record.moves,
    score: record.score,
    largest: end.largest,
    check: checksum(start, plies),
    plies,
  });
}

/** Reads one line, and replays it: an InputError says what is wrong, with the ply where it is one. */
export function readRecord(line: string): GameRecord {
  const fields = parseFields(line);
  if (fields['format'] !== FORMAT) {
    throw new InputError(`this line is no game record: its format is ${show(fields['format'])}, not '${FORMAT}'`);
  }
  if (fields['version'] !== VERSION) {
    throw new InputError(`the record has version ${show(fields['version'])}; this program reads version ${VERSION}`);
  }
  const game = parseGame(text(fields, 'game'));
  const rulesVersion = whole(fields, 'rules');
  if (rulesVersion !== game.rulesVersion) throw new InputError(wrongRules(rulesVersion, game));
  const moves = whole(fields, 'moves');
  const startText = text(fields, 'start');
  const pliesText = text(fields, 'plies');
  if (fields['check'] !== undefined && fields['check'] !== checksum(startText, pliesText)) {
    throw new InputError("the record is damaged: its start and plies do not match its 'check'");
  }
  const record: GameRecord = {
    game: game.spec,
    rulesVersion,
    player: text(fields, 'player'),
    seed: whole(fields, 'seed'),
    gameNumber: whole(fields, 'number'),
    start: parseBoard(startText, game),
    plies: readPlies(pliesText, moves, game),
    score: whole(fields, 'score'),
    moves,
  };
  const end = finish(record, game);
  if (record.score !== end.score) throw new InputError(wrongScore(record.score, end.score));
  const largest = whole(fields, 'largest');
  if (largest !== end.largest) {
    throw new InputError(`the record says that its largest tile is ${largest}; its plies make ${end.largest}`);
  }
  return record;
}

/** The score and the largest tile of the last board, by replaying. */
function finish(record: GameRecord, game: Game): { score: number; largest: number } {
  let { start: board, score } = { start: record.start.board, score: startScore(record.start, game) };
  for (const step of replay(record, game)) {
    board = step.after.board;
    score = step.score;
  }
  return { score, largest: game.tile(Math.max(...board)) };
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

/** 2048, a byte a ply: bits 0–1 the move, 2–5 the cell, 6 set for a 4. */
function narrowBytes(plies: Uint16Array): Uint8Array {
  return Uint8Array.from(plies, (packed) => (packed & 63) | (((packed >> 6) - 1) << 6));
}

/** Threes, two bytes a ply, the low one first. */
function wideBytes(plies: Uint16Array): Uint8Array {
  const bytes = new Uint8Array(2 * plies.length);
  const view = new DataView(bytes.buffer);
  plies.forEach((packed, i) => view.setUint16(2 * i, packed, true));
  return bytes;
}

function readPlies(text: string, moves: number, game: Game): Uint16Array {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new InputError("the record's plies are not base64; the record is damaged");
  const width = game.name === '2048' ? 1 : 2;
  if (bytes.length !== width * moves) throw new InputError(wrongMoves(moves, bytes.length / width));
  if (width === 2) {
    const view = new DataView(bytes.buffer);
    return Uint16Array.from({ length: moves }, (_, i) => view.getUint16(2 * i, true));
  }
  return Uint16Array.from(bytes, (byte, i) => {
    if (byte > 127)
      throw new InputError(`ply ${i + 1}: ${byte} is no ply of 2048, whose bytes are 0 to 127; the record is damaged`);
    return (byte & 63) | ((1 + (byte >> 6)) << 6);
  });
}

/** CRC-32, as in zip files, of the two fields joined by a line break, in eight hexadecimal digits. */
function checksum(start: string, plies: string): string {
  let crc = 0xffffffff;
  for (const character of `${start}\n${plies}`) {
    crc ^= character.charCodeAt(0) & 255;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (~crc >>> 0).toString(16).padStart(8, '0');
}

type Fields = Readonly<Record<string, unknown>>;

function parseFields(line: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new InputError('this line is no game record: it is not JSON, or it was cut off', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError('this line is no game record: it is not a JSON object');
  }
  return value as Fields;
}

function text(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new InputError(`the record's '${key}' is ${show(value)}; it must be a text`);
  return value;
}

function whole(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new InputError(`the record's '${key}' is ${show(value)}; it must be a whole number from 0`);
  }
  return value;
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value);
}

function wrongRules(version: number, game: Game): string {
  return `the record was played by version ${version} of the rules of ${game.name}; this program has version ${game.rulesVersion}`;
}

function wrongScore(said: number, counted: number): string {
  return `the record says a score of ${said}; its plies make ${counted}`;
}

function wrongMoves(said: number, counted: number): string {
  return `the record says ${said} moves; it has ${counted} plies`;
}
