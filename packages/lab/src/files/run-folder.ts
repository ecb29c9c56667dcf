// A run folder: everything about one run. It starts with settings and manifest.json; a training adds lines of metrics.jsonl, now and
// then checkpoints/, and at the end the model. Files appear whole; a run that continues drops metrics past the last checkpoint. One
// process at a time owns the folder, and a run never starts over on top of its own results.

import { open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError } from 'afterstate';
import { makeFolder, needFolder, reason, systemCode, unwritable, writeText } from './disk.ts';
import type { Watch } from './lock.ts';
import { Lock, Locked } from './lock.ts';
import { manifest } from './manifest.ts';
import { shellWord } from './shell-word.ts';

/** What a folder needs to know about its kind of run. */
export interface FolderKind<Config> {
  /** The command that makes such runs and continues them. */
  readonly command: string;
  /** Throws an InputError that begins with `where`. */
  readonly parse: (values: unknown, where: string) => Config;
  /** The file of settings, config.json by default; trainings are found by that name. */
  readonly settingsFile?: string;
  /** Of a training: the field of a line of metrics that says how far the run was. */
  readonly counter?: string;
}

/** Checkpoints that a run keeps: one more than it needs, in case the newest is damaged. */
export const KEPT_CHECKPOINTS = 2;

/** Commands whose runs name them as their `method`; all other methods belong to `train`. */
const OWN_METHOD = ['fit', 'selfplay'];

/** Names the process that has the folder. */
const LOCK = 'lock';

/** What a training leaves at its end, or after each cycle, but never before its first checkpoint. */
const MODELS = ['model.safetensors', 'model.onnx'];

/** Where a run writes files, and the unfinished ones that a kill leaves; nothing else in the folder belongs to the run. */
const PLACES = ['.', 'checkpoints', 'snapshots', 'positions'];
const LEFTOVER =
  /^(?:(?:config|tune|select|frontier|frontier-settings|reproduce|table|manifest|result|selection)\.json|table\.md|(?:curves|steps|figure|frontier-\w+)\.svg|metrics\.jsonl|(?:model|\d+)\.(?:safetensors|onnx))\.tmp-\d+$|^lock\.[\da-f-]{36}$/;

export class RunFolder<Config extends object> {
  readonly path: string;
  readonly config: Config;
  readonly #kind: FolderKind<Config>;
  readonly #lock: Lock;
  /** Whether the settings differ from those in the file. */
  #isChanged = false;

  private constructor(kind: FolderKind<Config>, path: string, config: Config, lock: Lock) {
    this.#kind = kind;
    this.path = path;
    this.config = config;
    this.#lock = lock;
  }

  /** `runs/<game>__<method>__<network>__s<seed>__<utc>`. */
  static nameFor(parts: { game: string; method: string; network: string; seed: number }): string {
    const utc = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
    const plain = (text: string) => text.replace(/[^\w.-]+/g, '-').slice(0, 60);
    return join('runs', `${plain(parts.game)}__${parts.method}__${plain(parts.network)}__s${parts.seed}__${utc}`);
  }

  static async create<Config extends object>(
    kind: FolderKind<Config>,
    path: string,
    config: Config,
    watch: Watch = {},
  ): Promise<RunFolder<Config>> {
    await requireUnused(kind.command, path);
    const first: readonly (readonly [name: string, text: string])[] = [
      [settingsFile(kind), document(config)],
      ['manifest.json', document(manifest())],
      ...(kind.counter === undefined ? [] : [['metrics.jsonl', ''] as const]),
    ];
    const made: (string | undefined)[] = [];
    let lock: Lock | undefined;
    try {
      made.push(await makeFolder(resolve(path)));
      lock = await lockOf(path, watch);
      await requireUnused(kind.command, path);
      await sweep(path);
      if (kind.counter !== undefined) made.push(await makeFolder(resolve(path, 'checkpoints')));
      for (const [name, text] of first) await writeText(join(path, name), text);
    } catch (error) {
      if (error instanceof Locked) throw error;
      await lock?.release();
      if (error instanceof InputError) throw error;
      // A run that could not begin leaves nothing.
      const paths = [...(lock ? first : []).map(([name]) => join(path, name)), ...made];
      // If nothing can be removed either, report that the run cannot begin.
      for (const one of paths) if (one !== undefined) await rm(one, { recursive: true, force: true }).catch(() => {});
      const remedy = systemCode(error) === 'ENOSPC' ? 'make room, or give another' : 'give another';
      throw unwritable(`'${path}' cannot be made a run folder: ${reason(error)}; ${remedy} --out`, error);
    }
    return new RunFolder(kind, path, config, lock);
  }

