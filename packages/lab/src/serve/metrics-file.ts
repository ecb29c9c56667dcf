// Reads metrics.jsonl of a run while it is being written: only whole lines count. A run that continues from a checkpoint cuts off
// the lines after it, so a reader that was further ahead notices the change and starts again.

import type { FileHandle } from 'node:fs/promises';
import { isObject, openPlainFile, readBytes, statOf } from './folder.ts';

const PIECE = 1 << 16;
/** Far more than any line of metrics. */
const LONGEST_LINE = 1 << 20;
/** How much of the last part read is compared with the file when reading continues. */
const REMEMBERED = 512;

/** The lines as the run wrote them. */
type Metrics = Record<string, unknown>;

export interface MetricsLine {
  /** Counted from 1. */
  readonly number: number;
  /** JSON, without the line break. */
  readonly text: string;
}

/** A reader that continues where it stopped; only one loop at a time. */
export class MetricsReader {
  readonly #path: string;
  /** Where the next line begins, how many lines came before, and the last bytes before it. */
  #offset = 0;
  #lines = 0;
  #before: Buffer = Buffer.alloc(0);

  constructor(path: string) {
    this.#path = path;
  }

  /** Lines read so far; lines that are not JSON count, but are not returned. */
  get lines(): number {
    return this.#lines;
  }

  /** The lines since the last call; `'again'` means that all lines before it are void. */
  async *read(): AsyncGenerator<MetricsLine | 'again', void, undefined> {
    const file = await openPlainFile(this.#path).catch(() => undefined);
    if (!file) return;
    try {
      if (!(await this.#isSame(file))) {
        this.#offset = 0;
        this.#lines = 0;
        this.#before = Buffer.alloc(0);
        yield 'again';
      }
      let rest: Buffer = Buffer.alloc(0);
      while (rest.length < LONGEST_LINE) {
        const piece = Buffer.alloc(PIECE);
        const { bytesRead } = await file.read(piece, 0, PIECE, this.#offset + rest.length);
        if (bytesRead === 0) return;
        rest = Buffer.concat([rest, piece.subarray(0, bytesRead)]);
        for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
          const text = rest.subarray(0, end).toString('utf8');
          this.#pass(rest.subarray(0, end + 1));
          rest = rest.subarray(end + 1);
          if (isMetrics(text)) yield { number: this.#lines, text };
        }
      }
    } finally {
      await file.close();
    }
  }

  #pass(line: Buffer): void {
    this.#offset += line.length;
    this.#lines++;
    this.#before = Buffer.from(Buffer.concat([this.#before, line]).subarray(-REMEMBERED));
  }

  async #isSame(file: FileHandle): Promise<boolean> {
    const { length } = this.#before;
    const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, this.#offset - length);
    return bytesRead === length && buffer.equals(this.#before);
  }
}

/** All lines, or if there are more than `most`, every second, fourth … and the last. */
export async function thinnedMetrics(path: string, most: number): Promise<{ lines: number; metrics: Metrics[] }> {
  const reader = new MetricsReader(path);
  let kept: string[] = [];
  let last = '';
  let stride = 1;
  let seen = 0;
  for await (const line of reader.read()) {
    if (line === 'again') continue;
    last = line.text;
    if (seen++ % stride !== 0) continue;
    kept.push(last);
    // One place is for the last line.
    if (kept.length < most) continue;
    kept = kept.filter((_, i) => i % 2 === 0);
    stride *= 2;
  }
  if (seen > 0 && (seen - 1) % stride !== 0) kept.push(last);
  return { lines: reader.lines, metrics: kept.map((text) => JSON.parse(text) as Metrics) };
}

/** The last whole lines of the file, without reading the rest of it. */
export async function lastMetrics(path: string): Promise<Metrics[]> {
  const size = (await statOf(path))?.size ?? 0;
  const from = Math.max(0, size - PIECE);
  const text = await readBytes(path, from, PIECE).then(
    (bytes) => bytes.toString('utf8'),
    () => '',
  );
  const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return (from > 0 ? whole.slice(1) : whole).filter(isMetrics).map((line) => JSON.parse(line) as Metrics);
}

function isMetrics(line: string): boolean {
  try {
    return isObject(JSON.parse(line));
  } catch {
    return false;
  }
}
