// Runs of most kinds are killed twice each, and tried on full and read-only disks, under a clock that jumps, and by a second
// owner: each ends like a run that was left alone, bit for bit except for timings. `npm run chaos -- --kills 1000` does more.

import { expect, test } from 'vitest';
import { chaos, KIND_NAMES, TROUBLE_NAMES } from '../bench/chaos/chaos.mjs';

/** These are killed in separate tests. */
const ELSEWHERE = ['select', 'frontier', 'reproduce'];
const KINDS = KIND_NAMES.filter((name) => !ELSEWHERE.includes(name));
/** Of each kind. */
const KILLS = 2;
const canMount = process.platform === 'linux' && process.getuid?.() === 0;

test('disturbed runs end like those that were left alone', { timeout: 1_800_000 }, async () => {
  const { lines, failures } = await chaos({ kills: KILLS * KINDS.length, others: 1, parallel: 2, kinds: KINDS });
  expect(failures).toEqual([]);
  expect(lines).toHaveLength(KINDS.length * TROUBLE_NAMES.length);
  for (const kind of KINDS) {
    const kills = lines.find((line) => line.kind === kind && line.trouble === 'kill');
    expect({ kind, disturbed: kills?.disturbed }).toEqual({ kind, disturbed: KILLS });
  }
  // A single trial may come too late to disturb its run; over all kinds, most do not.
  for (const trouble of TROUBLE_NAMES.filter((name) => canMount || !name.includes('-'))) {
    const all = lines.filter((line) => line.trouble === trouble).reduce((sum, { disturbed }) => sum + disturbed, 0);
    expect({ trouble, enough: all >= 10 }).toEqual({ trouble, enough: true });
  }
});
