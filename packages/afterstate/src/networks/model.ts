// A model: a network's description, where it came from, and its weights. This is what all its file forms share
// (safetensors.ts, compact.ts, tdl.ts), and the text of the description in their headers.
//
// Files may be larger than memory, so they are read by ranges and written from the first byte to the last, and weights
// pass by in chunks: to convert a file, its chunks are given to the writer of another.

import { GAME_NAMES } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { imageOf } from './fold.ts';
import type { Network, NetworkDescription } from './network.ts';
import { createNetwork, featureEntries, patternEntries } from './network.ts';
import type { Feature, Pattern } from './pattern.ts';

/** Bytes that can be read by ranges: an open file, a Blob, or memory. */
export interface ModelSource {
  /** For messages. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Exactly `length` bytes, or an error; the caller may read the result but not change it, and it stays as it is. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** Where a file is written, in order. The caller owns the buffers, and may change them once a call has resolved. */
export interface ModelSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes `length` zero bytes; a file may leave a hole. */
  skip(length: number): Promise<void>;
  /** Overwrites bytes written before. */
  patch(offset: number, bytes: Uint8Array): Promise<void>;
}

export interface ModelHeader {
  readonly description: NetworkDescription;
  /** The patterns whose tables are stored folded (fold.ts), as text. */
  readonly folded: readonly string[];
  /** How the weights came to be: method, games, seed, command …; any JSON. */
  readonly provenance: Readonly<Record<string, unknown>>;
  /** The largest exponent met in training, if known. */
  readonly trainedLargest?: number;
  /** When the weights were made: ISO 8601, UTC. */
  readonly date: string;
}

/** A run of entries of a table. Entries that no chunk holds are 0. */
export interface WeightChunk {
  readonly stage: number;
  /** The number of the table in `tablesOf`. */
  readonly table: number;
  /** `coherence` (checkpoints only) has two numbers per entry: the sum of the errors E, and of their sizes A. */
  readonly part: 'weights' | 'coherence';
  /** The first entry. */
  readonly start: number;
  /** Read-only, and valid only until the next chunk is requested. */
  readonly values: Float32Array;
}

export interface ChunkOptions {
  /** The most entries per chunk; 2^20 by default. */
  readonly entries?: number;
  /** Whether to include chunks of coherence, if the file has them. */
  readonly coherence?: boolean;
  /** Called with the bytes read so far, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface ModelFile {
  readonly form: 'safetensors' | 'compact' | 'tdl';
  readonly source: ModelSource;
  readonly header: ModelHeader;
  readonly network: Network;
  /** Whether it has the sums of temporal coherence, to continue training with. */
  readonly coherent: boolean;
  /** As stated in the file; TDL2048's files have none. */
  readonly checksum?: string;
  /** For a compact file, the points that every weight is a multiple of; if steps are not whole numbers, the largest of them. */
  readonly step?: number;
  /**
   * The weights in the file's order: stage by stage, table by table, weights before coherence. Chunks of zeros are left
   * out. Every byte of the file goes into the checksum; if that is wrong, the last step throws, so use nothing
   * before the loop has ended.
   */
  chunks(options?: ChunkOptions): AsyncGenerator<WeightChunk, void, undefined>;
}

export const CHUNK_ENTRIES = 1 << 20;

/** A table of a stage. */
export interface Table {
  /** The text of its pattern or feature. */
  readonly name: string;
  readonly entries: number;
  /**
   * Outermost first: 4 lanes (values of actions only), 4 hints (patterns with a hint only), then 16 for each cell, the
   * first cell of the pattern last. So entry (lane · 4 + hint) · 16^n + Σ exponent(cell i) · 16^i.
   */
  readonly shape: readonly number[];
  /** Undefined for a feature. */
  readonly pattern?: Pattern;
}

