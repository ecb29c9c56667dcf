// `npm run chaos -- --kills 1000 [--kind NAME] [--seed S] [--json]`: kills runs of every kind at random moments, continues them, and
// compares them with an undisturbed run: bit for bit, except timings. Then it tries each kind on full and read-only disks, under a
// clock that jumps, and with two owners (`--others`, how often each; by default a tenth of the kills of a kind). Prints counts by
// kind; each failure says how to repeat it. The moments depend on the machine: a seed repeats the plan, not the microsecond.

import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundleCommand } from '../../scripts/bundle-command.mjs';
import { Choices } from '../fuzz/random.mjs';
import { KINDS, prepare } from './kinds.mjs';
import { run } from './process.mjs';
import { TROUBLES, undisturbed } from './trials.mjs';

export const KIND_NAMES = KINDS.map(({ name }) => name);
export const TROUBLE_NAMES = Object.keys(TROUBLES);

/** The most times that one run is killed. */
const KILLS_EACH = 4;

/**
 * Disturbs runs: `kills` of all kinds together, and every other trouble `others` times for each kind. The kinds take turns, so that a
 * call that `signal` stops early has tried them all. Returns a line of counts for each kind and trouble, and what failed.
 */
export async function chaos({
  kills = 0,
  others = 0,
  kinds = KIND_NAMES,
  troubles,
  seed = 1,
  parallel = 1,
  signal,
  onTick,
}) {
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-chaos-'));
  const began = performance.now();
  const failures = [];
  const { path: command, close } = await bundleCommand();
  const where = { command, folder };
  const chosen = KINDS.filter(({ name }) => kinds.includes(name)).map((kind) => ({
    kind,
    isBusy: false,
    left: undefined,
  }));
  const goals = Object.keys(TROUBLES)
    .filter((trouble) => !troubles || troubles.includes(trouble))
    .map((trouble) => [trouble, trouble === 'kill' ? Math.ceil(kills / chosen.length) : others])
    .filter(([, goal]) => goal > 0);
  for (const one of chosen)
    one.left = goals.map(([trouble, goal]) => ({
      goal,
      line: { kind: one.kind.name, trouble, runs: 0, disturbed: 0, failed: 0 },
    }));
  const lines = chosen.flatMap(({ left }) => left.map(({ line }) => line));

  /** One trial of a kind; moves on to the next trouble once this one is done. */
  const disturbOnce = async (one, lane) => {
    const { kind, left } = one;
    const [{ goal, line }] = left;
    one.expected ??= await undisturbed(kind, where);
    const trial = line.runs++;
    const place = join(folder, `${kind.name}-${line.trouble}-${trial}`);
    try {
      const count = await TROUBLES[line.trouble](kind, {
        where: line.trouble.includes('-') ? { command, folder: await linked(folder, lane) } : where,
        random: new Choices(seed, kind.name, line.trouble, trial),
        expected: one.expected,
        place,
        most: Math.min(KILLS_EACH, goal - line.disturbed),
      });
      if (count !== undefined) line.disturbed += count;
      // The system cannot make a disk.
      else left.shift();
      await rm(place, { recursive: true, force: true });
    } catch (error) {
      if (signal?.aborted) return;
      if (error.name !== 'Broken') throw error;
      line.failed++;
      line.disturbed++;
      failures.push({ kind: kind.name, trouble: line.trouble, trial, seed, message: error.message });
    }
    // A trial may find its run over before it could disturb it.
    if (left[0]?.line === line && (line.disturbed >= goal || line.runs >= 3 * goal)) left.shift();
    onTick?.(line, failures);
  };
  let turn = 0;
  const lane = async (number) => {
    while (!signal?.aborted) {
      const free = chosen.filter(({ isBusy, left }) => !isBusy && left.length > 0);
      if (free.length === 0) return;
      const one = free.find((candidate) => chosen.indexOf(candidate) >= turn % chosen.length) ?? free[0];
      turn = chosen.indexOf(one) + 1;
      one.isBusy = true;
      await disturbOnce(one, number);
      one.isBusy = false;
    }
  };
  try {
    await prepare(folder, (args) => run(where, args));
    await Promise.all(Array.from({ length: parallel }, (_, i) => lane(i)));
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
  return { seed, seconds: (performance.now() - began) / 1000, lines, failures };
}

/** A folder with the same files for one lane: a disk is mounted in it. */
async function linked(folder, number) {
  const lane = join(folder, `lane-${number}`);
  await mkdir(lane, { recursive: true });
  for (const name of ['a.records', 'jobs.jsonl']) await cp(join(folder, name), join(lane, name));
  return lane;
}

function table({ lines, seconds }) {
  const row = (...cells) =>
    cells.map((cell, i) => (i < 2 ? String(cell).padEnd(12) : String(cell).padStart(10))).join('');
  return [
    row('kind', 'trouble', 'runs', 'disturbed', 'failed'),
    ...lines.map(({ kind, trouble, runs, disturbed, failed }) => row(kind, trouble, runs, disturbed, failed)),
    `${seconds.toFixed(0)} s`,
  ].join('\n');
}

async function main() {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '100' },
      others: { type: 'string' },
      kind: { type: 'string', multiple: true },
      trouble: { type: 'string', multiple: true },
      seed: { type: 'string', default: '1' },
      parallel: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
    },
  });
  const unknown =
    values.kind?.find((name) => !KIND_NAMES.includes(name)) ??
    values.trouble?.find((name) => !TROUBLE_NAMES.includes(name));
  if (unknown !== undefined)
    throw new Error(`unknown '${unknown}'; kinds are ${KIND_NAMES.join(', ')}, troubles ${TROUBLE_NAMES.join(', ')}`);
  const numbers = [values.kills, values.others ?? '1', values.seed, values.parallel].map(Number);
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) throw new Error('give whole numbers');
  const [kills, , seed, parallel] = numbers;
  const kinds = values.kind ?? KIND_NAMES;
  const others = values.others === undefined ? Math.ceil(kills / kinds.length / 10) : numbers[1];
  const tty = process.stderr.isTTY;
  let told = 0;
  // When stopped, it reports what it has so far.
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort());
  const result = await chaos({
    kills,
    others,
    kinds,
    seed,
    parallel: Math.max(1, parallel),
    signal: stop.signal,
    ...(values.trouble && { troubles: values.trouble }),
    onTick: ({ kind, trouble, disturbed }, failures) => {
      if (tty) process.stderr.write('\r\x1b[K');
      for (const failure of failures.slice(told))
        console.error(`${failure.kind} ${failure.trouble} ${failure.trial}: ${failure.message}`);
      told = failures.length;
      if (tty) process.stderr.write(`${kind} ${trouble} ${disturbed}, ${told} failed`);
    },
  });
  if (tty) process.stderr.write('\r\x1b[K');
  console.log(values.json ? JSON.stringify(result) : table(result));
  process.exit(result.failures.length > 0 ? 1 : 0);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await main().catch((error) => {
    console.error(`chaos: ${error.message}`);
    process.exit(2);
  });
