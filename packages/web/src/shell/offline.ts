// Registers the service worker, which makes the app work offline and, on hosts that cannot set headers, isolates the page
// so that the kernel gets threads. A page becomes isolated when it is loaded again under the worker: that is done once, on
// the first visit, and only before the person has touched anything.

const RELOADED = 'afterstate:isolating';

export function registerServiceWorker(): void {
  if (import.meta.env.MODE !== 'production' || !('serviceWorker' in navigator)) return;
  let touched = false;
  for (const event of ['keydown', 'pointerdown'] as const)
    addEventListener(event, () => (touched = true), { once: true, capture: true });

  void navigator.serviceWorker
    .register('./sw.js')
    .then(() => navigator.serviceWorker.ready)
    .then(() => {
      if (crossOriginIsolated || touched || sessionStorage.getItem(RELOADED) !== null) return;
      sessionStorage.setItem(RELOADED, 'once');
      location.reload();
    })
    // Without it the app only needs its server: nothing to tell a person about.
    .catch(() => undefined);
}
