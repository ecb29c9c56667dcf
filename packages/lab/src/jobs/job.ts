// A job: work as data, never code. Its id is the digest of its kind, the build and its parameters, so the same work has the same
// id wherever it is asked for, and its result is kept once.

import { InputError } from 'afterstate';
import type { z } from 'zod';
import { thisBuild } from './build.ts';
import { canonicalJson, digestOf } from './digest.ts';

/** A job as it is stored and sent. Parameters have passed the schema of the kind. */
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly params: unknown;
}

/** What a kind of job takes and gives, where both are known to be right. How it is done is in the runner beside it (runners.ts). */
export interface Facts<Params = unknown, Result = unknown> {
  readonly name: string;
  /** Whether a result can be that of a job: as many games, the same marks. */
  fits(params: Params, result: Result): boolean;
  /** The blobs that a job needs, by their digests. */
  blobs(params: Params): readonly string[];
  /** The blobs that a result names. */
  made(result: Result): readonly string[];
  /** About how many bytes of memory a job takes; `sizeOf` gives the bytes of a blob that is here. */
  memory(params: Params, sizeOf: (blob: string) => number): number;
  /** How much there is to do, in what its progress counts: games. */
  size(params: Params): number;
  /** In a few words, for people. */
  words(params: Params): string;
}

/** A kind of job, with what checks one that comes from outside. */
export interface Kind<Params = unknown, Result = unknown> extends Facts<Params, Result> {
  /** Strict: what it does not name is refused. */
  readonly params: z.ZodType<Params>;
  readonly result: z.ZodType<Result>;
}

export function createJob<Params, Result>(kind: Kind<Params, Result>, params: z.input<z.ZodType<Params>>): Job {
  const parsed = parse(kind.params, params, `a job of kind ${kind.name}`);
  return jobOf(kind, parsed);
}

/** A job whose parameters are complete and right. */
export function jobOf<Params, Result>({ name: kind }: Facts<Params, Result>, params: Params): Job {
  return { id: digestOf(canonicalJson({ kind, kernel: thisBuild().kernel, params })), kind, params };
}

/** Throws an InputError that names the place and what is wrong there. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(
    `${where}: ${issue?.path.join('.') || 'the whole'}: ${issue ? wordsFor(issue) : 'it is invalid'}`,
  );
}

function wordsFor(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_type') return issue.message;
  const noun = { record: 'object', int: 'whole number' }[issue.expected as string] ?? issue.expected;
  return `it must be ${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
