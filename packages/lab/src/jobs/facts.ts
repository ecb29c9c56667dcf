// The facts about a kind of job, by its name: loaded with the first job of that kind, and without its schemas if possible. For
// short work, most of the time would go into loading those.

import type { Facts } from './job.ts';

const FACTS: Readonly<Record<string, () => Promise<unknown>>> = {
  play: async () => (await import('./kinds/play-facts.ts')).playFacts,
  learn: async () => (await import('./kinds/learn.ts')).learn,
};

/** For any parameters: facts are only asked for jobs that passed the schema of their kind. */
export async function factsOf(kind: string): Promise<Facts> {
  const facts = await FACTS[kind]?.();
  if (!facts) throw new Error(`'${kind}' is not a kind of job`);
  return facts as Facts;
}
