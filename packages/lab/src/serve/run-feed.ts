// Live feeds of runs, as server-sent events:
//   metrics   a line of metrics; its id is the number of the line
//   again     the run went back to a checkpoint: the lines so far are void and come once more
//   state     running, stopped or finished, at the beginning and whenever it changes
//   gone      the run's folder is no longer there; the feed ends
// The system reports changes at once, but not on every disk, so the folder is also polled.

import { EventEmitter, once } from 'node:events';
import type { FSWatcher } from 'node:fs';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { Refusal } from './errors.ts';
import type { Limits } from './limits.ts';
import { MetricsReader } from './metrics-file.ts';
import type { RunCatalogue } from './run-catalogue.ts';

/** How long a client waits, in milliseconds, before it connects again. */
const RETRY_MS = 3000;
/** Characters gathered before they are sent. */
const PARCEL = 1 << 15;
/** How long a closing server waits for slow clients. */
const CLOSING_MS = 500;

export class RunFeeds {
  readonly #runs: RunCatalogue;
  readonly #limits: Limits;
  readonly #open = new Map<Feed, Promise<void>>();

  constructor(runs: RunCatalogue, limits: Limits) {
    this.#runs = runs;
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Takes over the reply and sends the lines after the first `since`, until either side ends. */
  follow(name: string, path: string, since: number, reply: FastifyReply): void {
    if (this.#open.size >= this.#limits.feeds) {
      throw new Refusal(503, `${this.#limits.feeds} feeds are open, the most that this server allows; close one`);
    }
    const feed = new Feed(reply, this.#limits);
    const over = feed.run(() => this.#runs.state(name), path, since).finally(() => this.#open.delete(feed));
    this.#open.set(feed, over);
  }

  /** Ends all feeds; resolves when their clients know, or could have known. */
  async close(): Promise<void> {
    for (const feed of this.#open.keys()) feed.end();
    await Promise.race([Promise.all(this.#open.values()), delay(CLOSING_MS, undefined, { ref: false })]);
  }
}

class Feed {
  readonly #reply: FastifyReply;
  readonly #limits: Limits;
  readonly #ended = new AbortController();
  readonly #changes = new EventEmitter();
  #changed = true;
  #parcel = '';
  /** When the client stopped reading. */
  #stuckSince: number | undefined;

  constructor(reply: FastifyReply, limits: Limits) {
    this.#reply = reply;
    this.#limits = limits;
  }

  end(): void {
    this.#ended.abort();
  }

  async run(stateOf: () => Promise<string | undefined>, path: string, since: number): Promise<void> {
    const { signal } = this.#ended;
    const response = this.#reply.hijack().raw;
    response.on('close', () => this.end()).on('error', () => this.end());
    const sent = new Promise<void>((resolve) => response.once('finish', resolve).once('close', resolve));
    const watcher = watchFolder(path, () => this.#notice());
    const poll = setInterval(() => this.#notice(), this.#limits.pollMs);
    const heart = setInterval(() => this.#beat(), this.#limits.heartbeatMs);
    try {
      response.writeHead(200, {
        ...(this.#reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      });
      await this.#write(`retry: ${RETRY_MS}\n\n`);
      await this.#send(stateOf, join(path, 'metrics.jsonl'), since);
    } catch (error) {
      if (!signal.aborted) process.stderr.write(`the feed of a run failed: ${String(error)}\n`);
    } finally {
      clearInterval(poll);
      clearInterval(heart);
      watcher?.close();
      response.end();
      await sent;
    }
  }

  async #send(stateOf: () => Promise<string | undefined>, metrics: string, since: number): Promise<void> {
    let reader = new MetricsReader(metrics);
    let skip = since;
    let state: string | undefined;
    while (!this.#ended.signal.aborted) {
      this.#changed = false;
      // Read before the lines, so that a run reported as finished has sent them all.
      const newState = await stateOf();
      for await (const line of reader.read()) {
        if (line === 'again') {
          skip = 0;
          await this.#write(event('again', {}));
        } else if (line.number > skip) {
          await this.#gather(`id: ${line.number}\nevent: metrics\ndata: ${line.text}\n\n`);
        }
      }
      if (reader.lines < skip) {
        // The client has lines that the run no longer has.
        skip = 0;
        reader = new MetricsReader(metrics);
        await this.#write(event('again', {}));
        continue;
      }
      if (newState === undefined) return this.#write(event('gone', {}));
      if (newState !== state) await this.#gather(event('state', { state: newState }));
      state = newState;
      await this.#write('');
      if (!this.#changed) await once(this.#changes, 'change', { signal: this.#ended.signal }).catch(() => {});
    }
  }

  #notice(): void {
    this.#changed = true;
    this.#changes.emit('change');
  }

  /** Drops a client that has read nothing for a whole beat. */
  #beat(): void {
    if (this.#stuckSince === undefined) this.#reply.raw.write(': alive\n\n');
    else if (performance.now() - this.#stuckSince >= this.#limits.heartbeatMs) this.#reply.raw.destroy();
  }

  async #gather(text: string): Promise<void> {
    this.#parcel += text;
    if (this.#parcel.length >= PARCEL) await this.#write('');
  }

  /** Sends what was gathered and the text, and waits if the client is slower than the disk. */
  async #write(text: string): Promise<void> {
    const parcel = this.#parcel + text;
    this.#parcel = '';
    this.#ended.signal.throwIfAborted();
    if (parcel === '' || this.#reply.raw.write(parcel)) return;
    this.#stuckSince = performance.now();
    await once(this.#reply.raw, 'drain', { signal: this.#ended.signal });
    this.#stuckSince = undefined;
  }
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Undefined if the system cannot watch this folder; polling still works. */
function watchFolder(path: string, onChange: () => void): FSWatcher | undefined {
  try {
    return watch(path, { persistent: false }, onChange).on('error', () => {});
  } catch {
    return undefined;
  }
}
