// The HTTP server: the web app and the API, one file per group of endpoints. It serves one person on their own machine, so by
// default it listens on the loopback address; it writes nothing to disk.

import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { APP_FOLDER } from '../files/shipped.ts';
import { shownFolder } from '../models/places.ts';
import { addNeuralPlayers } from '../neural/host.ts';
import type { RedisAddress } from '../jobs/redis-address.ts';
import { Compression } from './compression.ts';
import { addEndpoints } from './endpoint.ts';
import { addErrors, answerClientError, answerEarlyError } from './errors.ts';
import { GameFeeds } from './game-feed.ts';
import { addHeaders } from './headers.ts';
import { JobWatch } from './job-watch.ts';
import type { Limits } from './limits.ts';
import { LIMITS } from './limits.ts';
import { ModelCatalogue } from './model-catalogue.ts';
import { addHostCheck } from './own-host.ts';
import { PlayerPool } from './player-pool.ts';
import { appRoutes } from './routes/app.ts';
import { docsEndpoints } from './routes/docs.ts';
import { gameEndpoints } from './routes/games.ts';
import { healthEndpoints } from './routes/health.ts';
import { jobEndpoints } from './routes/jobs.ts';
import { modelEndpoints } from './routes/models.ts';
import { playerEndpoints } from './routes/players.ts';
import { runEndpoints } from './routes/runs.ts';
import { RunCatalogue } from './run-catalogue.ts';
import { RunFeeds } from './run-feed.ts';
import { UnderWay } from './under-way.ts';

export interface ServerOptions {
  /** 0 takes any free port. */
  port: number;
  host: string;
  /** Folder of the built web app; this project's by default. */
  app?: string;
  /** Folder of run folders; by default `runs` where the process was started. It need not exist. */
  runs?: string;
  /** Folder of the models that ship with the project. */
  models?: string;
  /** The Redis that queues work for many machines; none by default. */
  redis?: RedisAddress;
  /** Changes to LIMITS. */
  limits?: Partial<Limits>;
}

export interface RunningServer {
  /** The address for a browser on this machine. */
  url: string;
  host: string;
  /** The actual port, which differs from the requested one if that was 0. */
  port: number;
  /**
   * Gives requests under way a moment to finish, ends all connections, and resolves when the port is free again; a second call
   * waits for the first.
   */
  close(): Promise<void>;
  /** Resolves once the server is closed, whoever closed it. */
  closed: Promise<void>;
  /** What it holds at the moment. */
  holds(): { players: number; feeds: number; gameFeeds: number };
}

/** Time for clients to hear that the server is closing. */
const CLOSING_MS = 200;

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  addNeuralPlayers();
  const { port, host, app = APP_FOLDER } = options;
  if (!existsSync(join(app, 'index.html'))) {
    throw new Error(`the web app is not built (no index.html in ${app}); build it: npm run build`);
  }
  const { server, pool, feeds, gameFeeds } = await createServer({ ...options, app });
  try {
    await server.listen({ port, host });
  } catch (error) {
    await server.close();
    throw explained(error as NodeJS.ErrnoException, port, host);
  }
  const bound = (server.server.address() as AddressInfo).port;
  const closed = new Promise<void>((done) => server.server.once('close', done));
  let closing: Promise<void> | undefined;
  return {
    url: `http://${shownHost(host)}:${bound}`,
    host,
    port: bound,
    close: () => (closing ??= server.close()),
    closed,
    holds: () => ({ players: pool.size, feeds: feeds.size, gameFeeds: gameFeeds.size }),
  };
}

async function createServer(
  options: ServerOptions & { app: string },
): Promise<{ server: FastifyInstance; pool: PlayerPool; feeds: RunFeeds; gameFeeds: GameFeeds }> {
  const limits: Limits = { ...LIMITS, ...options.limits };
  const server = Fastify({
    logger: false,
    forceCloseConnections: true,
    frameworkErrors: answerEarlyError,
    clientErrorHandler: answerClientError,
    bodyLimit: limits.bodyBytes,
    requestTimeout: limits.receiveMs,
    connectionTimeout: limits.idleMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: { headersTimeout: limits.receiveMs, connectionsCheckingInterval: limits.checkMs },
    routerOptions: { maxParamLength: 500 },
  });
  server.server.maxConnections = limits.connections;
  // Refuse a body that is not declared as JSON: a page of another site could send one without asking.
  server.removeContentTypeParser('text/plain');

  const folders = { models: options.models ?? shownFolder(), runs: resolve(options.runs ?? 'runs') };
  const pool = new PlayerPool(limits);
  const models = new ModelCatalogue(folders);
  const runs = new RunCatalogue(folders.runs);
  const feeds = new RunFeeds(runs, limits);
  const gameFeeds = new GameFeeds(pool, limits);
  const jobs = new JobWatch(options.redis);
  const underWay = new UnderWay(server);
  server.addHook('preClose', async () => {
    // From here on, new requests get 503.
    await Promise.all([feeds.close(), gameFeeds.close()]);
    await underWay.end(limits.closingMs);
    jobs.close();
    await pool.close();
    await underWay.end(CLOSING_MS);
  });

  addHeaders(server);
  const compression = new Compression(server);
  addErrors(server);
  addHostCheck(server, options.host);
  const endpoints = [
    ...playerEndpoints(pool, models, limits),
    ...gameEndpoints(gameFeeds, models, limits),
    ...modelEndpoints(models),
    ...runEndpoints(runs, feeds, limits),
    ...jobEndpoints(jobs),
    ...healthEndpoints(),
  ];
  await appRoutes(server, options.app, compression);
  addEndpoints(server, [...endpoints, ...docsEndpoints(endpoints)], limits);
  return { server, pool, feeds, gameFeeds };
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
        `port ${port} needs more privileges than you have; choose one from 1024 on: afterstate serve --port 2048`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`${host} is not an address of this machine; use 127.0.0.1, or 0.0.0.0 for all of its networks`);
    default:
      return error;
  }
}
