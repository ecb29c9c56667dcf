// What processes cost compared with threads, and what two cores gain: `node bench/jobs-local.mjs [--rounds 3]`. First `eval` of 100,000
// random games on the threads of one process and with --engine local, both on two cores; then 40 `learn` jobs of a 4x6 network, 2,000 games
// each, on one and on two processes. They are measured in turns; the medians are compared. Prints one JSON document.

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const COMMAND = fileURLToPath(new URL('../packages/lab/bin/afterstate.mjs', import.meta.url));
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    games: { type: 'string', default: '2000' },
    jobs: { type: 'string', default: '40' },
  },
});
const rounds = Number(values.rounds);
const folder = await mkdtemp(join(tmpdir(), 'afterstate-bench-jobs-'));

function run(...args) {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], { encoding: 'utf8', cwd: folder });
  if (status !== 0) throw new Error(stderr);
  return { wall: (performance.now() - began) / 1000, ...JSON.parse(stdout) };
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1];
}

function round(value) {
  return Math.round(1000 * value) / 1000;
}

try {
  const play = ['eval', '--player', 'random', '--games', '100000', '--json'];
  const threads = [];
  const local = [];
  for (let i = 0; i < rounds; i++) {
    threads.push(run(...play, '--threads', '2'));
    local.push(run(...play, '--engine', 'local', '--workers', '2'));
  }
  const wall = (all) => median(all.map((one) => one.wall));
  const seconds = (all) => median(all.map((one) => one.seconds));

  const jobs = Array.from({ length: Number(values.jobs) }, (_, seed) => {
    const games = Number(values.games);
    return `${JSON.stringify({ kind: 'learn', params: { settings: { network: '4x6', games, seed }, marks: [games] } })}\n`;
  });
  await writeFile(join(folder, 'jobs.jsonl'), jobs.join(''));
  const learn = (workers, i) =>
    run('jobs', 'run', 'jobs.jsonl', '--workers', workers, '--work', `${workers}-${i}`, '--json').seconds;
  const one = [];
  const two = [];
  for (let i = 0; i < Math.min(rounds, 3); i++) {
    one.push(learn('1', i));
    two.push(learn('2', i));
  }
  console.log(
    JSON.stringify({
      eval: {
        threads: { wall: round(wall(threads)), seconds: round(seconds(threads)) },
        local: { wall: round(wall(local)), seconds: round(seconds(local)) },
        wallRatio: round(wall(local) / wall(threads)),
        secondsRatio: round(seconds(local) / seconds(threads)),
      },
      learn: {
        jobs: jobs.length,
        one: round(median(one)),
        two: round(median(two)),
        ratio: round(median(two) / median(one)),
      },
    }),
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}
