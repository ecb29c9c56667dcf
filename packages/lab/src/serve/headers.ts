// What every answer says to the browser about safety. The page loads nothing from elsewhere; cross-origin isolation is what
// gives its workers a shared WebAssembly memory. No other site may put the app into a frame and lead a person's clicks; the one
// document that is made for frames, a replay with nothing to lose, says otherwise.

import type { FastifyInstance, FastifyReply } from 'fastify';

const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The app's document for frames, and what it says in place of the headers of all others. */
const FRAMED = '/embed.html';
const FRAMED_HEADERS = {
  'content-security-policy': POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *'),
  // Pages that are isolated themselves may frame only what says so.
  'cross-origin-resource-policy': 'cross-origin',
};

export const HEADERS = {
  /** By this the app knows that there is someone who thinks. */
  server: 'afterstate',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The app's script for other pages, by which they show hints: the one file that they may load. */
const HINT_SCRIPT = '/afterstate-hint.user.js';

export function addHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    setHeaders(reply);
    const path = request.url.split('?')[0];
    if (path === FRAMED) reply.headers(FRAMED_HEADERS);
    if (path === HINT_SCRIPT) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** For answers that are given before any hook runs. */
export function setHeaders(reply: FastifyReply): void {
  reply.headers(HEADERS);
}
