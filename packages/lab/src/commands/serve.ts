// afterstate serve: the web app and the API on this machine, until Ctrl-C.

import { Option } from 'commander';
import type { Command } from 'commander';
import type { AddressFlags } from '../jobs/redis-address.ts';
import { redisAddress } from '../jobs/redis-address.ts';
import type { RunningServer } from '../serve/server.ts';
import { VERSION } from '../files/version.ts';
import { addRedisOptions } from './engine-options.ts';
import { jsonOption, wholeNumber } from './options.ts';

interface ServeOptions extends AddressFlags {
  port: number;
  host: string;
  runs: string;
  json: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('serve')
    .description('serve the web app and the API (/api/docs), until Ctrl-C')
    .addOption(
      new Option('--port <n>', 'port to listen on; 0 for any free one')
        .argParser(wholeNumber('--port', 0, 65535))
        .default(2048),
    )
    .option('--host <address>', 'address to listen on; 0.0.0.0 lets other machines in', '127.0.0.1')
    .option('--runs <folder>', 'the folder of run folders to show', 'runs');
  addRedisOptions(command)
    .addOption(jsonOption('print its address as one JSON document'))
    .action(async (options: ServeOptions) => {
      // Loaded only when needed: it would double the start of every other command.
      const { startServer } = await import('../serve/server.ts');
      const { standFaults } = await import('../serve/stand.ts');
      const redis = await redisAddress(options);
      const { port: asked, host: on, runs } = options;
      const server = await startServer({ port: asked, host: on, runs, ...(redis && { redis }) });
      const fall = standFaults((fault) => process.stderr.write(fault));
      closeOnSignal(server);
      const { url, host, port } = server;
      const line = options.json
        ? JSON.stringify({ url, host, port, version: VERSION })
        : `afterstate is on ${url} — stop it with Ctrl-C`;
      process.stdout.write(`${line}\n`);
      await server.closed;
      fall();
    });
}

function closeOnSignal(server: RunningServer): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
