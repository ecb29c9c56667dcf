// How long a person waits for the first hint on a slow line and a slow device: `node bench/first-hint.mjs [--dist FOLDER] [--visits N]`.
// The line is simulated here, because the browser's own emulation does not slow workers down: Chrome's "Slow 4G" preset (1.6 Mbit/s
// down, 150 ms per request) shared by all requests, with brotli as on a good host. The browser slows the processor down fourfold. Each
// visit has a fresh profile. Prints one JSON document: milliseconds, and the bytes that came before the hint.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { launchChrome } from '../scripts/chrome.mjs';

const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const SLOWER_CPU = 4;
const TICK_MS = 10;

const { values } = parseArgs({
  options: {
    dist: { type: 'string', default: fileURLToPath(new URL('../packages/web/dist', import.meta.url)) },
    visits: { type: 'string', default: '5' },
  },
});
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

const packed = new Map();
function bodyOf(path) {
  if (!packed.has(path)) {
    const content = readFileSync(join(values.dist, path));
    const quality = { [constants.BROTLI_PARAM_QUALITY]: content.length > 1_000_000 ? 4 : 9 };
    packed.set(path, brotliCompressSync(content, { params: quality }));
  }
  return packed.get(path);
}

/** Responses being sent share the line evenly. */
const sending = new Set();
let log = [];
const line = setInterval(() => {
  let room = (BYTES_PER_SECOND * TICK_MS) / 1000;
  for (const one of sending) {
    const share = Math.ceil(room / Math.max(1, sending.size));
    const part = one.body.subarray(one.at, one.at + share);
    one.at += part.length;
    one.entry.sent = one.at;
    room -= part.length;
    one.response.write(part);
    if (one.at < one.body.length) continue;
    one.response.end();
    sending.delete(one);
  }
}, TICK_MS);

const server = createServer((request, response) => {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname)).replace(/\/$/, '/index.html');
  const entry = { path, sent: 0 };
  log.push(entry);
  setTimeout(() => {
    let body;
    try {
      body = bodyOf(path);
    } catch {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'br',
      'cache-control': /^\/(assets|models)\//.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    });
    const one = { body, at: 0, response, entry };
    sending.add(one);
    response.on('close', () => sending.delete(one));
  }, LATENCY_MS);
}).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${server.address().port}/`;

const browser = await launchChrome();
const visits = [];
try {
  for (let i = 0; i < Number(values.visits); i++) {
    log = [];
    sending.clear();
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: '?' })));
    });
    const start = performance.now();
    await page.goto(url, { waitUntil: 'commit' });
    await page.locator('.side.best').waitFor({ timeout: 120_000 });
    const ms = Math.round(performance.now() - start);
    const models = log.filter(({ path }) => path.startsWith('/models/'));
    const sum = (entries) => entries.reduce((total, { sent }) => total + sent, 0);
    visits.push({
      ms,
      bytes: sum(log),
      bytesOfModels: sum(models),
      bytesBeforeModels: sum(log) - sum(models),
      requests: log.length,
    });
    await context.close();
  }
} finally {
  clearInterval(line);
  await browser.close();
  server.close();
  server.closeAllConnections();
}
const median = (key) => visits.map((visit) => visit[key]).sort((a, b) => a - b)[Math.floor(visits.length / 2)];
console.log(JSON.stringify({ median: { ms: median('ms'), bytes: median('bytes') }, visits }, null, 2));
