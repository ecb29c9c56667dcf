// A recipe killed at random moments ends with the same tables as one that was left alone, whatever its steps are.

import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand, startCommand } from './command.testing.ts';
import { untimedResult } from './reproduce.testing.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-reproduce-killed-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Steps of these kinds: [recipe, kinds]. */
const KINDS: readonly (readonly [recipe: string, kinds: string])[] = [
  ['d-table2', 'train in stages, and games'],
  ['c-table1', 'records, fits, and games of networks'],
  ['c-selfplay', 'self-play'],
  ['b-select', 'selections'],
  ['e-dqn', 'deep Q-learning'],
];
const KILLS = Number(process.env['KILLS'] ?? 2);

test.each(KINDS)('%s: %s', async (recipe) => {
  const [straight, killed] = [join(folder, `${recipe}-straight`), join(folder, `${recipe}-killed`)];
  const began = performance.now();
  const alone = await runCommand(folder, 'reproduce', recipe, '--scale', 'smoke', '--out', straight);
  expect([alone.status, alone.stderr]).toEqual([0, '']);
  let longest = (performance.now() - began) / (KILLS - 0.5);
  let kills = 0;
  while (kills < KILLS && !(kills > 0 && existsSync(join(killed, 'table.json')))) {
    const isBegun = existsSync(join(killed, 'reproduce.json'));
    const { child, ended } = startCommand(
      folder,
      'reproduce',
      ...(isBegun ? ['--resume', killed] : [recipe, '--scale', 'smoke', '--out', killed]),
    );
    await sleep(Math.min(300, longest) + Math.random() * longest);
    if (child.kill('SIGKILL')) kills++;
    await ended;
    if (kills > 0) continue;
    // It was over before: the machine is less busy than a moment ago.
    longest /= 2;
    await rm(killed, { recursive: true, force: true });
  }
  const last = existsSync(join(killed, 'reproduce.json'))
    ? await runCommand(folder, 'reproduce', '--resume', killed)
    : await runCommand(folder, 'reproduce', recipe, '--scale', 'smoke', '--out', killed);
  expect([last.status, last.stderr.replaceAll(/^.*(which has ended|had no owner).*\n/gm, '')]).toEqual([0, '']);
  expect(await untimedResult(killed)).toEqual(await untimedResult(straight));
  expect((await readdir(join(killed, 'steps'))).filter((name) => name.includes('.tmp-'))).toEqual([]);
  expect(kills).toBeGreaterThan(0);
});