  static async open<Config extends object>(
    kind: FolderKind<Config>,
    path: string,
    watch: Watch = {},
  ): Promise<RunFolder<Config>> {
    const file = join(path, settingsFile(kind));
    const text = await readFile(file, 'utf8').catch(() => {
      throw new InputError(`'${path}' is not a run folder: it has no ${settingsFile(kind)}`);
    });
    let values: unknown;
    try {
      values = JSON.parse(text);
    } catch {
      throw new InputError(`${file} is not JSON, so it is damaged; restore it from a copy, or start a new run`);
    }
    const { method } = (values ?? {}) as { method?: unknown };
    const command = OWN_METHOD.find((name) => name === method) ?? 'train';
    if (kind.counter !== undefined && method !== undefined && command !== kind.command)
      throw new InputError(`'${path}' is a run of another command; continue it with: ${continuation(command, path)}`);
    const config = kind.parse(values, file);
    const lock = await lockOf(path, watch).catch((error: unknown) => {
      if (error instanceof Locked) throw error;
      throw new Error(`'${path}' cannot be written: ${reason(error)}`, { cause: error });
    });
    await sweep(path);
    return new RunFolder(kind, path, config, lock);
  }

  /** Lets other processes have the folder. */
  close(): Promise<void> {
    return this.#lock.release();
  }

  get modelPath(): string {
    return join(this.path, 'model.safetensors');
  }

