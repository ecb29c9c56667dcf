// The HTTP server: the web app, and beside it a file a group of routes. It belongs to one person on their own machine, so it
// listens on the loopback address unless told otherwise.

import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { addErrors, answerEarlyError } from './errors.ts';
import { addHeaders } from './headers.ts';
import { appRoutes } from './routes/app.ts';
import { healthRoutes } from './routes/health.ts';

export interface ServerOptions {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Folder of the built web app; the one of this project unless given. */
  app?: string;
}

export interface RunningServer {
  /** What to type into a browser on this machine. */
  url: string;
  host: string;
  /** The port it got, which differs from the one asked for when that was 0. */
  port: number;
  /** Ends open connections and resolves when the port is free again; a second call waits for the first. */
  close(): Promise<void>;
  /** Resolves once the server is closed, whoever closed it. */
  closed: Promise<void>;
}

const APP = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

export async function startServer({ port, host, app = APP }: ServerOptions): Promise<RunningServer> {
  if (!existsSync(join(app, 'index.html'))) {
    throw new Error(`the web app is not built (no index.html in ${app}); build it: npm run build`);
  }
  const server = await createServer(app);
  try {
    await server.listen({ port, host });
  } catch (error) {
    await server.close();
    throw explained(error as NodeJS.ErrnoException, port, host);
  }
  const bound = (server.server.address() as AddressInfo).port;
  const closed = new Promise<void>((resolve) => server.server.once('close', resolve));
  let closing: Promise<void> | undefined;
  return {
    url: `http://${shownHost(host)}:${bound}`,
    host,
    port: bound,
    close: () => (closing ??= server.close()),
    closed,
  };
}

async function createServer(app: string): Promise<FastifyInstance> {
  const server = Fastify({ logger: false, forceCloseConnections: true, frameworkErrors: answerEarlyError });
  addHeaders(server);
  addErrors(server);
  healthRoutes(server);
  await appRoutes(server, app);
  return server;
}

function shownHost(host: string): string {
  if (['127.0.0.1', '::1', '0.0.0.0', '::', 'localhost'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE': {
      const other = port < 65535 ? port + 1 : port - 1;
      return new Error(`port ${port} is in use; stop what uses it or choose another: afterstate serve --port ${other}`);
    }
    case 'EACCES':
      return new Error(
        `port ${port} needs more rights than you have; choose one from 1024: afterstate serve --port 2048`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`${host} is no address of this machine; use 127.0.0.1, or 0.0.0.0 for every network it is on`);
    default:
      return error;
  }
}
