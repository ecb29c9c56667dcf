// Everything that the app keeps as one file: a first line that says what it is, a head that lists the entries, then the entries, each
// as JSON and the bytes that JSON cannot hold. Head and entries have checksums (XXH32, as in model files). A file is read whole
// and checked before anything is written.

import { Checksum, InputError } from 'afterstate';
import type { StoreName } from '../shell/database.ts';
import { STORE_NAMES, transact } from '../shell/database.ts';

const FORMAT = 'afterstate-backup';
const VERSION = 1;
/** The first line is shorter than this. */
const FIRST_LINE = 200;
/** Bytes to read at a time. */
const PIECE = 4 * 2 ** 20;

/** The one field of an entry that is not JSON, if it has one. */
const BINARY: Readonly<Partial<Record<StoreName, string>>> = { models: 'blob', weights: 'blob', analyses: 'values' };

interface Item {
  readonly store: StoreName;
  readonly json: number;
  readonly binary: number;
  readonly check: string;
}

export type Entry = Readonly<Record<string, unknown>>;

export async function writeBackup(): Promise<Blob> {
  const items: Item[] = [];
  const parts: Blob[] = [];
  for (const store of STORE_NAMES) {
    for (const entry of await transact(store, 'readonly', (transaction) => transaction.all<Entry>(store))) {
      const field = BINARY[store];
      const { [field ?? '']: given, ...rest } = entry;
      const json = new Blob([JSON.stringify(rest)]);
      const binary = new Blob(given === undefined ? [] : [given as Blob | Float64Array<ArrayBuffer>]);
      items.push({ store, json: json.size, binary: binary.size, check: await checksum(new Blob([json, binary])) });
      parts.push(json, binary);
    }
  }
  const head = new Blob([JSON.stringify({ made: new Date().toISOString(), items })]);
  const first = { format: FORMAT, version: VERSION, head: head.size, check: await checksum(head) };
  return new Blob([`${JSON.stringify(first)}\n`, head, ...parts]);
}

/** The entries of a file, by store; an InputError says what is wrong with it, and then nothing from it may be used. */
export async function readBackup(file: Blob, name: string): Promise<readonly (readonly [StoreName, Entry])[]> {
  const damaged = (what: string): InputError => new InputError(`${name} is damaged: ${what}; nothing was imported`);
  const start = await file.slice(0, FIRST_LINE).text();
  const line = start.split('\n')[0]!;
  const first = parsed(line);
  if (first?.['format'] !== FORMAT) throw new InputError(`${name} was not exported by this app`);
  if (first['version'] !== VERSION)
    throw new InputError(`${name} has version ${String(first['version'])}; this app reads version ${VERSION}`);
  let at = new Blob([line]).size + 1;
  const head = file.slice(at, (at += Number(first['head'])));
  if (!(Number(first['head']) > 0) || (await checksum(head)) !== first['check'])
    throw damaged('its list of entries is wrong');
  const items = (parsed(await head.text())?.['items'] ?? []) as readonly Item[];
  const whole = items.reduce((sum, { json, binary }) => sum + json + binary, at);
  if (file.size !== whole) throw damaged(`it has ${file.size} bytes and should have ${whole}`);

  const entries: (readonly [StoreName, Entry])[] = [];
  for (const [index, { store, json, binary, check }] of items.entries()) {
    const place = `entry ${index + 1} of ${items.length}`;
    if (!STORE_NAMES.includes(store)) throw damaged(`${place} is of an unknown kind`);
    const bytes = file.slice(at, at + json + binary);
    if ((await checksum(bytes)) !== check) throw damaged(`${place} does not match its checksum`);
    const rest = parsed(await bytes.slice(0, json).text());
    if (!rest) throw damaged(`${place} cannot be read`);
    const field = BINARY[store];
    const given = bytes.slice(json);
    const value = store === 'analyses' ? new Float64Array(await given.arrayBuffer()) : given;
    entries.push([store, field === undefined ? rest : { ...rest, [field]: value }]);
    at += json + binary;
  }
  return entries;
}

export async function checksum(blob: Blob): Promise<string> {
  const sum = new Checksum();
  for (let at = 0; at < blob.size; at += PIECE)
    sum.update(new Uint8Array(await blob.slice(at, at + PIECE).arrayBuffer()));
  return sum.digest();
}

function parsed(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Entry) : undefined;
  } catch {
    return undefined;
  }
}
