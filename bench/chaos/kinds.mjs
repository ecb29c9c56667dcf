// Every kind of run that can be killed. Add a kind as an entry here: how it begins and continues in a place, what shows that it has
// begun, where its lock is, and which of its results must equal those of an undisturbed run.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { leftIn } from './left.mjs';

const words = (text) => text.split(' ');

/** A command with a run folder. `settings` make runs of less than a second, mostly start-up, with many checkpoints. */
function runKind(name, command, settings, { settingsFile = 'config.json' } = {}) {
  return {
    name,
    begin: (place) => [command, ...settings, '--out', place],
    resume: (place) => [command, '--resume', place],
    hasBegun: (place) => existsSync(join(place, settingsFile)),
    lock: (place) => join(place, 'lock'),
    left: (place) => leftIn(place),
  };
}

const train = (name, network, more) =>
  runKind(name, 'train', ['--network', network, ...words(more), '--seed', '3', '--checkpoint', '0']);

const JOBS = Array.from({ length: 6 }, (_, i) =>
  i % 2 === 0
    ? {
        kind: 'play',
        params: { game: '2048', player: 'random', seed: 7, first: 300 * i, games: 300, records: i === 0 },
      }
    : { kind: 'learn', params: { settings: { network: '0123', games: 60, seed: i }, marks: [20, 60], model: true } },
);

/** What a folder of work holds: each result once, without its worker and its time. */
async function workLeft(place) {
  const left = await leftIn(place, (name) => !/^(work|lock|cut-.*)\.json$/.test(name));
  for (const [name, text] of left) {
    if (!name.startsWith('results/')) continue;
    const { result, params } = JSON.parse(text);
    left.set(name, JSON.stringify({ params, result }));
  }
  return left;
}

/** What a pool of processes says about jobs whose disk failed, before the run ends with its line. */
const NOTES = /^job [\da-f]{12} \([^\n]+\) failed: [^\n]+\n/gm;

/** A run whose work is jobs: its own documents, and each result once. */
function jobsRunKind(name, settings, settingsFile) {
  return {
    ...runKind(name, name, [...words(settings), '--workers', '1'], { settingsFile }),
    resume: (place) => [name, '--resume', place, '--workers', '1'],
    left: async (place) => {
      const results = await workLeft(join(place, 'jobs'));
      return new Map([...(await leftIn(place, (file) => !file.startsWith('jobs/'))), ...results]);
    },
    notes: NOTES,
  };
}

export const KINDS = [
  train('td', '0123 4567', '--method td --games 500 --block 20'),
  train('tc', '0123 4567', '--method tc --games 500 --block 20'),
  train('otd', '0123 4567', '--method otd --initial 5000 --games 500 --block 20'),
  train(
    'carousel',
    '0123 45h',
    '--game threes --method td-lambda --stages reach:24,48 --carousel --restart --games 600 --block 40',
  ),
  train(
    'multistage',
    '0123 4567',
    '--method multistage --base tc --stages reach:64,128 --promote --boards 60 --games 200 --block 20',
  ),
  runKind(
    'fit',
    'fit',
    words(
      '--network mlp?hidden=8 --data a.records --actions 2000 --batch 100 --block 200 --threads 1 --test 0 --checkpoint 0',
    ),
  ),
  runKind(
    'dqn',
    'train',
    words('--method dqn --network qnet?hidden=8 --games 5 --block 1 --replay 400 --warmup 50 --checkpoint 0'),
  ),
  runKind(
    'selfplay',
    'selfplay',
    words('--network pyramid?channels=8 --sims 4 --together 4 --moves 20 --batches 1 --cycles 4 --snapshot 1'),
  ),
  runKind(
    'tune',
    'tune',
    words('--player expectimax?eval=snake+empty&depth=1 --games 20 --trials 8 --check 10 --threads 1'),
    {
      settingsFile: 'tune.json',
    },
  ),
  {
    name: 'records',
    begin: (place) => ['records', ...words('--player random --games 4000 --seed 2 --threads 1'), '--out', place],
    resume: (place) => ['records', '--resume', place],
    hasBegun: existsSync,
    lock: (place) => `${place}.lock`,
    left: async (place) => new Map([['file', (await readFile(place)).toString('base64')]]),
  },
  {
    name: 'jobs',
    begin: (place) => ['jobs', 'run', 'jobs.jsonl', '--work', place, '--workers', '1', '--json'],
    resume: (place) => ['jobs', 'run', 'jobs.jsonl', '--work', place, '--workers', '1', '--json'],
    hasBegun: () => true,
    lock: (place) => join(place, 'lock.json'),
    left: workLeft,
    notes: NOTES,
  },
  jobsRunKind('select', '--size 2 --tuples 2 --games 100 --seeds 2', 'select.json'),
  jobsRunKind('frontier', '--network 0123 --network 012 --moves 30000 --seeds 2', 'frontier-settings.json'),
  {
    ...runKind('reproduce', 'reproduce', words('d-table1 --scale smoke'), { settingsFile: 'reproduce.json' }),
    // Its table says when, where and how fast it was made, also in a column; the results of its steps are compared by their own
    // kinds.
    left: async (place) => {
      const { tables, figures } = JSON.parse(await readFile(join(place, 'table.json'), 'utf8'));
      const timed = new Set(tables.flatMap(({ columns }) => columns).flatMap((one) => (one.isTiming ? [one.key] : [])));
      const untimed = JSON.stringify({ tables, figures }, (key, value) => (timed.has(key) ? undefined : value));
      return new Map([['table.json', untimed]]);
    },
  },
  {
    name: 'eval',
    begin: (place) => [
      'eval',
      ...words('--player random --games 3000 --seed 5 --engine local --workers 1 --json'),
      '--work',
      place,
    ],
    resume: (place) => [
      'eval',
      ...words('--player random --games 3000 --seed 5 --engine local --workers 1 --json'),
      '--work',
      place,
    ],
    hasBegun: () => true,
    lock: (place) => join(place, 'lock.json'),
    // How the games are cut into jobs depends on the speed of the machine; the answer does not.
    left: async () => new Map(),
    answer: (stdout) => {
      const { averageScore, medianScore, maxScore, games, moves } = JSON.parse(stdout);
      return JSON.stringify({ averageScore, medianScore, maxScore, games, moves });
    },
  },
];

/** What the kinds read, next to the place where they work. */
export async function prepare(folder, run) {
  await writeFile(join(folder, 'jobs.jsonl'), JOBS.map((job) => `${JSON.stringify(job)}\n`).join(''));
  const { status, stderr } = await run([
    'records',
    '--player',
    'random',
    '--games',
    '40',
    '--out',
    join(folder, 'a.records'),
  ]);
  if (status !== 0) throw new Error(`no records to learn from: ${stderr}`);
}
