// What a kind of job is, by its name, loaded when the first job of that kind is seen, and without its schemas where it can be:
// for work that is soon done, most of the time would go into loading them.

import type { Facts } from './job.ts';

const FACTS: Readonly<Record<string, () => Promise<unknown>>> = {
  play: async () => (await import('./kinds/play-facts.ts')).playFacts,
  learn: async () => (await import('./kinds/learn.ts')).learn,
};

/** Whatever its parameters: facts are only asked about jobs that passed the schema of their kind. */
export async function factsOf(kind: string): Promise<Facts> {
  const facts = await FACTS[kind]?.();
  if (!facts) throw new Error(`'${kind}' is not a kind of job`);
  return facts as Facts;
}
