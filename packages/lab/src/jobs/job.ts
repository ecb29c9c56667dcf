// A job: work as data, never code. Its id is the digest of its kind, the build and its parameters, so the same work has the same
// id everywhere, and its result is kept once.

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

/** What a kind of job takes and gives, for parameters and results known to be valid. Its runner (runners.ts) does the work. */
export interface Facts<Params = unknown, Result = unknown> {
  readonly name: string;
  /** Whether a result can belong to a job: as many games, the same marks. */
  fits(params: Params, result: Result): boolean;
  /** The blobs that a job needs, by their digests. */
  blobs(params: Params): readonly string[];
  /** The blobs that a result names. */
  made(result: Result): readonly string[];
  /** About how many bytes of memory a job takes; `sizeOf` gives the bytes of a blob that is here. */
  memory(params: Params, sizeOf: (blob: string) => number): number;
  /** The amount of work, in the unit of its progress: games. */
  size(params: Params): number;
  /** In a few words, for people. */
  words(params: Params): string;
}

/** A kind of job, with the schemas that check jobs from outside. */
export interface Kind<Params = unknown, Result = unknown> extends Facts<Params, Result> {
  /** Strict: it refuses unknown fields. */
  readonly params: z.ZodType<Params>;
  readonly result: z.ZodType<Result>;
}

export function createJob<Params, Result>(kind: Kind<Params, Result>, params: z.input<z.ZodType<Params>>): Job {
  const parsed = parse(kind.params, params, `a job of kind ${kind.name}`);
  return jobOf(kind, parsed);
}

/** Makes a job, with its parameters checked and completed. */
export function jobOf<Params, Result>({ name: kind }: Facts<Params, Result>, params: Params): Job {
  return { id: digestOf(canonicalJson({ kind, kernel: thisBuild().kernel, params })), kind, params };
}

/** Throws an InputError that says what is wrong and where. */
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