/** The tables that each stage has: patterns, then features. */
export function tablesOf({ patterns, features, description: { values } }: Network): Table[] {
  return [
    ...patterns.map((pattern) => ({
      name: pattern.text,
      entries: patternEntries(pattern, values),
      shape: [...(values === 'action' ? [4] : []), ...(pattern.hint ? [4] : []), ...pattern.cells.map(() => 16)],
      pattern,
    })),
    ...features.map((feature) => ({
      name: feature,
      entries: featureEntries(feature),
      shape: featureShape(feature),
    })),
  ];
}

/** Large tiles: a digit up to 7 for each of five kinds, the smallest kind last. */
function featureShape(feature: Feature): number[] {
  return feature === 'large' ? [8, 8, 8, 8, 8] : [featureEntries(feature)];
}

// ── the description as text ──────────────────────────────────────────────────────────────────────────────────────

export const FORMAT = 'afterstate-model';
export const VERSION = '1';
/** The placeholder for the checksum while it is computed. */
export const NO_CHECKSUM = '00000000';

export type Metadata = Record<string, string>;

/** The checksum comes first, as zeros: it is filled in when the file is complete. */
export function formatMetadata(header: ModelHeader): Metadata {
  const { description, folded, provenance, trainedLargest, date } = header;
  return {
    checksum: NO_CHECKSUM,
    format: FORMAT,
    version: VERSION,
    ...description,
    folded: folded.join(' '),
    ...(trainedLargest === undefined ? {} : { trainedLargest: String(trainedLargest) }),
    date,
    provenance: JSON.stringify(provenance),
  };
}

/** The JSON of a header. */
export function parseHeader(json: Uint8Array, file: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
    if (isRecord(content)) return content;
  } catch {
    // Reported below.
  }
  throw damaged(file, 'its header is not JSON');
}

export function parseMetadata(metadata: unknown, file: string): { header: ModelHeader; network: Network } {
  const fields = new Map(isRecord(metadata) ? Object.entries(metadata) : []);
  if (fields.get('format') !== FORMAT)
    throw new InputError(`'${file}' is not a model of afterstate: its format is not ${FORMAT}`);
  const text = (key: string): string => {
    const value = fields.get(key);
    if (typeof value !== 'string') throw damaged(file, `its header has no ${key}`);
    return value;
  };
  if (text('version') !== VERSION) {
    throw new InputError(
      `'${file}' is a model of version ${text('version')}, but this program reads version ${VERSION}; use the version of afterstate that wrote it`,
    );
  }
  const game = oneOf(GAME_NAMES, text('game'), 'game');
  const values = oneOf(['afterstate', 'state', 'action'], text('values'), 'values');
  const network = naming(file, () => createNetwork({ game, values, network: text('network'), stages: text('stages') }));
  for (const key of ['network', 'stages'] as const) {
    if (text(key) !== network.description[key])
      throw damaged(file, `its ${key} '${text(key)}' should read '${network.description[key]}'`);
  }
  const folded = text('folded') === '' ? [] : text('folded').split(' ');
  for (const name of folded) {
    const pattern = network.patterns.find((candidate) => candidate.text === name);
    if (!pattern || !imageOf(pattern))
      throw damaged(file, `'${name}' is not a pattern of its network that can be folded`);
  }
  const largest = fields.get('trainedLargest');
  if (largest !== undefined && (typeof largest !== 'string' || !/^([1-9]|1\d)$/.test(largest)))
    throw damaged(file, `its largest tile '${shown(largest)}' is not an exponent`);
  const header: ModelHeader = {
    description: network.description,
    folded,
    provenance: readProvenance(text('provenance'), file),
    ...(typeof largest === 'string' ? { trainedLargest: Number(largest) } : {}),
    date: text('date'),
  };
  return { header, network };

  function oneOf<T extends string>(choices: readonly T[], value: string, key: string): T {
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined)
      throw new InputError(`'${file}' has '${value}' for its ${key}; this program knows ${choices.join(', ')}`);
    return choice;
  }
}

function readProvenance(text: string, file: string): Record<string, unknown> {
  try {
    const provenance: unknown = JSON.parse(text);
    if (isRecord(provenance)) return provenance;
  } catch {
    // Reported below.
  }
  throw damaged(file, 'its provenance is not a JSON object');
}

