// A run folder: everything about one training. config.json and manifest.json are written when it is made, lines of metrics.jsonl
// as it goes on, checkpoints/ now and then, the model at the end. Files appear whole (written beside their place, synced,
// renamed); metrics past the last checkpoint are dropped when a run goes on.

import { open, readdir, readFile, rename, rm, truncate } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError } from 'afterstate';
import { makeFolder } from './disk.ts';
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
    await makeFolder(resolve(path, 'checkpoints'));
    const run = new RunFolder(kind, path, config);
    await run.#write('config.json', `${JSON.stringify(config, undefined, 2)}\n`);
    await run.#write('manifest.json', `${JSON.stringify(manifest(), undefined, 2)}\n`);
    await run.#write('metrics.jsonl', '');
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
      throw new InputError(`${join(path, 'config.json')} is not JSON; it was damaged`);
    }
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
    const file = await open(join(this.path, 'metrics.jsonl'), 'a');
    try {
      await file.writeFile(`${JSON.stringify(metrics)}\n`);
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
    const path = join(this.path, name);
    const file = await open(`${path}.tmp`, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.tmp`, path);
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
