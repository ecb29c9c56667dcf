// Settings and run folders: the settings of every kind of run, as files and flags give them; and small finished runs of every kind
// with damaged settings, metrics, checkpoints and locks, opened as by --resume and by the server.

import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Checksum, InputError, weightCount } from '../../../packages/afterstate/dist/index.js';
import { DQN_RUN } from '../../../packages/lab/dist/dqn/run.js';
import { RunFolder } from '../../../packages/lab/dist/files/run-folder.js';
import { FIT_RUN } from '../../../packages/lab/dist/fit/run.js';
import { planTraining } from '../../../packages/lab/dist/learn/config.js';
import { TRAIN_RUN } from '../../../packages/lab/dist/learn/run.js';
import { SELFPLAY_RUN } from '../../../packages/lab/dist/selfplay/run.js';
import { RunCatalogue } from '../../../packages/lab/dist/serve/run-catalogue.js';
import { TUNE_RUN } from '../../../packages/lab/dist/tune/run.js';
import { holds } from '../judge.mjs';
import { joined, mutateBytes, mutateJson, mutateText } from '../mutate.mjs';
import { someRecords } from './records.mjs';

const SETTINGS = [
  [TRAIN_RUN, { network: '0123 4567', games: 100, block: 10, seed: 3, checkpoint: 0 }],
  [
    TRAIN_RUN,
    {
      network: '0123 4567',
      method: 'multistage',
      base: 'tc',
      stages: 'reach:64,128',
      promote: true,
      boards: 50,
      games: 100,
    },
  ],
  [DQN_RUN, { method: 'dqn', network: 'qnet?hidden=8', games: 6, block: 2, replay: 400, warmup: 50 }],
  [
    FIT_RUN,
    { network: 'mlp?hidden=8', data: ['a.records'], actions: 1000, batch: 100, block: 500, threads: 1, test: 0 },
  ],
  [SELFPLAY_RUN, { network: 'pyramid?channels=8', sims: 4, together: 4, moves: 20, batches: 2, cycles: 2 }],
  [TUNE_RUN, { player: 'expectimax?eval=snake+empty&depth=1', games: 10, trials: 5, check: 2 }],
];

const settings = {
  name: 'settings',
  share: 2,
  async open() {
    const kinds = new Map(SETTINGS.map(([kind], i) => [String(i), kind]));
    const values = [
      'td',
      'tc',
      'dqn',
      'multistage',
      'threes',
      '2048',
      'none',
      'reach:64',
      '4x6',
      'mlp',
      'log',
      'sgd',
      0,
      1,
      1e9,
    ];
    return {
      make(random) {
        const which = random.below(SETTINGS.length);
        const json = SETTINGS[which][1];
        const text = random.once(4)
          ? mutateText(random, JSON.stringify(json))
          : JSON.stringify(mutateJson(random, json, { values }));
        return `${which}\n${text}`;
      },
      run(input) {
        const at = input.indexOf('\n');
        const kind = kinds.get(input.slice(0, at));
        let given;
        try {
          given = JSON.parse(input.slice(at + 1));
        } catch {
          return;
        }
        for (const [key, value] of Object.entries(given ?? {})) {
          const setting = kind?.settings.find(key);
          if (setting && typeof value === 'string') refusable(() => kind.settings.read(setting, value));
        }
        const config = kind?.plan(kind.parse(given, 'settings.json'));
        if (!kind) return;
        const again = kind.plan(kind.parse(JSON.parse(JSON.stringify(config)), 'settings.json'));
        holds(
          isDeepStrictEqual(JSON.parse(JSON.stringify(again)), JSON.parse(JSON.stringify(config))),
          'planned settings are read as others',
        );
      },
    };
  },
};

