// All pages but the first. Each is loaded on its own, and all of them as soon as the first player is there and the page is idle, so that going to one
// takes no time.

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

/** Loads the pages ahead of time; one that fails is loaded again when it is needed. */
export function fetchLaterPages(): void {
  const fetchAll = (): void => {
    for (const name of LATER) void fetchPage(name).catch(() => undefined);
  };
  // Not every browser has idle callbacks.
  void firstPlayer.then(() =>
    'requestIdleCallback' in window ? requestIdleCallback(fetchAll, { timeout: 3000 }) : setTimeout(fetchAll, 1000),
  );
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
