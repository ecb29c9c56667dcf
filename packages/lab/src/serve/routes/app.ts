// The built web app, from its folder. Files under assets/ carry a hash of their content in their name, so they are kept for good;
// the rest is asked for again each time.

import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export async function appRoutes(server: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, 'assets', sep);
  await server.register(fastifyStatic, {
    root: folder,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(reply, path) {
      const forGood = path.startsWith(assets);
      reply.setHeader('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
