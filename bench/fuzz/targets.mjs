// Everything that reads input from people, files or the network. A target makes inputs from a corpus and runs them; to add one,
// write an object in a file of targets/ and a line here.

import { linkTargets } from './targets/links.mjs';
import { httpTargets } from './targets/http.mjs';
import { jobTargets } from './targets/jobs.mjs';
import { modelTargets } from './targets/models.mjs';
import { recordTargets } from './targets/records.mjs';
import { runTargets } from './targets/runs.mjs';
import { specTargets } from './targets/specs.mjs';

/**
 * name     as --target has it
 * share    of the time, 1 by default
 * open()   resolves with what a run of fuzzing needs: { make(random) → a text or bytes, run(input), close? }; run throws, or
 *          resolves, and what it throws is judged by judge.mjs
 */
const TARGETS = [
  ...specTargets,
  ...recordTargets,
  ...modelTargets,
  ...runTargets,
  ...linkTargets,
  ...jobTargets,
  ...httpTargets,
];

export const TARGET_NAMES = TARGETS.map(({ name }) => name);

export async function openTargets(names) {
  const chosen = TARGETS.filter(({ name }) => names.includes(name));
  return Promise.all(chosen.map(async ({ name, share = 1, open }) => ({ name, share, ...(await open()) })));
}
