// All pages but the first. Each is loaded separately: when a person opens it or points at its link, or, one after another, when the
// first player has been there for a while and the page is idle; so opening one takes no time. Loading all of them at once was refused:
// it takes a quarter of a second of processor time, a second on a phone, in the first moments of a visit.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { firstPlayer } from '../engine/first-player.ts';
import { PAGE_NAMES, type Page } from '../shell/pages.ts';

type Later = Exclude<Page, 'play'>;

const LATER = PAGE_NAMES.filter((name): name is Later => name !== 'play');
const FILES = import.meta.glob<ComponentType>(['../*/*-page.tsx', '!../play/*'], { import: 'default' });

const here = signal<Readonly<Partial<Record<Later, ComponentType>>>>({});
const failed = signal(false);

async function fetchPage(name: Later): Promise<void> {
  if (here.peek()[name]) return;
  const Content = await FILES[`../${name}/${name}-page.tsx`]!();
  here.value = { ...here.peek(), [name]: Content };
}

/** Loads a page that a person is about to open; if that fails, it is loaded again when needed. */
export function fetchAhead(name: Page): void {
  if (name !== 'play') void fetchPage(name).catch(() => undefined);
}

const QUIET_MS = 4000;

/** Loads the pages ahead of time. */
export function fetchLaterPages(): void {
  const todo = [...LATER];
  const fetchNext = async (): Promise<void> => {
    const name = todo.shift();
    if (!name) return;
    await fetchPage(name).catch(() => undefined);
    whenIdle(() => void fetchNext());
  };
  void firstPlayer.then(() => setTimeout(() => whenIdle(() => void fetchNext()), QUIET_MS));
}

/** Some browsers have no idle callbacks. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: 3000 });
  else setTimeout(work, 200);
}

export function LaterPage({ name }: { name: Later }) {
  const Content = here.value[name];
  useEffect(() => {
    failed.value = false;
    fetchPage(name).catch(() => (failed.value = true));
  }, [name]);
  if (Content) return <Content />;
  return (
    <main class="page" aria-busy={!failed.value}>
      {failed.value && (
        <div class="empty">
          <p>This page could not be loaded: you are offline, or a newer version of the app is available.</p>
          <button type="button" class="primary" onClick={() => location.reload()}>
            Reload the app
          </button>
        </div>
      )}
    </main>
  );
}
