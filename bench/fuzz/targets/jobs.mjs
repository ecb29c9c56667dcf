// Jobs: parameters and results as they come from files and queues, and folders of work with damaged files in them.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coordinate } from '../../../packages/lab/dist/jobs/coordinator.js';
import { kindOf, readJob } from '../../../packages/lab/dist/jobs/kinds.js';
import { readWork, WorkFolder } from '../../../packages/lab/dist/jobs/work-folder.js';
import { holds } from '../judge.mjs';
import { mutateJson, mutateText } from '../mutate.mjs';

const DIGEST = 'ab'.repeat(32);
const JOBS = [
  { kind: 'play', params: { game: '2048', player: 'random', seed: 7, first: 0, games: 3, records: false } },
  {
    kind: 'play',
    params: { game: 'threes', player: 'ntuple?ply=2', model: DIGEST, seed: 1, first: 10, games: 1, records: true },
  },
  {
    kind: 'learn',
    params: { settings: { network: '0123 4567', games: 300, seed: 1 }, marks: [100, 300], model: true },
  },
  {
    kind: 'learn',
    params: { settings: { network: '012', method: 'tc', games: 3, stages: 'reach:64', from: DIGEST }, marks: [3] },
  },
];
const RESULTS = [
  { scores: [4, 8, 12], moves: [2, 3, 4], largest: [2, 3, 3] },
  { scores: [4], moves: [2], largest: [2], records: DIGEST },
  {
    marks: [
      { games: 100, mean: 5.5, deviation: 1 },
      { games: 300, mean: null, deviation: null },
    ],
    moves: 5,
    weights: DIGEST,
    model: DIGEST,
  },
];
const VALUES = ['play', 'learn', 'random', DIGEST, [1, 2], 2 ** 53, '8x7', 'dqn', 'models/2048-small'];

const jobs = {
  name: 'jobs',
  share: 2,
  async open() {
    const pairs = JOBS.map((job, i) => ({ job, result: RESULTS[Math.min(i, 2)] }));
    return {
      make(random) {
        const pair = random.pick(pairs);
        return random.once(3)
          ? mutateText(random, JSON.stringify(pair))
          : JSON.stringify(mutateJson(random, pair, { values: VALUES }));
      },
      run(text) {
        const { job: given, result } = parsed(text);
        const job = readJob(given);
        const kind = kindOf(job.kind);
        const again = readJob(JSON.parse(JSON.stringify(job)));
        holds(again.id === job.id, 'a job that was sent has another id');
        holds(kind.memory(job.params, () => 1000) > 0 && kind.size(job.params) > 0, 'a job of no size');
        kind.blobs(job.params);
        kind.words(job.params);
        const found = kind.result.safeParse(result);
        if (found.success && kind.fits(job.params, found.data)) kind.made(found.data);
      },
    };
  },
};

function parsed(text) {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}

/** An engine with a known answer: the folder is what is tested. */
const RIGHT = { result: RESULTS[0], worker: 'fuzz', seconds: 1 };
const engine = { window: 1, run: async () => RIGHT, distrust: async () => {}, close: async () => {} };

const workFolders = {
  name: 'work-folders',
  share: 4,
  async open() {
    const home = await mkdtemp(join(tmpdir(), 'afterstate-fuzz-'));
    const job = readJob(JOBS[0]);
    // Names and ids that do not depend on the build, so that a saved case stays valid.
    const files = {
      result: { id: 'ID', kind: 'play', params: job.params, kernel: 'x', ...RIGHT },
      work: { title: 'a', jobs: 1, done: 0, failed: 0 },
      lock: { pid: 2 ** 22 + 1, host: 'elsewhere', since: '2026-01-01T00:00:00.000Z', token: 'a' },
      cut: { games: 5 },
    };
    const places = { result: `results/${job.id}.json`, work: 'work.json', lock: 'lock.json', cut: 'cut-a.json' };
    let number = 0;
    return {
      make(random) {
        // A process that finds a lock without an owner waits some seconds: make few of these.
        const name = random.once(40) ? 'lock' : random.pick(['result', 'work', 'cut']);
        const text = random.once(2)
          ? mutateText(random, JSON.stringify(files[name]))
          : JSON.stringify(mutateJson(random, files[name], { values: VALUES }));
        return `${name}\n${text}`;
      },
      async run(input) {
        const name = input.slice(0, Math.max(0, input.indexOf('\n')));
        if (!Object.hasOwn(places, name)) return;
        const path = join(home, String(number++));
        await mkdir(join(path, 'results'), { recursive: true });
        await writeFile(join(path, places[name]), input.slice(name.length + 1).replace('"ID"', JSON.stringify(job.id)));
        // A lock of another machine counts by its age; this one is fresh.
        const work = await WorkFolder.open(path);
        try {
          await readWork(path);
          await work.note('cut-a');
          await coordinate([job], {
            title: 'fuzz',
            work,
            engine,
            onResult: async (_, { result }) =>
              holds(kindOf('play').fits(job.params, kindOf('play').result.parse(result)), 'a result that is none'),
          });
        } finally {
          await work.close();
          await rm(path, { recursive: true, force: true });
        }
      },
      close: () => rm(home, { recursive: true, force: true }),
    };
  },
};

export const jobTargets = [jobs, workFolders];
