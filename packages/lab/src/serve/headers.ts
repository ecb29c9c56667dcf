// The security headers of every answer. The page loads nothing from elsewhere; cross-origin isolation gives its workers shared
// WebAssembly memory. No other site may put the app into a frame and hijack clicks; the exception is the one document made for
// frames, a harmless replay.

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

/** The app's document for frames, and its headers in place of the usual ones. */
const FRAMED = '/embed.html';
const FRAMED_HEADERS = {
  'content-security-policy': POLICY.replace("frame-ancestors 'none'", 'frame-ancestors *'),
  // Isolated pages may only frame documents that allow it.
  'cross-origin-resource-policy': 'cross-origin',
};

export const HEADERS = {
  /** Tells the app that this server has players. */
  server: 'afterstate',
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** The app's script that shows hints on other pages: the only file that they may load. */
const HINT_SCRIPT = '/afterstate-hint.user.js';

export function addHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    setHeaders(reply);
    const path = request.url.split('?')[0];
    if (path === FRAMED) reply.headers(FRAMED_HEADERS);
    if (path === HINT_SCRIPT) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}

/** For answers sent before any hook runs. */
export function setHeaders(reply: FastifyReply): void {
  reply.headers(HEADERS);
}
