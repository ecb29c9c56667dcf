// A run folder: everything about one training. config.json and manifest.json are written when it is made, a line of
// metrics.jsonl after each block of games, checkpoints/ now and then, model.safetensors at the end. Files appear whole
// (written beside their place, synced, renamed); metrics past the last checkpoint are dropped when a run goes on.

import { mkdir, open, readdir, readFile, rename, rm, truncate } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { InputError } from 'afterstate';
import { VERSION } from '../files/version.ts';
import type { TrainConfig } from './config.ts';
import { parseConfig } from './config.ts';

/** One line of metrics.jsonl, and of `train --json`. */
export interface BlockMetrics {
  readonly phase: string;
  /** Games and moves since the beginning. */
  readonly games: number;
  readonly moves: number;
  /** Of the games of this block that started from the deal. */
  readonly averageScore: number | null;
  readonly maxScore: number;
  /** The share of this block's games that reached each tile. */
  readonly reach: Readonly<Record<string, number>>;
  readonly largestTile: number;
  readonly alpha: number;
  readonly movesPerSecond: number;
  /** Seconds of learning since the beginning, pauses not counted. */
  readonly seconds: number;
}

export class RunFolder {
  readonly path: string;
  readonly config: TrainConfig;

  private constructor(path: string, config: TrainConfig) {
    this.path = path;
    this.config = config;
  }

  /** `runs/<game>__<method>__<network>__s<seed>__<utc>`. */
  static nameFor(config: TrainConfig): string {
    const utc = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const plain = (text: string) => text.replace(/[^\w.-]+/g, '-').slice(0, 60);
    return join('runs', `${plain(config.game)}__${config.method}__${plain(config.network)}__s${config.seed}__${utc}`);
  }

  static async create(path: string, config: TrainConfig): Promise<RunFolder> {
    const there = await readdir(path).catch(() => []);
    if (there.length > 0) {
      throw new InputError(`'${path}' is not empty; to go on with a run: afterstate train --resume ${path}`);
    }
    await mkdir(join(path, 'checkpoints'), { recursive: true });
    const run = new RunFolder(path, config);
    await run.#write('config.json', `${JSON.stringify(config, undefined, 2)}\n`);
    const manifest = {
      afterstate: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      memoryBytes: totalmem(),
      argv: process.argv.slice(2),
      started: new Date().toISOString(),
    };
    await run.#write('manifest.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
    await run.#write('metrics.jsonl', '');
    return run;
  }

  static async open(path: string): Promise<RunFolder> {
    const text = await readFile(join(path, 'config.json'), 'utf8').catch(() => {
      throw new InputError(`'${path}' is not a run folder: it has no config.json`);
    });
    let values: unknown;
    try {
      values = JSON.parse(text);
    } catch {
      throw new InputError(`${join(path, 'config.json')} is not JSON; it was damaged`);
    }
    return new RunFolder(path, parseConfig(values, join(path, 'config.json')));
  }

  get modelPath(): string {
    return join(this.path, 'model.safetensors');
  }

  /** More games than were first asked for. */
  async extend(games: number): Promise<RunFolder> {
    const config = { ...this.config, games };
    const run = new RunFolder(this.path, config);
    await run.#write('config.json', `${JSON.stringify(config, undefined, 2)}\n`);
    return run;
  }

  async appendMetrics(metrics: BlockMetrics): Promise<void> {
    const file = await open(join(this.path, 'metrics.jsonl'), 'a');
    try {
      await file.writeFile(`${JSON.stringify(metrics)}\n`);
    } finally {
      await file.close();
    }
  }

  /** The metrics of the first so many games; what follows, whole or half a line, is cut off. */
  async keepMetrics(games: number): Promise<void> {
    const path = join(this.path, 'metrics.jsonl');
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').slice(0, -1);
    const past = lines.findIndex((line) => !(gamesOf(line) <= games));
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
function gamesOf(line: string): number {
  try {
    return (JSON.parse(line) as BlockMetrics).games;
  } catch {
    return NaN;
  }
}
