// Sends files compressed, by brotli or gzip, to clients that accept it. A file is compressed once, off the event loop, and kept
// in memory until it changes; the least recently used ones are dropped first. Files that do not shrink (compact networks,
// pictures) and parts of files (ranges) are sent as they are. Each form has its own ETag, so that parts of different forms are
// never joined.

import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

type Coding = 'br' | 'gzip';

/** A file in its present state. */
interface SentFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
}

const SHRINK = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.svg',
  '.json',
  '.webmanifest',
  '.wasm',
  '.onnx',
  '.safetensors',
  '.txt',
  '.map',
]);
/** Smaller ones fit into a packet anyway; larger ones would take too much memory. */
const LEAST = 256;
const MOST = 32 << 20;
/** How many bytes of compressed files to keep, and how many files. */
const KEPT = 64 << 20;
const KEPT_FILES = 1000;
/** Up to this size the best compression takes only a moment. */
const SMALL = 1 << 20;
/** A file must shrink at least to this share. */
const WORTH = 0.95;

export class Compression {
  /** The file being sent, and the form that the client accepts. */
  readonly #files = new WeakMap<object, SentFile>();
  readonly #taken = new WeakMap<IncomingMessage, Coding>();
  /** In order of last use; undefined if a file does not shrink. */
  readonly #kept = new Map<string, Promise<Buffer | undefined>>();
  readonly #sizes = new Map<string, number>();

  constructor(server: FastifyInstance) {
    server.addHook('onRequest', async ({ raw }) => {
      const coding = raw.headers.range === undefined ? codingOf(raw.headers['accept-encoding']) : undefined;
      if (!coding) return;
      this.#taken.set(raw, coding);
      // The file server only knows the tags of files.
      const tags = raw.headers['if-none-match'];
      if (tags !== undefined) raw.headers['if-none-match'] = tags.replaceAll(`-${coding}"`, '"');
    });
    server.addHook('onSend', async (request, reply, payload) => {
      const file = this.#files.get(reply.raw);
      if (payload instanceof Readable) payload.once('error', hearGone);
      if (!file || !SHRINK.has(extname(file.path)) || file.size < LEAST || file.size > MOST) return payload;
      reply.header('vary', 'accept-encoding');
      const coding = this.#taken.get(request.raw);
      if (!coding || (reply.statusCode !== 200 && reply.statusCode !== 304)) return payload;
      const bytes = await this.#compressed(file, coding);
      if (!bytes) {
        if (payload instanceof Readable && payload.errored) throw payload.errored;
        return payload;
      }
      const tag = String(reply.getHeader('etag') ?? '');
      if (tag) reply.header('etag', tag.replace(/"$/, `-${coding}"`));
      if (reply.statusCode === 304) return payload;
      reply.removeHeader('accept-ranges');
      reply.header('content-encoding', coding).header('content-length', bytes.length);
      if (request.method === 'HEAD') return payload;
      if (payload instanceof Readable) payload.destroy();
      return bytes;
    });
  }

  /** Notes which file an answer sends. */
  note(response: object, path: string, { size, mtimeMs }: Omit<SentFile, 'path'>): void {
    this.#files.set(response, { path, size, mtimeMs });
  }

  #compressed(file: SentFile, coding: Coding): Promise<Buffer | undefined> {
    const key = `${coding} ${file.path} ${file.size} ${file.mtimeMs}`;
    const kept = this.#kept.get(key) ?? this.#compress(file, coding, key);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  async #compress(file: SentFile, coding: Coding, key: string): Promise<Buffer | undefined> {
    // The file server reports a file that cannot be read.
    const bytes = await compress(file, coding).catch(() => undefined);
    this.#sizes.set(key, bytes?.length ?? 0);
    let total = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const [oldest] of this.#kept) {
      if (total <= KEPT && this.#kept.size <= KEPT_FILES) break;
      total -= this.#sizes.get(oldest) ?? 0;
      this.#kept.delete(oldest);
      this.#sizes.delete(oldest);
    }
    return bytes;
  }
}

/**
 * A file may vanish when a newer build of the app replaces it. Nobody else listens before the answer begins, and an unheard error
 * would end the process.
 */
function hearGone(error: Error & { code?: string; statusCode?: number }): void {
  if (error.code === 'ENOENT') error.statusCode = 404;
}

const brotli = promisify(brotliCompress);
const zip = promisify<Buffer, object, Buffer>(gzip);

async function compress({ path, size }: SentFile, coding: Coding): Promise<Buffer | undefined> {
  const bytes = await readFile(path);
  if (bytes.length !== size) return undefined;
  const small = size <= SMALL;
  const made =
    coding === 'br'
      ? await brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: small ? 9 : 5,
            [constants.BROTLI_PARAM_SIZE_HINT]: size,
          },
        })
      : await zip(bytes, { level: small ? 9 : 6 });
  return made.length <= WORTH * size ? made : undefined;
}

/** The best coding that a client accepts; undefined for none. */
export function codingOf(header: string | string[] | undefined): Coding | undefined {
  const weights = new Map<string, number>();
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weight = (coding: Coding): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best: Coding = weight('gzip') > weight('br') ? 'gzip' : 'br';
  return weight(best) > 0 ? best : undefined;
}
