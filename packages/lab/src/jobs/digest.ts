// Names by content: SHA-256 in hexadecimal, of bytes or of a value as canonical JSON, with sorted keys and no freedom of form.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** The form of a digest. */
export const DIGEST = /^[0-9a-f]{64}$/;

export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** JSON whose text depends on the value alone; properties that are undefined are left out. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
