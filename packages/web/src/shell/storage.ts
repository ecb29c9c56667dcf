// What the first paint needs of what the app keeps: settings, best scores, choices, the game on the board. The database
// (database.ts) is where things are kept, but it answers too late for a first paint and not at all while a page is closed. So
// these few are written to localStorage at once, and to the database soon after; at the start of a visit the database
// catches up with what localStorage has (frame/catch-up.ts). Every entry carries the version of its format; one that is
// missing, damaged or of another version is ignored.

import { notKept } from './keeping.ts';

const PREFIX = 'afterstate:';
const VERSION = 1;

export type Fields = Readonly<Record<string, unknown>>;

/** Where an entry is stored: for all tabs, or for this tab alone, which finds it again after a reload. */
type Place = 'local' | 'session';

/** Throws if the browser forbids it. */
function placeOf(place: Place): Storage {
  return place === 'local' ? localStorage : sessionStorage;
}

/** What `read` makes of the entry, or undefined; `read` may throw on garbage. */
export function load<T>(name: string, read: (fields: Fields) => T, place: Place = 'local'): T | undefined {
  try {
    return readEntry(placeOf(place).getItem(PREFIX + name), read);
  } catch {
    return undefined;
  }
}

function readEntry<T>(text: string | null, read: (fields: Fields) => T): T | undefined {
  if (text === null) return undefined;
  const fields: unknown = JSON.parse(text);
  if (typeof fields !== 'object' || fields === null) return undefined;
  const { version, ...rest } = fields as Fields;
  return version === VERSION ? read(rest) : undefined;
}

export function save(name: string, fields: Fields, place: Place = 'local'): void {
  try {
    placeOf(place).setItem(PREFIX + name, JSON.stringify({ version: VERSION, ...fields }));
  } catch (error) {
    notKept(error);
  }
  if (place === 'local') toDatabase(name, fields);
}

export function forget(name: string, place: Place = 'local'): void {
  try {
    placeOf(place).removeItem(PREFIX + name);
  } catch {
    // There is nothing to forget.
  }
}

/** Saves shortly after the first of many calls, and always before the page goes away. */
export function saver(write: () => void, ms = 300): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    write();
  };
  addEventListener('pagehide', now);
  document.addEventListener('visibilitychange', () => document.hidden && now());
  return () => {
    timer ??= setTimeout(now, ms);
  };
}

// ── other tabs ───────────────────────────────────────────────────────────────────────────────────────────────────

const listeners = new Map<string, (fields: Fields) => void>();

/** Starts listening for what other tabs save under this name. */
export function onOtherTab(name: string, listener: (fields: Fields) => void): void {
  if (listeners.size === 0)
    addEventListener('storage', ({ key, newValue, storageArea }) => {
      if (storageArea === localStorage && key?.startsWith(PREFIX)) hear(key.slice(PREFIX.length), newValue);
    });
  listeners.set(name, listener);
}

function hear(name: string, text: string | null): void {
  try {
    readEntry(text, (fields) => listeners.get(name)?.(fields));
  } catch {
    // Not one of ours.
  }
}

// ── the database ─────────────────────────────────────────────────────────────────────────────────────────────────

const waiting = new Map<string, Fields>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Games have a store of their own. */
const OWN_STORE = /^game:/;

function toDatabase(name: string, fields: Fields): void {
  if (OWN_STORE.test(name)) return;
  waiting.set(name, fields);
  timer ??= setTimeout(() => {
    timer = undefined;
    const entries = [...waiting].map(([name, fields]) => ({ name, ...fields }));
    waiting.clear();
    void import('./database.ts').then(({ put }) => put('entries', ...entries)).catch(notKept);
  }, 1000);
}

/** Copies every entry that only one of the two has to the other: after a first visit with a database, or when localStorage was cleared. */
export async function reconcile(): Promise<void> {
  const { all, put } = await import('./database.ts');
  const known = await all<Fields & { readonly name: string }>('entries');
  const missing: object[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const name = localStorage.key(i)!.replace(PREFIX, '');
    if (PREFIX + name !== localStorage.key(i) || OWN_STORE.test(name)) continue;
    load(name, (fields) => {
      const kept = known.find((entry) => entry.name === name);
      if (JSON.stringify(kept) !== JSON.stringify({ name, ...fields })) missing.push({ name, ...fields });
    });
  }
  if (missing.length > 0) await put('entries', ...missing);
  for (const { name, ...fields } of known) {
    if (localStorage.getItem(PREFIX + name) !== null) continue;
    const text = JSON.stringify({ version: VERSION, ...fields });
    localStorage.setItem(PREFIX + name, text);
    hear(name, text);
  }
}
