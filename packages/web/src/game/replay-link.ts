// A whole game in a link: start, moves and spawns packed as in record files, deflated if that is shorter and the browser can,
// in characters that suit an address. The game is replayed by the rules before anyone sees it, and a checksum tells a link that
// was changed on its way from another possible game. JSON was refused: half of a short link would be field names.

import {
  bytesToPlies,
  Checksum,
  decodeBase64,
  encodeBase64,
  type GameRecord,
  InputError,
  parseBoard,
  parseGame,
  pliesToBytes,
  printBoard,
  Timeline,
} from 'afterstate';
import { messageOf } from '../shell/errors.ts';
import { base64Letters, linkLetters } from './record-link.ts';

/** A game as it is passed on: its record, and what a record does not say. */
export interface SharedGame {
  readonly record: GameRecord;
  /** The score before its start. */
  readonly earlier: number;
  /** When it was last played, in whole seconds since 1970, if known. */
  readonly played: number | undefined;
}

/** The first byte: how to read the rest. */
const PLAIN = 1;
const DEFLATED = 2;

/** Nobody has played a game of more bytes than this: 500,000 moves at least. */
const MOST_BYTES = 1_000_000;

const UNKNOWN = 'it holds a game that this version of the app does not know, or one that breaks the rules';
const DAMAGED = 'it was cut off or changed on its way; ask for it again';

export async function writeReplay({ record, earlier, played }: SharedGame): Promise<string> {
  const game = parseGame(record.game);
  const told = [record.rulesVersion, record.seed, record.gameNumber, earlier, played === undefined ? 0 : played + 1];
  const texts = [record.game, record.player, printBoard(record.start, game)];
  const body = joined([
    ...told.map(wholeBytes),
    ...texts.flatMap((text) => {
      const bytes = new TextEncoder().encode(text);
      return [wholeBytes(bytes.length), bytes];
    }),
    pliesToBytes(record.plies, game),
  ]);
  const checked = joined([checkOf(body), body]);
  const deflated = await through(checked, 'CompressionStream').catch(() => undefined);
  const packed =
    deflated && deflated.length < checked.length
      ? joined([Uint8Array.of(DEFLATED), deflated])
      : joined([Uint8Array.of(PLAIN), checked]);
  return linkLetters(encodeBase64(packed));
}

/** The game in a link; an InputError says in one sentence why there is none. */
export async function readReplay(text: string): Promise<SharedGame> {
  const packed = decodeBase64(base64Letters(text));
  const form = packed?.[0];
  if (!packed || form === undefined) throw new InputError(DAMAGED);
  if (form !== PLAIN && form !== DEFLATED)
    throw new InputError('it was changed on its way, or comes from a newer version of the app');
  const checked = form === PLAIN ? packed.subarray(1) : await inflated(packed.subarray(1));
  const body = checked.subarray(4);
  if (checked.length < 4 || !checkOf(body).every((byte, i) => byte === checked[i])) throw new InputError(DAMAGED);
  try {
    return gameOf(new Reader(body));
  } catch (error) {
    // Never repeat what a link holds: it may say anything.
    throw error instanceof InputError ? new InputError(UNKNOWN, { cause: error }) : error;
  }
}

/** Replays the game by the rules. */
function gameOf(reader: Reader): SharedGame {
  const [rulesVersion, seed, gameNumber, earlier, played] = [0, 0, 0, 0, 0].map(() => reader.whole());
  const [spec, player, start] = ['', '', ''].map(() => reader.text());
  const game = parseGame(spec!);
  if (rulesVersion !== game.rulesVersion) throw new InputError(`version ${rulesVersion} of the rules`);
  const timeline = new Timeline(game, parseBoard(start!, game));
  const plies = bytesToPlies(reader.rest(), game);
  timeline.restore(plies, plies.length);
  return {
    record: timeline.record(player!, seed!, gameNumber),
    earlier: earlier!,
    played: played === 0 ? undefined : played! - 1,
  };
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof DecompressionStream === 'undefined')
    throw new InputError('this browser cannot open compressed links; open it in a newer one');
  try {
    return await through(bytes, 'DecompressionStream');
  } catch (error) {
    throw error instanceof InputError ? error : new InputError(DAMAGED, { cause: error });
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  way: 'CompressionStream' | 'DecompressionStream',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new globalThis[way]('deflate-raw'));
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(parts);
    parts.push(value);
    length += value.length;
    if (length <= MOST_BYTES) continue;
    await reader.cancel();
    throw new InputError('it holds more than any game has');
  }
}

/** XXH32, four bytes, highest first. */
function checkOf(body: Uint8Array): Uint8Array {
  const digits = new Checksum().update(body).digest();
  return Uint8Array.from({ length: 4 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/** A whole number, seven bits to a byte, lowest first; all but the last byte have their highest bit set. */
function wholeBytes(n: number): Uint8Array {
  const bytes: number[] = [];
  for (; n > 127; n = Math.floor(n / 128)) bytes.push((n % 128) | 128);
  return Uint8Array.of(...bytes, n);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  whole(): number {
    let n = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined || scale > Number.MAX_SAFE_INTEGER) throw new InputError(DAMAGED);
      n += (byte & 127) * scale;
      if (byte < 128) break;
    }
    if (!Number.isSafeInteger(n)) throw new InputError(DAMAGED);
    return n;
  }

  text(): string {
    const length = this.whole();
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    if (bytes.length < length) throw new InputError(DAMAGED);
    this.#at += length;
    return new TextDecoder().decode(bytes);
  }

  rest(): Uint8Array {
    return this.#bytes.subarray(this.#at);
  }
}

/** What a person reads if a link has no game. */
export function badLink(error: unknown): string {
  return `This link does not open a game: ${messageOf(error)}.`;
}
