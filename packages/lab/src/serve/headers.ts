// What every answer says to the browser about safety. The page loads nothing from elsewhere; cross-origin isolation is what
// gives its workers a shared WebAssembly memory.

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

export const HEADERS = {
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export function addHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (_request, reply) => {
    setHeaders(reply);
  });
}

/** For answers that are given before any hook runs. */
export function setHeaders(reply: FastifyReply): void {
  reply.headers(HEADERS);
}
