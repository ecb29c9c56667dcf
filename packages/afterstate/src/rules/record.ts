// Game records in files: one line of JSON that says what it is (docs/reference/records.md). A record is trusted only after it has
// been replayed by the rules, so a damaged one never becomes a wrong game.

import { decodeBase64, encodeBase64 } from './base64.ts';
import type { Game } from './game.ts';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';
import { parseBoard, printBoard } from './notation.ts';
import { type GameRecord, plyBytes, replay, startScore } from './replay.ts';

const FORMAT = 'afterstate-record';
const VERSION = 1;

/** One line of JSON, without the line break. Writing replays the record: what is written can be read. */
export function writeRecord(record: GameRecord): string {
  const game = parseGame(record.game);
  const end = finish(record, game);
  if (record.rulesVersion !== game.rulesVersion) throw new InputError(wrongRules(record.rulesVersion, game));
  if (record.score !== end.score) throw new InputError(wrongScore(record.score, end.score));
  if (record.moves !== record.plies.length) throw new InputError(wrongMoves(record.moves, record.plies.length));
  const start = printBoard(record.start, game);
  const plies = encodeBase64(pliesToBytes(record.plies, game));
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

/** Reads one line and replays it: an InputError says what is wrong, and names the ply if it is one. */
export function readRecord(line: string): GameRecord {
  const fields = parseFields(line);
  if (fields['format'] !== FORMAT) {
    throw new InputError(`this line is not a game record: its format is ${show(fields['format'])}, not '${FORMAT}'`);
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

/** The plies as stored in files: one or two bytes each, as the game needs. */
export function pliesToBytes(plies: Uint16Array, game: Game): Uint8Array<ArrayBuffer> {
  return plyBytes(game) === 1 ? narrowBytes(plies) : wideBytes(plies);
}

/** One byte per ply: bits 0–1 the move, 2–5 the cell, 6 set for a spawn of exponent 2. */
function narrowBytes(plies: Uint16Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(plies, (packed) => (packed & 63) | (((packed >> 6) - 1) << 6));
}

/** Two bytes per ply, low byte first. */
function wideBytes(plies: Uint16Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 * plies.length);
  const view = new DataView(bytes.buffer);
  plies.forEach((packed, i) => view.setUint16(2 * i, packed, true));
  return bytes;
}

function readPlies(text: string, moves: number, game: Game): Uint16Array {
  const bytes = decodeBase64(text);
  if (bytes === undefined) throw new InputError("the record's plies are not base64; the record is damaged");
  const found = bytes.length / plyBytes(game);
  if (found !== moves) throw new InputError(wrongMoves(moves, found));
  return bytesToPlies(bytes, game);
}

/** The input of `pliesToBytes`; an InputError says where the bytes are not plies of the game. */
export function bytesToPlies(bytes: Uint8Array, game: Game): Uint16Array {
  if (plyBytes(game) === 2) {
    if (bytes.length % 2 !== 0) throw new InputError('the last ply is cut off; the record is damaged');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Uint16Array.from({ length: bytes.length / 2 }, (_, i) => view.getUint16(2 * i, true));
  }
  return Uint16Array.from(bytes, (byte, i) => {
    if (byte > 127)
      throw new InputError(
        `ply ${i + 1}: ${byte} is not a ply of ${game.name}, whose bytes are 0 to 127; the record is damaged`,
      );
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
    throw new InputError('this line is not a game record: it is not JSON, or it was cut off', { cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError('this line is not a game record: it is not a JSON object');
  }
  return value as Fields;
}

function text(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new InputError(`the record's '${key}' is ${show(value)}; it must be a string`);
  return value;
}

function whole(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new InputError(`the record's '${key}' is ${show(value)}; it must be a whole number, at least 0`);
  }
  // JSON has a −0; it is written as 0.
  return value + 0;
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
