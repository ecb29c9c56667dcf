// The app built with other models, and a host that only serves files, below /folder/, like any web host: no isolation
// headers, no API.

import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Builds the app with the models of a folder. */
export function buildApp(dist: string, models: string): void {
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', 'packages/web', '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { ...process.env, AFTERSTATE_MODELS: models };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8', env });
  if (status !== 0) throw new Error(`the app could not be built: ${stdout}${stderr}`);
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

export interface StaticHost {
  readonly url: string;
  /** The requested paths, without their queries. */
  readonly asked: string[];
  close(): Promise<void>;
}

/** `send` may send a file its own way: slowly, or not at all; false leaves it to the host. */
export async function startHost(
  folder: string,
  send: (path: string, file: Readable, response: import('node:http').ServerResponse) => boolean = () => false,
): Promise<StaticHost> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url!, 'http://host').pathname.replace(/^\/folder\//, '') || 'index.html';
    asked.push(path);
    const file = join(folder, path);
    if (path.includes('..') || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    // At the end of a test the file may be gone.
    const stream = createReadStream(file).on('error', () => response.destroy());
    if (send(path, stream, response)) return;
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    stream.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/folder/`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
