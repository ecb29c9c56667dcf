// Which trainings are under way in open tabs: each holds a lock (Web Locks) with the training's id, which the browser releases when
// the tab closes, however that happens. A page without a secure context has no locks, and then treats every training as free.

const PREFIX = 'afterstate:training:';
const held = new Map<string, () => void>();

/** A reloading tab releases its locks a moment later. */
const RELOAD_MS = 3000;

/** Whether this tab has the training now. */
export function hold(id: string): Promise<boolean> {
  if (held.has(id) || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const work = (): Promise<void> =>
      new Promise((release) => {
        held.set(id, release);
        resolve(true);
      });
    navigator.locks.request(PREFIX + id, { signal: AbortSignal.timeout(RELOAD_MS) }, work).catch(() => resolve(false));
  });
}

export function release(id: string): void {
  held.get(id)?.();
  held.delete(id);
}

/** The trainings of all open tabs. */
export async function trainingsInTabs(): Promise<ReadonlySet<string>> {
  const { held: all = [] } = (await navigator.locks?.query()) ?? {};
  return new Set(all.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}
