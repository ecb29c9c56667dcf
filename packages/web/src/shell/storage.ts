// What the browser keeps between visits. Every entry carries the version of its form; whatever is missing, of another
// version or no longer what it should be is as if it were not there, and storage that is full or forbidden is no error:
// the app then forgets when it is closed.

const PREFIX = 'afterstate:';
const VERSION = 1;

export type Fields = Readonly<Record<string, unknown>>;

/** What `read` makes of the entry, or undefined; `read` may throw at garbage. */
export function load<T>(name: string, read: (fields: Fields) => T): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name);
    if (text === null) return undefined;
    const fields: unknown = JSON.parse(text);
    if (typeof fields !== 'object' || fields === null) return undefined;
    const { version, ...rest } = fields as Fields;
    return version === VERSION ? read(rest) : undefined;
  } catch {
    return undefined;
  }
}

export function save(name: string, fields: Fields): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ version: VERSION, ...fields }));
  } catch {
    // Full, or forbidden by the browser's settings.
  }
}

/** Saves a while after the last of many calls, and in any case before the page goes. */
export function saver(name: string, fields: () => Fields, ms = 300): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    save(name, fields());
  };
  addEventListener('pagehide', now);
  document.addEventListener('visibilitychange', () => document.hidden && now());
  return () => {
    timer ??= setTimeout(now, ms);
  };
}
