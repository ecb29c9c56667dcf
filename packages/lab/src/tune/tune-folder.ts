// The folder of a tuning: tune.json and manifest.json are written when it is made, a line of trials.jsonl after each
// candidate, result.json at the end. The trials are all that going on needs; half a line, where the process was killed
// while it wrote one, is cut off. It has no config.json: that is how a training is known.

import { open, readdir, readFile, truncate } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError } from 'afterstate';
import { writeFileWhole } from 'afterstate/node';
import { z } from 'zod';
import { makeFolder, reason } from '../files/disk.ts';
import { manifest } from '../files/manifest.ts';
import { RunFolder } from '../files/run-folder.ts';
import type { Comparison } from '../measure/measure.ts';
import type { TuneConfig } from './config.ts';
import { parseTuneConfig } from './config.ts';

const SETTINGS = 'tune.json';
const TRIALS = 'trials.jsonl';
const RESULT = 'result.json';

const trialSchema = z.object({
  /** Its number, and that of its round, from 1. */
  trial: z.number(),
  round: z.number(),
  about: z.string(),
  player: z.string(),
  /** Games first … first + games − 1 of the seed were played. */
  first: z.number(),
  games: z.number(),
  averageScore: z.number(),
  averageScoreCI95: z.tuple([z.number(), z.number()]),
  deviation: z.number(),
  maxScore: z.number(),
  moves: z.number(),
  seconds: z.number(),
  movesPerSecond: z.number(),
});

/** What one candidate did in one round: a line of trials.jsonl, and of `tune --json`. */
export type Trial = z.infer<typeof trialSchema>;

/** What a tuning ends with: result.json, and the last line of `tune --json`. */
export interface TuneResult {
  readonly game: string;
  readonly method: string;
  readonly seed: number;
  readonly trials: number;
  readonly start: string;
  readonly best: string;
  /** The start and the best, unless they are the same, on games that no candidate has played. */
  readonly check: Comparison;
}

export class TuneFolder {
  readonly path: string;
  readonly config: TuneConfig;

  private constructor(path: string, config: TuneConfig) {
    this.path = path;
    this.config = config;
  }

  /** `runs/<game>__tune-<method>__<player>__s<seed>__<utc>`. */
  static nameFor({ game, method, player, seed }: TuneConfig): string {
    return RunFolder.nameFor({ game, method: `tune-${method}`, network: player, seed });
  }

  static async create(path: string, config: TuneConfig): Promise<TuneFolder> {
    const there = await readdir(path).catch(() => []);
    if (there.length > 0)
      throw new InputError(`'${path}' is not empty; to go on with a tuning: afterstate tune --resume ${path}`);
    try {
      await makeFolder(resolve(path));
      await writeText(join(path, 'manifest.json'), manifest());
      await writeText(join(path, SETTINGS), config);
    } catch (error) {
      throw new InputError(`'${path}' cannot be made: ${reason(error)}`, { cause: error });
    }
    return new TuneFolder(path, config);
  }

  static async open(path: string): Promise<TuneFolder> {
    const values = await readJson(join(path, SETTINGS));
    if (values === undefined) throw new InputError(`'${path}' is not the folder of a tuning: it has no ${SETTINGS}`);
    return new TuneFolder(path, parseTuneConfig(values, join(path, SETTINGS)));
  }

  /** The trials so far. */
  async trials(): Promise<Trial[]> {
    const path = join(this.path, TRIALS);
    const text = await readFile(path, 'utf8').catch(() => '');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
    return whole
      .split('\n')
      .slice(0, -1)
      .map((line, i) => {
        const trial = trialSchema.safeParse(parseJson(line));
        if (!trial.success) throw new InputError(`${path}, line ${i + 1}, is not a trial; the file was damaged`);
        return trial.data;
      });
  }

  async append(trial: Trial): Promise<void> {
    const file = await open(join(this.path, TRIALS), 'a');
    try {
      await file.writeFile(`${JSON.stringify(trial)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Undefined where the tuning has not come to its end. */
  async result(): Promise<TuneResult | undefined> {
    return (await readJson(join(this.path, RESULT))) as TuneResult | undefined;
  }

  finish(result: TuneResult): Promise<void> {
    return writeText(join(this.path, RESULT), result);
  }
}

function writeText(path: string, document: object): Promise<void> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(document, undefined, 2)}\n`);
  return writeFileWhole(path, (sink) => sink.write(bytes));
}

/** Undefined where there is no such file. */
async function readJson(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const document = parseJson(text);
  if (document === undefined) throw new InputError(`${path} is not JSON; it was damaged`);
  return document;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
