// The app's service worker: all of the app's files are fetched once and then served from here, so it works offline;
// and every answer carries the isolation headers, for hosts that cannot set them. The page itself is requested from the
// network first, so that a new version shows at the next visit. Written by hand: there is no more to it than this.

const NAME = `afterstate-${'VERSION'}`;
const MODELS = 'afterstate-models';
const FILES = [/* FILES */];
/** How long a slow network may hold up the page that is already here. */
const PATIENCE_MS = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' }))))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => isOld(name)).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

function isOld(name) {
  return name.startsWith('afterstate-') && name !== NAME && name !== MODELS;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  const path = url.pathname.slice(new URL('./', self.location).pathname.length);
  const isPage = path === '' || path === 'index.html';
  if (path.startsWith('api/') || (request.mode === 'navigate' && !isPage)) return;
  event.respondWith(isPage ? page(request) : file(request, path));
});

async function page(request) {
  const kept = await caches.match('./');
  const fetched = fetch(request).then((response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    return response;
  });
  if (!kept) return isolated(await fetched);
  const late = new Promise((resolve) => {
    setTimeout(() => resolve(kept), PATIENCE_MS);
  });
  return isolated(await Promise.race([fetched, late]).catch(() => kept));
}

async function file(request, path) {
  if (path.startsWith('models/')) return isolated(await model(request));
  return isolated((await caches.match(request, { ignoreSearch: true })) ?? (await asset(request, path)));
}

/** Large files are not fetched before they are needed; their names change with their content. */
async function asset(request, path) {
  const response = await fetch(request);
  if (response.status === 200 && path.startsWith('assets/')) keep(NAME, request, response.clone());
  return response;
}

/** Most models are too large to fetch before anyone asks; once fetched, one is kept until there is another with its name. */
async function model(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200) keep(MODELS, request, response.clone());
  return response;
}

async function keep(name, request, response) {
  try {
    const cache = await caches.open(name);
    await cache.put(request, response);
    const path = (url) => new URL(url).pathname;
    const old = (await cache.keys()).filter(({ url }) => url !== request.url && path(url) === path(request.url));
    await Promise.all(old.map((other) => cache.delete(other)));
  } catch {
    // No room for it: it is there only for this visit.
  }
}

function isolated(response) {
  if (response.type === 'error' || response.headers.has('cross-origin-embedder-policy')) return response;
  const headers = new Headers(response.headers);
  headers.set('cross-origin-opener-policy', 'same-origin');
  headers.set('cross-origin-embedder-policy', 'require-corp');
  headers.set('cross-origin-resource-policy', 'same-origin');
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
