// What a tuning writes into its run folder besides its settings: a line of trials.jsonl after each candidate, and result.json at the
// end. The trials are all that it needs to continue; half a line, left by a killed process, is cut off.

import { open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from 'afterstate';
import type { Comparison } from 'afterstate/measure';
import { z } from 'zod';
import { reason, writeText } from '../files/disk.ts';
import { shellWord } from '../files/shell-word.ts';

const trialSchema = z.object({
  /** Its number and that of its round, both from 1. */
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

/** The outcome of one candidate in one round: a line of trials.jsonl, and of `tune --json`. */
export type Trial = z.infer<typeof trialSchema>;

/** The result of a tuning: result.json, and the last line of `tune --json`. */
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

const number = z.number();
const measured = z.object({ player: z.string(), averageScore: number, medianScore: number, maxScore: number });

/** The part of a result that is shown. */
const resultSchema = z.object({
  trials: number,
  start: z.string(),
  best: z.string(),
  check: z.object({
    game: z.string(),
    games: number,
    seed: number,
    players: z.array(measured).min(1),
    differences: z.array(z.object({ difference: number, ci95: z.tuple([number, number]) })),
  }),
});

export class Trials {
  /** The run folder. */
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** The trials so far. */
  async read(): Promise<Trial[]> {
    const path = join(this.#path, 'trials.jsonl');
    const text = await readFile(path, 'utf8').catch(() => '');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) await truncate(path, Buffer.byteLength(whole));
    return whole
      .split('\n')
      .slice(0, -1)
      .map((line, i) => {
        const trial = trialSchema.safeParse(parseJson(line));
        if (!trial.success) throw new InputError(`${path}, line ${i + 1}, is not a trial; the file is damaged`);
        return trial.data;
      });
  }

  async append(trial: Trial): Promise<void> {
    const path = join(this.#path, 'trials.jsonl');
    try {
      const file = await open(path, 'a');
      try {
        await file.writeFile(`${JSON.stringify(trial)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
    } catch (error) {
      const words = `'${path}' cannot be written: ${reason(error)}; what was saved stays; continue with:`;
      throw new Error(`${words} afterstate tune --resume ${shellWord(this.#path)}`, { cause: error });
    }
  }

  /** Undefined if the tuning is not finished. */
  async result(): Promise<TuneResult | undefined> {
    const path = join(this.#path, 'result.json');
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const result = parseJson(text);
    if (resultSchema.safeParse(result).success) return result as TuneResult;
    throw new InputError(`${path} is not the result of a tuning, so it is damaged; remove it to play its games again`);
  }

  finish(result: TuneResult): Promise<void> {
    return writeText(join(this.#path, 'result.json'), `${JSON.stringify(result, undefined, 2)}\n`);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
