// `npm run fuzz -- --minutes 30 [--seed S] [--target NAME] [--json]`: wrong inputs of every kind, for everything that reads input. A
// separate process does the fuzzing (fuzzer.mjs), so that a crash, a hang or a lack of memory ends that process and not the run; its
// input is kept, and another process continues after it. Findings are saved under tests/fuzz-found, and tests/fuzz-found.test.ts tries
// them again from then on. `--case FILE` runs one of these files.

import { fork } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { TARGET_NAMES } from './targets.mjs';

const FUZZER = fileURLToPath(new URL('fuzzer.mjs', import.meta.url));
const FOUND = fileURLToPath(new URL('../../tests/fuzz-found/', import.meta.url));

/**
 * The longest that an input may take. On a busy machine it may wait longer for its turn, so processor time counts, except for inputs
 * that wait forever.
 */
const HANG_MS = 5000;
const WAIT_MS = 60_000;
const TICK_MS = 100;
/** The longest that opening the targets may take. */
const OPEN_MS = 120_000;
/** How much a run may grow; more is a leak. A long run may not grow once it is warm. */
const GROWTH_BYTES = 200e6;
const WARM_GROWTH = 1.15;
const LONG_MS = 300_000;
const HEAP_MB = 1024;

/** Fuzzes for a time; returns counts, findings, and resident sizes. `onTick` gets the counts now and then. */
export async function fuzz({ ms, seed, targets = TARGET_NAMES, onTick }) {
  const folder = mkdtempSync(join(quickFolder(), 'afterstate-fuzz-'));
  const progress = join(folder, 'progress');
  const found = new Map();
  const began = performance.now();
  let counts = {};
  let [processes, first, warm, last] = [0, undefined, undefined, undefined];
  let left = ms;
  try {
    while (left > 0 && processes < 50) {
      processes++;
      writeFileSync(progress, Buffer.alloc(12, 255));
      const start = performance.now();
      const order = { work: 'fuzz', names: targets, seed, ms: left, from: counts, progress, folder };
      const end = await watched(order, (message) => {
        counts = message.counts;
        if (message.kind === 'begin') first ??= message.bytes;
        if (message.kind === 'warm') warm ??= message.bytes;
        if (message.kind === 'end') last = message.bytes;
        if (message.kind === 'found' && !found.has(message.signature)) found.set(message.signature, message);
        onTick?.(counts, found.size);
      });
      if (end === undefined) break;
      // It died at an input: keep that one, and let the next process continue after it.
      const [which, number] = new Int32Array(new Uint8Array(readFileSync(progress)).buffer, 0, 2);
      const target = targets.length > which ? TARGET_NAMES.filter((name) => targets.includes(name))[which] : undefined;
      if (which < 0 || target === undefined) throw new Error(`the targets cannot be opened: ${end}`);
      const { input } = await asked({ work: 'input', name: target, seed, number });
      const signature = `${target} ${end.slice(0, 60)}`;
      if (!found.has(signature)) found.set(signature, { target, number, input, problem: end, signature });
      counts = { ...counts, [target]: number + 1 };
      left -= performance.now() - start;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const inputs = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const seconds = (performance.now() - began) / 1000;
  const problems = [...found.values()].map(({ target, number, input, problem, stack }) => ({
    target,
    number,
    problem,
    input,
    stack,
  }));
  const growth = first === undefined || last === undefined ? 0 : last - first;
  const warmGrowth = ms < LONG_MS || warm === undefined || last === undefined ? 1 : last / warm;
  return {
    seed,
    seconds,
    inputs,
    inputsPerSecond: Math.round(inputs / seconds),
    targets: counts,
    processes,
    residentStart: first ?? null,
    residentWarm: warm ?? null,
    residentEnd: last ?? null,
    isFlat: growth < GROWTH_BYTES && warmGrowth < WARM_GROWTH,
    problems,
  };
}

/** Thousands of files are made and deleted: in memory, if the system has a disk there. */
function quickFolder() {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}

/** Resolves with undefined if the process ended well, otherwise with what became of it. */
function watched(order, onMessage) {
  return new Promise((done) => {
    const child = startFuzzer(order);
    let why;
    let text = '';
    let before = '';
    let [waited, spent] = [0, 0];
    child.stderr.on('data', (chunk) => (text = (text + chunk).slice(-2000)));
    child.on('message', onMessage);
    const watch = setInterval(() => {
      // Counted in our own ticks: a sleeping machine or a stopped process group is not a failure.
      waited += TICK_MS;
      const now = readFileSync(order.progress).toString('hex');
      if (now !== before) [before, waited, spent] = [now, 0, processorMs(child.pid)];
      const most = now.startsWith('ffffffff') ? OPEN_MS : HANG_MS;
      if (waited < most || (waited < most + WAIT_MS && processorMs(child.pid) - spent < most)) return;
      why = `took more than ${HANG_MS / 1000} s`;
      child.kill('SIGKILL');
    }, TICK_MS);
    child.once('close', (status, signal) => {
      clearInterval(watch);
      done(status === 0 ? undefined : (why ?? `the process died (${signal ?? status}): ${text.trim().slice(0, 500)}`));
    });
  });
}

/** The processor time of a process, if the system tells; otherwise all time counts. */
function processorMs(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return performance.now();
  }
}

function startFuzzer(order) {
  const child = fork(FUZZER, [], {
    env: { ...process.env, ...(order.folder && { TMPDIR: order.folder }) },
    execArgv: ['--expose-gc', `--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.send(order);
  return child;
}

/** The one answer of a process. */
function asked(order) {
  return new Promise((done, failed) => {
    const child = startFuzzer(order);
    let text = '';
    child.stderr.on('data', (chunk) => (text += chunk));
    child.once('message', done);
    child.once('close', (status, signal) => failed(new Error(`the process died (${signal ?? status}): ${text}`)));
  });
}

/** Saved cases, each as a path and what is wrong with it today: null if nothing is. */
export async function tryCases(paths) {
  const cases = paths.map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const { problems } = await asked({ work: 'cases', cases });
  return paths.map((path, i) => ({ path, problem: problems[i] }));
}

function save({ target, number, problem, input }, seed) {
  mkdirSync(FOUND, { recursive: true });
  const path = join(FOUND, `${target}-${seed}-${number}.json`);
  writeFileSync(
    path,
    `${JSON.stringify({ target, problem: placeless(problem), seed, number, input }, undefined, 2)}\n`,
  );
  return path;
}

/** The problem without paths of this machine. */
function placeless(problem) {
  return problem.replaceAll(/\/[^\s']*afterstate-fuzz-\w+/g, '…');
}

const megabytes = (bytes) => (bytes === null ? 'unknown' : `${Math.round(bytes / 1e6)} MB`);

function table({ targets, inputs, seconds, inputsPerSecond, residentStart, residentWarm, residentEnd, processes }) {
  const width = Math.max(...Object.keys(targets).map(({ length }) => length), 6);
  const line = (name, count) => `${name.padEnd(width)}  ${count.toLocaleString('en').padStart(12)}`;
  return [
    ...Object.entries(targets).map(([name, count]) => line(name, count)),
    line('all', inputs),
    `${seconds.toFixed(0)} s, ${inputsPerSecond.toLocaleString('en')} inputs per second, ${processes} ${processes === 1 ? 'process' : 'processes'}, resident ${megabytes(residentStart)} at the start, ${megabytes(residentWarm)} after a tenth and ${megabytes(residentEnd)} at the end`,
  ].join('\n');
}

async function main() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: '1' },
      target: { type: 'string', multiple: true },
      case: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (values.case !== undefined) {
    const [{ problem }] = await tryCases([resolve(values.case)]);
    console.log(problem ?? 'all is well');
    process.exit(problem === null ? 0 : 1);
  }
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0) || !Number.isSafeInteger(seed))
    throw new Error('--minutes is a number above 0, --seed a whole number');
  const unknown = values.target?.find((name) => !TARGET_NAMES.includes(name));
  if (unknown !== undefined) throw new Error(`unknown target '${unknown}'; choose from ${TARGET_NAMES.join(', ')}`);
  const tty = process.stderr.isTTY;
  const onTick = (counts, problems) => {
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
    if (tty) process.stderr.write(`\r${all.toLocaleString('en')} inputs, ${problems} found `);
  };
  const result = await fuzz({ ms: minutes * 60_000, seed, ...(values.target && { targets: values.target }), onTick });
  if (tty) process.stderr.write('\r\x1b[K');
  console.log(values.json ? JSON.stringify(result) : table(result));
  for (const problem of result.problems) {
    const path = save(problem, seed);
    console.error(`${problem.target} ${problem.number}: ${problem.problem}\n  saved as ${path}`);
  }
  if (!result.isFlat) console.error('the resident size grew');
  process.exit(result.problems.length > 0 || !result.isFlat ? 1 : 0);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await main().catch((error) => {
    console.error(`fuzz: ${error.message}`);
    process.exit(2);
  });
