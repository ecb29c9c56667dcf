// Registers the service worker, which makes the app work offline and, on hosts that cannot set headers, isolates the page
// so that the kernel gets threads. A page becomes isolated when it is reloaded under the worker: this happens once, on
// the first visit, and only before the person has touched anything.

import { firstPlayer } from '../engine/first-player.ts';

const RELOADED = 'afterstate:isolating';

export function registerServiceWorker(): void {
  if (import.meta.env.MODE !== 'production' || !('serviceWorker' in navigator)) return;
  let touched = false;
  for (const event of ['keydown', 'pointerdown'] as const)
    addEventListener(event, () => (touched = true), { once: true, capture: true });

  // It fetches the whole app, which would hold up the first hint on a slow line.
  void firstPlayer
    .then(() => navigator.serviceWorker.register('./sw.js'))
    .then(() => navigator.serviceWorker.ready)
    .then(() => {
      if (crossOriginIsolated || touched || sessionStorage.getItem(RELOADED) !== null) return;
      sessionStorage.setItem(RELOADED, 'once');
      location.reload();
    })
    // Without it the app merely needs its server; nobody needs to be told.
    .catch(() => undefined);
}