  /** The same run with changed settings, such as more games; `keepSettings` writes them. */
  change(config: Config): RunFolder<Config> {
    const changed = new RunFolder(this.#kind, this.path, config, this.#lock);
    changed.#isChanged = true;
    return changed;
  }

  /** Called once it is clear that the run continues. */
  async keepSettings(): Promise<void> {
    if (!this.#isChanged) return;
    const name = settingsFile(this.#kind);
    await writeText(join(this.path, name), document(this.config)).catch((error: unknown) => {
      throw this.#unwritten(name, error);
    });
    this.#isChanged = false;
  }

  /** The command that continues the run. */
  get continuation(): string {
    return continuation(this.#kind.command, this.path);
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

  /** The metrics up to a count of games or actions; cuts off whatever follows, even half a line. */
  async keepMetrics(count: number): Promise<void> {
    const { counter = '' } = this.#kind;
    const lines = await this.#metrics();
    const kept = lines.slice(0, lines.findLastIndex((line) => numberIn(line, counter) <= count) + 1);
    const length = kept.reduce((sum, line) => sum + line.length + 1, 0);
    await truncate(join(this.path, 'metrics.jsonl'), length).catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') throw this.#unwritten('metrics.jsonl', error);
    });
  }

  /** The whole lines, one character per byte. */
  async #metrics(): Promise<string[]> {
    const text = await readFile(join(this.path, 'metrics.jsonl'), 'latin1').catch((error: unknown) => {
      if (systemCode(error) === 'ENOENT') return '';
      throw new Error(`'${join(this.path, 'metrics.jsonl')}' cannot be read: ${reason(error)}`, { cause: error });
    });
    return text.split('\n').slice(0, -1);
  }

  /** Checkpoints, the newest first, by the number in their names. */
  async checkpoints(): Promise<string[]> {
    const names = await readdir(join(this.path, 'checkpoints')).catch(() => []);
    return names
      .filter((name) => /^\d+\.safetensors$/.test(name))
      .sort((a, b) => Number.parseInt(b) - Number.parseInt(a))
      .map((name) => join(this.path, 'checkpoints', name));
  }

  /**
   * The content of the newest intact checkpoint; undefined if the run has to begin. A run whose checkpoints are all unusable is
   * left as it is.
   */
  async latest<T>(load: (path: string) => Promise<T>, onNote?: (text: string) => void): Promise<T | undefined> {
    const damaged: string[] = [];
    let found: { readonly it: T } | undefined;
    for (const path of await this.checkpoints()) {
      try {
        found = { it: await load(path) };
        break;
      } catch (error) {
        damaged.push(`${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (!found) await this.#requireNothingSaved(damaged);
    for (const text of damaged) onNote?.(text);
    await this.keepSettings();
    return found?.it;
  }

  async #requireNothingSaved(damaged: readonly string[]): Promise<void> {
    const there = await readdir(this.path);
    const lines = await this.#metrics();
    const models = MODELS.filter((name) => there.includes(name));
    const isDue = (line: string): boolean =>
      numberIn(line, 'seconds') > ((this.config as { checkpoint?: number }).checkpoint ?? 0);
    // A checkpoint comes after the first line that is late enough, and before the next one.
    const wasSaved =
      damaged.length > 0 ||
      models.length > 0 ||
      lines.slice(0, -1).some(isDue) ||
      (lines.length > 0 && !there.includes('checkpoints'));
    if (!wasSaved) {
      await needFolder(join(this.path, 'checkpoints'));
      return;
    }
    const left = [...(lines.length > 0 ? [`${lines.length} lines of metrics`] : []), ...models];
    const settings = shellWord(join(this.path, settingsFile(this.#kind)));
    throw new InputError(
      `'${this.path}' cannot continue: ${damaged[0] ?? 'its checkpoints are gone'}; nothing was changed${left.length > 0 ? `, and it still has ${left.join(' and ')}` : ''}; restore a checkpoint from a copy, or start again in another folder: afterstate ${this.#kind.command} ${settings} --out FOLDER`,
    );
  }

  checkpointPath(number: number): string {
    return join(this.path, 'checkpoints', `${number}.safetensors`);
  }

  /** Keeps only the newest checkpoints. */
  async prune(): Promise<void> {
    for (const old of (await this.checkpoints()).slice(KEPT_CHECKPOINTS))
      await rm(old, { force: true }).catch((error: unknown) => {
        throw this.#unwritten('checkpoints', error);
      });
  }

  #unwritten(name: string, error: unknown): Error {
    return new Error(
      `'${join(this.path, name)}' cannot be written: ${reason(error)}; what was saved stays; continue with: ${this.continuation}`,
      { cause: error },
    );
  }
}

function settingsFile({ settingsFile = 'config.json' }: { readonly settingsFile?: string }): string {
  return settingsFile;
}

function continuation(command: string, path: string): string {
  return `afterstate ${command} --resume ${shellWord(path)}`;
}

function document(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** NaN for what is not a line of metrics. */
function numberIn(line: string, field: string): number {
  try {
    return Number((JSON.parse(line) as Record<string, unknown>)[field] ?? NaN);
  } catch {
    return NaN;
  }
}

function lockOf(path: string, watch: Watch): Promise<Lock> {
  return Lock.take(join(path, LOCK), { ...watch, what: `'${path}'` });
}

/** Throws if a folder holds anything except the remains of a run that was killed before it began. */
async function requireUnused(command: string, path: string): Promise<void> {
  const there = await readdir(path).catch(() => []);
  /** Whether it is a folder with nothing in it. */
  const isEmpty = async (name: string): Promise<boolean> =>
    (await readdir(join(path, name)).catch(() => [name])).length === 0;
  for (const name of there) {
    if (name === LOCK || LEFTOVER.test(name) || (await isEmpty(name))) continue;
    throw new InputError(`'${path}' is not empty; to continue a run: ${continuation(command, path)}`);
  }
}

/** Removes files that killed processes did not finish writing. */
async function sweep(path: string): Promise<void> {
  for (const place of PLACES) {
    const entries = await readdir(join(path, place), { withFileTypes: true }).catch(() => []);
    for (const entry of entries)
      if (entry.isFile() && LEFTOVER.test(entry.name)) await rm(join(path, place, entry.name), { force: true });
  }
}
