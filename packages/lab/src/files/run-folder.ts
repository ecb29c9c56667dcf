// A run folder: everything about one training. config.json and manifest.json are written when it is made, lines of metrics.jsonl
// as it goes on, checkpoints/ now and then, the model at the end. Files appear whole (written beside their place, synced,
// renamed); metrics past the last checkpoint are dropped when a run goes on.

import { open, readdir, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError } from 'afterstate';
import { makeFolder, reason } from './disk.ts';
import { manifest } from './manifest.ts';

/** What sort of training it is. */
export interface RunKind<Config> {
  /** The command that makes such runs and goes on with them. */
  readonly command: 'train' | 'fit' | 'selfplay';
  /** Throws an InputError that begins with `where`. */
  readonly parse: (values: unknown, where: string) => Config;
  /** The field of a line of metrics that says how far the run was. */
  readonly counter: string;
}

/** What is in a run folder from the first. */
const FIRST_FILES = ['config.json', 'manifest.json', 'metrics.jsonl'] as const;

export class RunFolder<Config extends object> {
  readonly path: string;
  readonly config: Config;
  readonly #kind: RunKind<Config>;

  private constructor(kind: RunKind<Config>, path: string, config: Config) {
    this.#kind = kind;
    this.path = path;
    this.config = config;
  }

  /** `runs/<game>__<method>__<network>__s<seed>__<utc>`. */
  static nameFor(parts: { game: string; method: string; network: string; seed: number }): string {
    const utc = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const plain = (text: string) => text.replace(/[^\w.-]+/g, '-').slice(0, 60);
    return join('runs', `${plain(parts.game)}__${parts.method}__${plain(parts.network)}__s${parts.seed}__${utc}`);
  }

  static async create<Config extends object>(
    kind: RunKind<Config>,
    path: string,
    config: Config,
  ): Promise<RunFolder<Config>> {
    const there = await readdir(path).catch(() => []);
    if (there.length > 0) {
      throw new InputError(`'${path}' is not empty; to go on with a run: afterstate ${kind.command} --resume ${path}`);
    }
    const run = new RunFolder(kind, path, config);
    let made: string | undefined;
    try {
      made = await makeFolder(resolve(path, 'checkpoints'));
      await run.#put('config.json', `${JSON.stringify(config, undefined, 2)}\n`);
      await run.#put('manifest.json', `${JSON.stringify(manifest(), undefined, 2)}\n`);
      await run.#put('metrics.jsonl', '');
    } catch (error) {
      // Nothing stays of a run that could not begin.
      if (made !== undefined) {
        for (const name of FIRST_FILES) await rm(join(path, name), { force: true });
        await rm(made, { recursive: true, force: true });
      }
      const remedy = (error as NodeJS.ErrnoException).code === 'ENOSPC' ? 'make room, or give another' : 'give another';
      throw new InputError(`'${path}' cannot be made a run folder: ${reason(error)}; ${remedy} --out`, {
        cause: error,
      });
    }
    return run;
  }

  static async open<Config extends object>(kind: RunKind<Config>, path: string): Promise<RunFolder<Config>> {
    const text = await readFile(join(path, 'config.json'), 'utf8').catch(() => {
      throw new InputError(`'${path}' is not a run folder: it has no config.json`);
    });
    let values: unknown;
    try {
      values = JSON.parse(text);
    } catch {
      throw new InputError(`${join(path, 'config.json')} is not JSON; it was damaged: put a copy back, or begin anew`);
    }
    const { method } = (values ?? {}) as { method?: unknown };
    const command = method === 'fit' || method === 'selfplay' ? method : 'train';
    if (method !== undefined && command !== kind.command)
      throw new InputError(
        `'${path}' is a run of another command; go on with it: afterstate ${command} --resume ${path}`,
      );
    return new RunFolder(kind, path, kind.parse(values, join(path, 'config.json')));
  }

  get modelPath(): string {
    return join(this.path, 'model.safetensors');
  }

  /** Goes on with other settings than were first asked for, such as more games. */
  async change(changes: Partial<Config>): Promise<RunFolder<Config>> {
    const run = new RunFolder(this.#kind, this.path, { ...this.config, ...changes });
    await run.#write('config.json', `${JSON.stringify(run.config, undefined, 2)}\n`);
    return run;
  }

  async appendMetrics(metrics: object): Promise<void> {
    const file = await open(join(this.path, 'metrics.jsonl'), 'a').catch((error: unknown) => {
      throw this.#unwritten('metrics.jsonl', error);
    });
    const { size } = await file.stat();
    try {
      await file.writeFile(`${JSON.stringify(metrics)}\n`);
    } catch (error) {
      await file.truncate(size);
      throw this.#unwritten('metrics.jsonl', error);
    } finally {
      await file.close();
    }
  }

  /** The metrics up to a count of games or actions; what follows, whole or half a line, is cut off. */
  async keepMetrics(count: number): Promise<void> {
    const path = join(this.path, 'metrics.jsonl');
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(0, -1);
    const past = lines.findIndex((line) => !(countOf(line, this.#kind.counter) <= count));
    const kept = past < 0 ? lines : lines.slice(0, past);
    await truncate(path, Buffer.byteLength(kept.map((line) => `${line}\n`).join(''))).catch(() => {});
  }

  /** Checkpoints, the newest first, by the number in their names. */
  async checkpoints(): Promise<string[]> {
    const names = await readdir(join(this.path, 'checkpoints')).catch(() => []);
    return names
      .filter((name) => /^\d+\.safetensors$/.test(name))
      .sort((a, b) => Number.parseInt(b) - Number.parseInt(a))
      .map((name) => join(this.path, 'checkpoints', name));
  }

  /** What the newest checkpoint that is whole holds, once what was half-written is gone; undefined where there is none. */
  async latest<T>(load: (path: string) => Promise<T>, onNote?: (text: string) => void): Promise<T | undefined> {
    await this.prune(Infinity);
    for (const path of await this.checkpoints()) {
      try {
        return await load(path);
      } catch (error) {
        onNote?.(`${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    return undefined;
  }

  checkpointPath(number: number): string {
    return join(this.path, 'checkpoints', `${number}.safetensors`);
  }

  /** Leaves the newest checkpoints only, and nothing half-written. */
  async prune(keep: number): Promise<void> {
    for (const old of (await this.checkpoints()).slice(keep)) await rm(old, { force: true });
    for (const folder of [this.path, join(this.path, 'checkpoints')]) {
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((name) => name.includes('.tmp'))) await rm(join(folder, name), { force: true });
    }
  }

  async #write(name: string, text: string): Promise<void> {
    await this.#put(name, text).catch((error: unknown) => {
      throw this.#unwritten(name, error);
    });
  }

  async #put(name: string, text: string): Promise<void> {
    const path = join(this.path, name);
    try {
      const file = await open(`${path}.tmp`, 'w');
      try {
        await file.writeFile(text);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.tmp`, path);
    } catch (error) {
      await rm(`${path}.tmp`, { force: true });
      throw error;
    }
  }

  #unwritten(name: string, error: unknown): Error {
    return new Error(
      `'${join(this.path, name)}' cannot be written: ${reason(error)}; what was saved stays, to go on with: afterstate ${this.#kind.command} --resume ${this.path}`,
      { cause: error },
    );
  }
}

/** NaN for what is not a line of metrics. */
function countOf(line: string, counter: string): number {
  try {
    return Number((JSON.parse(line) as Record<string, unknown>)[counter] ?? NaN);
  } catch {
    return NaN;
  }
}
