// The pages that are not the first: each is fetched by itself, and all of them once the first page has nothing else to do, so
// that going to one takes no time.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Page } from './address.ts';

type Later = Exclude<Page, 'play'>;

const PAGES: Readonly<Record<Later, () => Promise<ComponentType>>> = {
  learn: async () => (await import('../learn/learn-page.tsx')).LearnPage,
  analyse: async () => (await import('../analyse/analyse-page.tsx')).AnalysePage,
  runs: async () => (await import('../runs/runs-page.tsx')).RunsPage,
  help: async () => (await import('../help/help-page.tsx')).HelpPage,
};

const here = signal<Readonly<Partial<Record<Later, ComponentType>>>>({});
const failed = signal(false);

async function fetchPage(name: Later): Promise<void> {
  if (here.peek()[name]) return;
  const Content = await PAGES[name]();
  here.value = { ...here.peek(), [name]: Content };
}

/** Fetches what has not been looked at yet; where that fails, it is fetched when it is needed. */
export function fetchLaterPages(): void {
  const fetchAll = (): void => {
    for (const name of Object.keys(PAGES) as Later[]) void fetchPage(name).catch(() => undefined);
  };
  // Not every browser has it.
  if ('requestIdleCallback' in window) requestIdleCallback(fetchAll, { timeout: 3000 });
  else setTimeout(fetchAll, 1000);
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
          <p>This page could not be loaded: the network does not answer, or there is a newer version of the app.</p>
          <button type="button" class="primary" onClick={() => location.reload()}>
            Load the app again
          </button>
        </div>
      )}
    </main>
  );
}
