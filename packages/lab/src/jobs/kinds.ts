// Every kind of job by its name. To add one: a file in kinds/, its runner in runners.ts, and a line here and in facts.ts.

import { InputError } from 'afterstate';
import type { Done } from './engine.ts';
import type { Job, Kind } from './job.ts';
import { createJob } from './job.ts';
import { learn } from './kinds/learn.ts';
import { play } from './kinds/play.ts';

/** For any parameters: a kind only gets what passed its own schema. */
export const KINDS = [play, learn] as unknown as readonly Kind[];

export function kindOf(name: string): Kind {
  const kind = KINDS.find((candidate) => candidate.name === name);
  if (!kind)
    throw new InputError(`'${name}' is not a kind of job; there are ${KINDS.map((other) => other.name).join(', ')}`);
  return kind;
}

/** Checks a job from outside: its kind must be known, its parameters valid, and its id, if any, its own. */
export function readJob(value: unknown): Job {
  const { id, kind, params } = (value ?? {}) as { id?: unknown; kind?: unknown; params?: unknown };
  const job = createJob(kindOf(typeof kind === 'string' ? kind : (JSON.stringify(kind) ?? '')), params);
  if (id !== undefined && id !== job.id)
    throw new InputError(`job ${String(id).slice(0, 12)} does not match its id; another build made it`);
  return job;
}

/** Whether what a file says is a result of the job. */
export function isResultOf({ kind: name, params }: Job, { result, worker, seconds }: Done): boolean {
  const kind = kindOf(name);
  const parsed = kind.result.safeParse(result);
  return parsed.success && kind.fits(params, parsed.data) && typeof worker === 'string' && Number.isFinite(seconds);
}
