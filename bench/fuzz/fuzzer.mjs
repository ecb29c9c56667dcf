// The process that is fuzzed: feeds the targets one input after another, in turns, and reports what it finds. `fuzz.mjs` starts
// it, watches it, and starts another if it dies; the progress file says which input it was at.

import { once } from 'node:events';
import { openSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minimise } from './minimise.mjs';
import { problemOf, signatureOf } from './judge.mjs';
import { Choices } from './random.mjs';
import { openTargets } from './targets.mjs';

/**
 * Targets take turns of this many milliseconds of processor time for each part of their share; those that wait for disks and sockets
 * stop after a multiple of it.
 */
const TURN_MS = 15;
const LONGEST_TURN = 3;
const REPORT_MS = 500;
/** How long each target warms up before anything is counted. */
const WARM_MS = 100;

/** The problem with an input; undefined if all is well. */
async function tryInput(target, input) {
  try {
    const running = target.run(input);
    if (running instanceof Promise) await running;
    return undefined;
  } catch (error) {
    const problem = problemOf(error, input);
    return problem === undefined ? undefined : { problem, error, signature: signatureOf(target.name, problem, error) };
  }
}

/** Input number `number` of a target. */
function inputOf(target, seed, number) {
  return target.make(new Choices(seed, target.name, number));
}

async function fuzz({ names, seed, ms, from, progress }) {
  const file = openSync(progress, 'r+');
  // The target, the number of its input, and a number that shows progress.
  const place = new Int32Array(3).fill(-1);
  const mark = (target, number) => {
    place[0] = target;
    place[1] = number;
    place[2]++;
    writeSync(file, place, 0, 12, 0);
  };
  mark(-1, 0);
  const targets = await openTargets(names);
  const numbers = targets.map(({ name }) => from[name] ?? 0);
  const seen = new Set();
  let said = performance.now();
  const tell = (kind, more = {}) => {
    said = performance.now();
    const counts = Object.fromEntries(targets.map(({ name }, i) => [name, numbers[i]]));
    process.send({ kind, counts, ...more });
  };
  // Compile code and fill caches before the first measurement.
  for (const target of targets) {
    const enough = performance.now() + WARM_MS;
    for (let i = 0; performance.now() < enough; i++) {
      mark(-1, i);
      await tryInput(target, inputOf(target, seed + 1, i));
    }
  }
  tell('begin', { bytes: residentBytes() });
  const began = performance.now();
  const end = began + ms;
  let isWarm = false;
  for (let turn = 0; performance.now() < end; turn++) {
    const which = turn % targets.length;
    const target = targets[which];
    // Pages of runtimes and arenas of threads are full after a tenth of the run.
    if (!isWarm && performance.now() - began > ms / 10) {
      isWarm = true;
      tell('warm', { bytes: residentBytes() });
    }
    const turnMs = TURN_MS * target.share;
    const until = Math.min(end, performance.now() + LONGEST_TURN * turnMs);
    const untilSpent = processorMs() + turnMs;
    do {
      const number = numbers[which]++;
      mark(which, number);
      const input = inputOf(target, seed, number);
      const found = await tryInput(target, input);
      if (found && !seen.has(found.signature)) {
        seen.add(found.signature);
        const smaller = await minimise(input, async (candidate) => {
          mark(which, number);
          return (await tryInput(target, candidate))?.signature === found.signature;
        });
        const { problem, error } = (await tryInput(target, smaller)) ?? found;
        tell('found', {
          target: target.name,
          number,
          input: encode(smaller),
          problem,
          signature: found.signature,
          stack: String(error?.stack),
        });
      }
    } while (performance.now() < until && processorMs() < untilSpent);
    if (performance.now() - said > REPORT_MS) tell('tally');
  }
  mark(-1, 0);
  tell('end', { bytes: residentBytes() });
  for (const target of targets) await target.close?.();
}

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** After a garbage collection, if Node lets us ask for one. */
function residentBytes() {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

function encode(input) {
  return typeof input === 'string' ? { text: input } : { base64: Buffer.from(input).toString('base64') };
}

function decode({ text, base64 }) {
  return text ?? new Uint8Array(Buffer.from(base64, 'base64'));
}

/** An input by its number, for one that killed a process. */
async function tellInput({ name, seed, number }) {
  const [target] = await openTargets([name]);
  process.send({ input: encode(inputOf(target, seed, number)) });
  await target.close?.();
}

/** Saved cases: what is wrong with each today, null if nothing is. */
async function tellCases({ cases }) {
  const names = [...new Set(cases.map(({ target }) => target))];
  const targets = new Map((await openTargets(names)).map((target) => [target.name, target]));
  const problems = [];
  for (const { target, input } of cases) {
    const opened = targets.get(target);
    if (opened) problems.push((await tryInput(opened, decode(input)))?.problem ?? null);
    else problems.push(`there is no target ${target}`);
  }
  process.send({ problems });
  for (const target of targets.values()) await target.close?.();
}

const WORK = { fuzz, input: tellInput, cases: tellCases };
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // By message: cases are too long for a command line.
  const [{ work, ...order }] = await once(process, 'message');
  await WORK[work](order);
  process.disconnect();
  process.exit(0);
}