function refusable(work) {
  try {
    work();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
}

/** Small enough to open here: other tests cover what a run may need. */
function isSmall(kind, config) {
  const large = [
    'threads',
    'together',
    'boards',
    'replay',
    'batch',
    'sims',
    'moves',
    'window',
    'trials',
    'cycleGames',
    'warmup',
  ];
  if (large.some((key) => typeof config[key] === 'number' && config[key] > (key === 'threads' ? 2 : 500))) return false;
  if (kind === TRAIN_RUN) return weightCount(planTraining(config).network) < 1e6;
  return String(config.network ?? '').length < 24 && !/\d{3}/.test(String(config.network ?? ''));
}

/** A finished run of each kind, as its files: name → bytes. */
async function finishedRuns(folder) {
  await writeFile(join(folder, 'a.records'), someRecords());
  const kinds = [
    [TRAIN_RUN, { network: '01 05', method: 'tc', games: 6, block: 2, seed: 3, checkpoint: 0 }],
    [TRAIN_RUN, { network: '01', method: 'multistage', base: 'td', stages: 'reach:16', boards: 9, games: 8, block: 2, checkpoint: 0 }],
    [DQN_RUN, { method: 'dqn', network: 'qnet?hidden=2', games: 2, block: 1, replay: 40, warmup: 20, batch: 8, checkpoint: 0 }],
    [FIT_RUN, { network: 'mlp?hidden=2', data: [join(folder, 'a.records')], actions: 60, batch: 20, block: 20, threads: 1, test: 0, checkpoint: 0 }],
    [SELFPLAY_RUN, { network: 'pyramid?channels=2', sims: 2, together: 2, moves: 4, batches: 1, batch: 4, cycles: 2 }],
    [TUNE_RUN, { player: 'expectimax?eval=snake+empty&depth=1', games: 2, trials: 4, check: 2, threads: 1 }],
  ]; // prettier-ignore
  return Promise.all(
    kinds.map(async ([kind, values], i) => {
      const path = join(folder, `made-${i}`);
      const run = await RunFolder.create(kind, path, kind.plan(kind.parse(values, 'fuzz')));
      try {
        await kind.work(run, { json: true, signal: new AbortController().signal });
      } finally {
        await run.close();
      }
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      const files = new Map();
      for (const entry of entries.filter((one) => one.isFile())) {
        const full = join(entry.parentPath, entry.name);
        files.set(full.slice(path.length + 1), await readFile(full));
      }
      return { kind, files };
    }),
  );
}

/** One damage to a file, as data. */
function someDamage(random, files) {
  // A process that finds a lock without an owner waits some seconds: make few of these.
  const file = random.once(60) ? 'lock' : random.pick([...files.keys()]);
  const bytes =
    files.get(file) ??
    Buffer.from(JSON.stringify({ pid: 1, host: 'elsewhere', since: '2026-01-01T00:00:00.000Z', token: 'a' }));
  if (random.once(10)) return { file }; // removed
  if (random.once(20)) return { file, folder: true };
  if (file.endsWith('.safetensors') || file.endsWith('.onnx')) {
    const length = Number(bytes.readBigUInt64LE(0));
    if (file.endsWith('.onnx') || random.once(2))
      return { file, base64: Buffer.from(mutateBytes(random, bytes)).toString('base64') };
    return {
      file,
      header: JSON.stringify(changedHeader(random, JSON.parse(bytes.subarray(8, 8 + length).toString('utf8')))),
    };
  }
  const text = bytes.toString('utf8');
  const [first, ...rest] = text.split('\n');
  if (random.once(2)) return { file, text: mutateText(random, text) };
  if (file.endsWith('.jsonl'))
    return { file, text: [JSON.stringify(mutateJson(random, JSON.parse(first || '{}'))), ...rest].join('\n') };
  return { file, text: JSON.stringify(mutateJson(random, JSON.parse(text))) };
}

/** States are JSON inside JSON metadata: mostly change those. */
function changedHeader(random, header) {
  const { __metadata__: metadata = {} } = header;
  const key = ['state', 'provenance'].find((name) => name in metadata);
  if (!key || random.once(3)) return mutateJson(random, header);
  return {
    ...header,
    __metadata__: { ...metadata, [key]: JSON.stringify(mutateJson(random, JSON.parse(metadata[key]))) },
  };
}

/** The file with another header, and a checksum that is right. */
function withHeader(bytes, text) {
  const length = Number(bytes.readBigUInt64LE(0));
  const json = Buffer.from(text.replace(/"checksum":"[0-9a-f]{8}"/, '"checksum":"00000000"'));
  const start = Buffer.alloc(8);
  start.writeBigUInt64LE(BigInt(json.length));
  const file = Buffer.from(joined(start, json, bytes.subarray(8 + length)));
  const at = file.indexOf('"checksum":"00000000"');
  if (at >= 0) file.write(new Checksum().update(file).digest(), at + 12, 'latin1');
  return file;
}

async function damage(path, files, { file, folder, base64, header, text }) {
  // A minimised input may name something that is not a file of a run.
  if (file !== 'lock' && !files.has(file)) return;
  const full = join(path, file);
  await rm(full, { recursive: true, force: true });
  if (folder) await mkdir(full, { recursive: true });
  if (base64 !== undefined) await writeFile(full, Buffer.from(base64, 'base64'));
  if (text !== undefined) await writeFile(full, text);
  if (header !== undefined) await writeFile(full, withHeader(files.get(file), header));
}

const runFolders = {
  name: 'run-folders',
  share: 8,
  async open() {
    const home = await mkdtemp(join(tmpdir(), 'afterstate-fuzz-'));
    const runs = await finishedRuns(home);
    let number = 0;
    return {
      make(random) {
        const which = random.below(runs.length);
        const { files } = runs[which];
        return JSON.stringify({
          which,
          damages: Array.from({ length: 1 + random.size(2) }, () => someDamage(random, files)),
        });
      },
      async run(input) {
        const { which, damages } = parsed(input);
        if (!runs[which] || !Array.isArray(damages)) return;
        const { kind, files } = runs[which];
        const parent = join(home, String(number++));
        const path = join(parent, 'run');
        try {
          for (const [name, bytes] of files) {
            await mkdir(dirname(join(path, name)), { recursive: true });
            await writeFile(join(path, name), bytes);
          }
          for (const one of damages) await damage(path, files, one);
          const catalogue = new RunCatalogue(parent);
          await catalogue.list();
          await catalogue.describe('run', 100);
          const run = await RunFolder.open(kind, path);
          try {
            const config = kind.plan(run.config);
            if (isSmall(kind, config)) await kind.work(run, { json: true, signal: AbortSignal.abort() });
          } finally {
            await run.close();
          }
        } finally {
          await rm(parent, { recursive: true, force: true });
        }
      },
      close: () => rm(home, { recursive: true, force: true }),
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

export const runTargets = [settings, runFolders];
