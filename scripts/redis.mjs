// A Redis server for tests and measurements. Each server started here has its own port and folder.

import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { programPath, REDIS } from './programs.mjs';

export function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Starts a server that keeps its data in a folder, and waits until it answers. */
export async function startRedis(folder, { port, password } = {}) {
  const at = port ?? (await freePort());
  const program = programPath(REDIS);
  const usual = ['--port', String(at), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const secret = password === undefined ? [] : ['--requirepass', password];
  const start = async () => {
    const child = spawn(program, [...usual, ...secret], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    for (let tries = 0; ; tries++) {
      const client = new Redis({
        port: at,
        host: '127.0.0.1',
        lazyConnect: true,
        password,
        retryStrategy: () => null,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.ping();
        return { child, ended };
      } catch {
        if (tries > 200 || child.exitCode !== null) throw new Error(`redis-server does not start on port ${at}`);
        await sleep(50);
      } finally {
        client.disconnect();
      }
    }
  };
  let running = await start();
  return {
    port: at,
    url: `redis://127.0.0.1:${at}`,
    pid: () => running.child.pid,
    /** Kills it at once, without saving. */
    async stop() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async restart() {
      running = await start();
    },
  };
}
