// What a run folder says about itself may name places on this machine's disk: where its output went, which model it started
// from. Only the last part of such a path leaves the server.

import { isAbsolute, posix, win32 } from 'node:path';

/** Cuts every path in any JSON down to its last part. */
export function concealPaths(value: unknown): unknown {
  if (typeof value === 'string') return concealPath(value);
  if (Array.isArray(value)) return value.map(concealPaths);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, concealPaths(inner)]));
}

/** Cuts every quoted path in a message down likewise. */
export function concealQuoted(message: string): string {
  return message.replace(/'([^']*)'/g, (_, quoted: string) => `'${concealPath(quoted)}'`);
}

/** A path may be the whole text, or follow the `=` of an argument. */
function concealPath(text: string): string {
  const [start, path = ''] = /^--[^=]+=/.test(text)
    ? [/^[^=]*=/.exec(text)![0], text.replace(/^[^=]*=/, '')]
    : ['', text];
  if (!leavesFolder(path)) return text;
  return `${start}…/${win32.basename(posix.basename(path))}`;
}

function leavesFolder(path: string): boolean {
  return isAbsolute(path) || win32.isAbsolute(path) || /^(~|\.\.)[\\/]/.test(path) || /[\\/]\.\.[\\/]/.test(path);
}
