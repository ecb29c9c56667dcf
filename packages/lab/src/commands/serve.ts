// afterstate serve: the web app on this machine, until Ctrl-C.

import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { ServeError, startServer } from '../serve/server.ts';
import type { RunningServer } from '../serve/server.ts';
import { VERSION } from '../serve/version.ts';

interface ServeOptions {
  port: number;
  host: string;
  json?: true;
}

export function register(program: Command): void {
  program
    .command('serve')
    .description('serve the web app, until Ctrl-C')
    .option('--port <number>', 'port to listen on; 0 takes any free one', parsePort, 2048)
    .option('--host <address>', 'address to listen on; 0.0.0.0 lets other machines in', '127.0.0.1')
    .option('--json', 'say where it is as one JSON document')
    .action(async (options: ServeOptions, command: Command) => {
      const server = await startServer(options).catch((error: unknown) => {
        if (error instanceof ServeError) command.error(error.message, { exitCode: 1 });
        throw error;
      });
      const { url, host, port } = server;
      const line = options.json
        ? JSON.stringify({ url, host, port, version: VERSION })
        : `afterstate is on ${url} — stop it with Ctrl-C`;
      process.stdout.write(`${line}\n`);
      closeOnSignal(server);
      await server.closed;
    });
}

function closeOnSignal(server: RunningServer): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.exitCode = 0;
      void server.close();
    });
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65535) throw new InvalidArgumentError('A port is a whole number from 0 to 65535.');
  return port;
}
