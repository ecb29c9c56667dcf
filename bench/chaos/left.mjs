// What a run leaves in its folder, file by file, as texts that are equal for two runs that differ only in timings: durations,
// dates, and the checksums over these.

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createHash } from 'node:crypto';

/** Fields of dates and speeds, wherever they occur. */
const TIMINGS = new Set(['seconds', 'movesPerSecond', 'actionsPerSecond', 'date', 'checksum', 'started', 'threads']);
/** The file that says where and when a run was made. */
const OTHER = ['manifest.json'];

export async function leftIn(folder, isCompared = () => true) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const left = new Map();
  for (const path of files.sort()) {
    const name = relative(folder, path);
    if (!OTHER.includes(name) && isCompared(name)) left.set(name, contentOf(name, await readFile(path)));
  }
  return left;
}

/** What differs: each name, and how. */
export function differences(found, expected) {
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap((name) => {
    if (!expected.has(name)) return [`${name} is too many`];
    if (!found.has(name)) return [`${name} is missing`];
    const [is, should] = [found.get(name), expected.get(name)];
    if (is === should) return [];
    let at = 0;
    while (is[at] === should[at]) at++;
    const part = (text) => text.slice(Math.max(0, at - 30), at + 30);
    return [`${name} has …${part(is)}… and should have …${part(should)}…`];
  });
}

function contentOf(name, bytes) {
  if (name.endsWith('.safetensors')) {
    const length = Number(bytes.readBigUInt64LE(0));
    const header = JSON.parse(bytes.subarray(8, 8 + length).toString('utf8'));
    return `${timeless(header)} ${digest(bytes.subarray(8 + length))}`;
  }
  if (name.endsWith('.onnx')) return onnxContent(bytes);
  if (name.endsWith('.jsonl')) return bytes.toString('utf8').split('\n').map((line) => (line === '' ? '' : timeless(JSON.parse(line)))).join('\n'); // prettier-ignore
  if (name.endsWith('.json')) return timeless(JSON.parse(bytes.toString('utf8')));
  return digest(bytes);
}

/** JSON without timings, its keys in order, including texts that are JSON themselves. */
function timeless(value) {
  return JSON.stringify(value, (key, part) => {
    if (TIMINGS.has(key)) return undefined;
    if (typeof part === 'object' && part !== null && !Array.isArray(part))
      return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
    if (typeof part !== 'string' || !/^[{[]/.test(part)) return part;
    try {
      return JSON.parse(timeless(JSON.parse(part)));
    } catch {
      return part;
    }
  });
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The graph of an ONNX file, field 7, and its card, entries of field 14, of which the second part is the value. */
function onnxContent(bytes) {
  const parts = [];
  for (const { number, from, to } of fieldsOf(bytes, 0, bytes.length)) {
    if (number !== 14) parts.push(`${number} ${digest(bytes.subarray(from, to))}`);
    else {
      const [key, value] = fieldsOf(bytes, from, to).map((field) =>
        bytes.subarray(field.from, field.to).toString('utf8'),
      );
      parts.push(timeless({ [key]: value }));
    }
  }
  return parts.join('\n');
}

/** The fields of a protobuf message. */
function fieldsOf(bytes, from, to) {
  const fields = [];
  let at = from;
  const integer = () => {
    let [value, unit] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      value += (byte & 127) * unit;
      if (byte < 128) return value;
      unit *= 128;
    }
  };
  while (at < to) {
    const key = integer();
    const start = at;
    const length = key % 8 === 2 ? integer() : key % 8 === 1 ? 8 : key % 8 === 5 ? 4 : (integer(), 0);
    const begin = key % 8 === 0 ? start : at;
    at += length;
    fields.push({ number: Math.floor(key / 8), from: begin, to: at });
  }
  return fields;
}
