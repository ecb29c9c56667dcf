// What two cores gain if two processes learn disjoint stages of one network: `node bench/disjoint-stages.mjs [--rounds 5] [--seconds 20]`.
// One teaches the stages before the first 16384 and uses the later ones as they are; the other teaches the later stages, from boards of
// recorded games. Both continue from 2048-large, as the training of a champion does. Each learns alone, then both learn at once. The ratio
// is the sum of their speeds together, each divided by its speed alone: 2 if neither slows the other. Prints one JSON document.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'packages/lab/bin/afterstate.mjs');
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '20' } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const folder = await mkdtemp(join(tmpdir(), 'afterstate-bench-stages-'));
const starts = join(folder, 'starts.records');
const common = `train --network 4x6 --method tc-lambda --restart --alpha 0.25 --from ${join(ROOT, 'models/2048-large')}
  --stages sets:4096,8192,16384,16384+8192,16384+8192+4096,32768 --games 1000000 --block 50 --checkpoint 86400`;
const EARLY = `${common} --until 3`;
const LATE = `${common} --starts ${starts}@16384`;

try {
  const games = spawnSync(
    process.execPath,
    [COMMAND, ...`records --player ntuple?ply=2 --games 100 --seed 515 --out ${starts}`.split(' ')],
    { encoding: 'utf8' },
  );
  if (games.status !== 0) throw new Error(games.stderr);
  const all = [];
  for (let round = 0; round < rounds; round++) {
    const [early] = await learn(round, EARLY);
    const [late] = await learn(round, LATE);
    const [earlyBeside, lateBeside] = await learn(round, EARLY, LATE);
    all.push({ early, late, earlyBeside, lateBeside, ratio: earlyBeside / early + lateBeside / late });
  }
  const ratios = all.map(({ ratio }) => ratio).sort((a, b) => a - b);
  console.log(JSON.stringify({ ratio: ratios[ratios.length >> 1], rounds: all }));
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Moves per second of trainings that run side by side, over about that time, once all of them have begun. */
async function learn(round, ...commands) {
  const runs = commands.map((command, i) => {
    const out = join(folder, `run-${round}-${i}-${commands.length}`);
    const child = spawn(process.execPath, [COMMAND, ...command.split(/\s+/), '--out', out], { stdio: 'ignore' });
    return { child, metrics: join(out, 'metrics.jsonl'), ended: once(child, 'exit') };
  });
  try {
    for (const run of runs) {
      while (linesOf(run).length < 3) {
        if (run.child.exitCode !== null) throw new Error(`a training ended with ${run.child.exitCode}`);
        await pause(200);
      }
    }
    const before = runs.map((run) => linesOf(run).at(-1));
    await pause(1000 * seconds);
    const after = runs.map((run) => linesOf(run).at(-1));
    return before.map((from, i) => (after[i].moves - from.moves) / (after[i].seconds - from.seconds));
  } finally {
    // Nobody needs what they learned.
    for (const { child } of runs) child.kill('SIGKILL');
    await Promise.all(runs.map(({ ended }) => ended));
    await Promise.all(runs.map(({ metrics }) => rm(join(metrics, '..'), { recursive: true, force: true })));
  }
}

function linesOf({ metrics }) {
  if (!existsSync(metrics)) return [];
  return readFileSync(metrics, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}
