// Checks that memory stays flat over many jobs: `node bench/jobs-memory.mjs [--jobs 500] [--size 4]`. One process of a pool does `learn`
// jobs with small networks, as `select` asks for; its resident size is read after every fifty. Prints one JSON document.

import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LocalEngine } from '../packages/lab/dist/jobs/local-engine.js';
import { WorkFolder } from '../packages/lab/dist/jobs/work-folder.js';
import { learnJob } from '../packages/lab/dist/select/trainings.js';
import { criterionOf } from '../packages/lab/dist/select/criterion.js';
import { parseGame, tupleClasses } from '../packages/afterstate/dist/index.js';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '500' },
    size: { type: 'string', default: '4' },
    games: { type: 'string', default: '20' },
    method: { type: 'string', default: 'td' },
  },
});
const EVERY = 50;
const folder = await mkdtemp(join(tmpdir(), 'afterstate-memory-'));
const work = await WorkFolder.open(folder);
const engine = new LocalEngine(1, work.blobs);
const options = {
  game: parseGame('2048'),
  criterion: { ...criterionOf({ by: 'score' }), method: values.method },
  playGames: 0,
};
const classes = tupleClasses(Number(values.size));

/** Bytes in memory of the processes that this one started, by their ids. */
function residentSizes() {
  const sizes = {};
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      if (Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) !== process.pid) continue;
      sizes[name] = 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    } catch {
      // It ended meanwhile.
    }
  }
  return sizes;
}

try {
  const after = [];
  const processes = new Set();
  for (let done = 1; done <= Number(values.jobs); done++) {
    const { text } = classes[done % classes.length];
    const job = learnJob({ network: [text], seed: done, games: Number(values.games) }, options);
    await work.keep(job, await engine.run(job));
    if (done % EVERY !== 0) continue;
    const sizes = residentSizes();
    for (const id of Object.keys(sizes)) processes.add(id);
    const worker = Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);
    after.push({
      jobs: done,
      workerMB: Math.round(worker / 1e6),
      askingMB: Math.round(process.memoryUsage.rss() / 1e6),
    });
  }
  console.log(
    JSON.stringify({
      size: Number(values.size),
      games: Number(values.games),
      method: values.method,
      processes: processes.size,
      after,
    }),
  );
} finally {
  await engine.close();
  await work.close();
  await rm(folder, { recursive: true, force: true });
}
