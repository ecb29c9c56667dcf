// What counts as a defect. A refusal is fine: one line for people that names the place. A crash, raw words of the engine or the
// system, a stack trace, a broken property, or a wait of more than five seconds is not.

/** A broken property: what is printed reads back differently, or a change goes unnoticed. */
export class Violation extends Error {
  name = 'Violation';
}

export function holds(condition, what) {
  if (!condition) throw new Violation(what);
}

/** Names of error classes with messages for people. */
const REFUSALS = new Set(['InputError', 'Locked', 'Refusal', 'Interrupted', 'Divergence']);

/** What V8, Node, zod and the system say; messages for people contain none of it, unless the input does. */
const RAW =
  /is not a function|is not iterable|Cannot (read|set|convert|destructure|access)|(?<!')undefined|\[object |Unexpected (token|end|non-whitespace)|Maximum call stack|out of bounds|Invalid (array|typed|string|time|count|code)|\bE(NOENT|ISDIR|NOTDIR|ACCES|EXIST|INVAL|BUSY|NOSPC)\b|\bat \S+ \(|\.js:\d+|expected \w+, received|\bNaN\b/;

/** What is wrong with the error that an input ended with; undefined if it is a refusal. */
export function problemOf(error, input) {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const { name, message } = error;
  if (name === 'Violation') return `broken property: ${message}`;
  const written = REFUSALS.has(name) || (name === 'Error' && error.code === undefined);
  if (!written) return `${name}: ${message}`;
  if (message.trim() === '') return `${name} without a message`;
  const given = typeof input === 'string' ? input : input instanceof Uint8Array ? latin1(input) : JSON.stringify(input);
  const raw = RAW.exec(message);
  if (raw && !given.includes(raw[0])) return `raw words '${raw[0]}': ${message}`;
  if (message.includes('\n') && !/\n|\\n/.test(given)) return `several lines: ${message}`;
  return undefined;
}

/** Identifies a defect, so that it is kept once: its kind, and the first stack lines from our code. */
export function signatureOf(target, problem, error) {
  const frames = String(error?.stack ?? '').match(/(?:packages|bench)\/[\w./-]+:\d+/g) ?? [];
  const kind = /^(raw words '[^']*'|[^:]*)/.exec(problem)?.[1] ?? '';
  return `${target} ${kind} ${frames.slice(0, 2).join(' ')}`;
}

function latin1(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