/** Makes errors about the network say which file it is in. */
function naming<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof InputError) throw new InputError(`'${file}': ${error.message}`, { cause: error });
    throw error;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of a header, for messages. */
export function shown(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined ? 'nothing' : JSON.stringify(value);
}

export function damaged(file: string, what: string): InputError {
  return new InputError(`'${file}' is damaged: ${what}; download it again`);
}

export function cut(file: string, size: number, whole: number): InputError {
  return damaged(file, `it was cut off after ${size} of ${whole} bytes`);
}

// ── the checksum in a header ─────────────────────────────────────────────────────────────────────────────────────

/** Where the checksum's digits are in the bytes of a JSON header, and what they say. */
export function findChecksum(json: Uint8Array, file: string): { at: number; digits: string } {
  // Latin-1, so that one character is one byte.
  const text = new TextDecoder('latin1').decode(json);
  const [match, ...others] = text.matchAll(/"checksum"\s*:\s*"([0-9a-f]{8})"/g);
  if (!match?.[1] || others.length > 0) throw damaged(file, 'its header has no checksum');
  return { at: match.index + match[0].length - 9, digits: match[1] };
}

/** The header as it was when the checksum was computed. */
export function withoutChecksum(json: Uint8Array, at: number): Uint8Array {
  const copy = copyOf(json);
  copy.set(new TextEncoder().encode(NO_CHECKSUM), at);
  return copy;
}

export function wrongChecksum(file: string, stated: string, found: string): InputError {
  return damaged(file, `its checksum is ${found} and should be ${stated}`);
}

// ── sources and sinks that every platform has ────────────────────────────────────────────────────────────────────

export function memorySource(name: string, bytes: Uint8Array): ModelSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, checkedEnd(name, bytes.length, offset, length)),
  };
}

/** A file that the user chose or the page downloaded. */
export function blobSource(name: string, blob: Blob): ModelSource {
  return {
    name,
    size: blob.size,
    read: async (offset, length) =>
      new Uint8Array(await blob.slice(offset, checkedEnd(name, blob.size, offset, length)).arrayBuffer()),
  };
}

function checkedEnd(name: string, size: number, offset: number, length: number): number {
  if (offset + length > size) throw cut(name, size, offset + length);
  return offset + length;
}

/** Keeps what is written in memory; for small files, tests and downloads. */
export class MemorySink implements ModelSink {
  private bytesKept = new Uint8Array(1 << 12);
  private length = 0;

  async write(bytes: Uint8Array): Promise<void> {
    this.room(bytes.length);
    this.bytesKept.set(bytes, this.length);
    this.length += bytes.length;
  }

  async skip(length: number): Promise<void> {
    this.room(length);
    this.length += length;
  }

  async patch(offset: number, bytes: Uint8Array): Promise<void> {
    this.bytesKept.set(bytes, offset);
  }

  /** What was written; a view that a later write may outdate. */
  bytes(): Uint8Array {
    return this.bytesKept.subarray(0, this.length);
  }

  private room(more: number): void {
    if (this.length + more <= this.bytesKept.length) return;
    const larger = new Uint8Array(Math.max(2 * this.bytesKept.length, this.length + more));
    larger.set(this.bytes());
    this.bytesKept = larger;
  }
}

/** A copy of the bytes. Not by `slice`: on Node's Buffer, which is a Uint8Array too, it returns a view. */
export function copyOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** The numbers in little-endian bytes; a view if the alignment allows it. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : copyOf(bytes);
  return new Float32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
}

/** The bytes of numbers; a copy if other threads may be writing them, so that the checksum matches what is written. */
export function bytesOf(values: Float32Array): Uint8Array {
  const shared = typeof SharedArrayBuffer !== 'undefined' && values.buffer instanceof SharedArrayBuffer;
  const own = shared ? values.slice() : values;
  return new Uint8Array(own.buffer, own.byteOffset, own.byteLength);
}

export function isZero(values: Float32Array): boolean {
  // Compared as words, so that a negative zero is kept.
  const words = new Int32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) if (words[i] !== 0) return false;
  return true;
}
