// The run folders under one folder, by their names. Folders of other programs or versions, and unfinished ones, are shown as far
// as they can be read; a folder without config.json is not a run.

import { join } from 'node:path';
import { concealPaths } from './conceal.ts';
import { forEachFew, listFolder, readObject, statOf } from './folder.ts';
import { lastMetrics, thinnedMetrics } from './metrics-file.ts';
import type { RunCounts, RunDetails, RunState, RunSummary } from './schemas.ts';

/** A run that wrote nothing for this long is no longer running, unless its blocks of games take longer. */
const SILENCE_MS = 60_000;
/** The time of how many blocks may pass without a line. */
const SILENT_BLOCKS = 3;

export class RunCatalogue {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The newest first. */
  async list(): Promise<RunSummary[]> {
    const { folders } = await listFolder(this.#folder);
    const runs = await forEachFew(folders, (name) => this.#summary(name));
    return runs.filter((run) => run !== undefined).sort((a, b) => (a.updated < b.updated ? 1 : -1));
  }

  /** The path of a run's folder; undefined if there is no such run. */
  async find(name: string): Promise<string | undefined> {
    const { folders } = await listFolder(this.#folder);
    const path = join(this.#folder, name);
    return folders.includes(name) && (await statOf(join(path, 'config.json')))?.isFile() ? path : undefined;
  }

  /** The summary of a run that was found. */
  async state(name: string): Promise<RunState | undefined> {
    return (await this.#summary(name))?.state;
  }

  /** Everything about a run, with at most `lines` lines of its metrics. */
  async describe(name: string, lines: number): Promise<RunDetails | undefined> {
    const path = await this.find(name);
    const summary = path === undefined ? undefined : await this.#summary(name);
    if (path === undefined || !summary) return undefined;
    return {
      ...summary,
      config: asObject(concealPaths((await readObject(join(path, 'config.json'))) ?? {})),
      manifest: asObject(concealPaths((await readObject(join(path, 'manifest.json'))) ?? {})),
      ...(await thinnedMetrics(join(path, 'metrics.jsonl'), lines)),
    };
  }

  async #summary(name: string): Promise<RunSummary | undefined> {
    const path = join(this.#folder, name);
    const [config, manifest, made, written, weights, network] = await Promise.all([
      readObject(join(path, 'config.json')),
      readObject(join(path, 'manifest.json')),
      statOf(join(path, 'config.json')),
      statOf(join(path, 'metrics.jsonl')),
      statOf(join(path, 'model.safetensors')),
      statOf(join(path, 'model.onnx')),
    ]);
    if (!config || !made) return undefined;
    const metrics = await lastMetrics(join(path, 'metrics.jsonl'));
    const last = metrics.at(-1);
    const updated = Math.max(made.mtimeMs, ...[written, weights, network].map((file) => file?.mtimeMs ?? 0));
    const method = textOf(config['method']) ?? commandOf(manifest);
    const { counts, target, done } = progressOf(method, config, last);
    const model = weights ?? network;
    // A finished run that was extended still has its first model; self-play writes one after each cycle.
    const reached = target !== null && done >= target;
    const later = method !== 'selfplay' && model && model.mtimeMs >= (written?.mtimeMs ?? 0);
    const finished = model && (reached || later);
    const running = Date.now() - updated < Math.max(SILENCE_MS, SILENT_BLOCKS * blockMs(metrics));
    return {
      name,
      state: finished ? 'finished' : running ? 'running' : 'stopped',
      game: textOf(config['game']),
      network: textOf(config['network']),
      stages: textOf(config['stages']),
      method,
      seed: numberOf(config['seed']),
      threads: numberOf(config['threads']),
      counts,
      target,
      done,
      games: counts === 'games' ? target : null,
      gamesDone: numberOf(last?.['games']) ?? 0,
      last: last ?? null,
      started: textOf(manifest?.['started']),
      updated: new Date(updated).toISOString(),
    };
  }
}

interface Progress {
  readonly counts: RunCounts;
  readonly target: number | null;
  readonly done: number;
}

/** The progress of a run in its own unit: its settings say how much was asked for. */
function progressOf(
  method: string | null,
  config: Readonly<Record<string, unknown>>,
  last: Readonly<Record<string, unknown>> | undefined,
): Progress {
  const asked = (key: string): number | null => numberOf(config[key]);
  const made = (key: string): number => numberOf(last?.[key]) ?? 0;
  if (method === 'fit') return { counts: 'actions', target: asked('actions'), done: made('actions') };
  if (method !== 'selfplay') return { counts: 'games', target: asked('games'), done: made('games') };
  const cycles = { counts: 'cycles', target: asked('cycles'), done: made('cycles') } as const;
  const minutes = { counts: 'minutes', target: asked('minutes'), done: Math.floor(made('seconds') / 60) } as const;
  // The run ends with whichever comes first.
  if (minutes.target === null) return cycles;
  if (cycles.target === null) return minutes;
  return cycles.done / cycles.target >= minutes.done / minutes.target ? cycles : minutes;
}

/** The command that began a run, for settings that do not name their method. */
function commandOf(manifest: Readonly<Record<string, unknown>> | undefined): string | null {
  const argv = manifest?.['argv'];
  return Array.isArray(argv) && argv[0] === 'selfplay' ? 'selfplay' : null;
}

/** How long the last block of games took. */
function blockMs(metrics: readonly Record<string, unknown>[]): number {
  const [before, last] = [numberOf(metrics.at(-2)?.['seconds']) ?? 0, numberOf(metrics.at(-1)?.['seconds']) ?? 0];
  return Math.max(0, last - before) * 1000;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function asObject(value: unknown): Record<string, unknown> {
  return value as Record<string, unknown>;
}
