// The built web app, from its folder. Files under assets/ have a content hash in their names, so browsers keep them forever; the
// others are requested again each time.

import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Compression } from '../compression.ts';

export async function appRoutes(server: FastifyInstance, folder: string, compression: Compression): Promise<void> {
  const assets = join(folder, 'assets', sep);
  await server.register(fastifyStatic, {
    root: folder,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(response, path, stat) {
      compression.note(response, path, stat);
      const forGood = path.startsWith(assets);
      response.setHeader('cache-control', forGood ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
