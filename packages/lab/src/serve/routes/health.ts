// For whatever watches the server: is it up, and which version is it.

import type { FastifyInstance } from 'fastify';
import { VERSION } from '../../files/version.ts';

export function healthRoutes(server: FastifyInstance): void {
  server.get('/healthz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { status: 'ok', version: VERSION };
  });
}
