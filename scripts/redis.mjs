// A Redis server for tests and measurements: the one that REDIS_PATH names, one that is installed, or on Debian as root one that
// apt-get installs now. Where none can be had it throws, and says how to get one. Each server started here has its own port and folder.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';

const NAMES = ['redis-server', 'valkey-server'];
const REMEDY =
  'no Redis was found; install one (Debian: apt-get install redis-server), or set REDIS_PATH to where redis-server is';

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed() {
  const given = process.env.REDIS_PATH;
  if (given !== undefined) {
    if (!isProgram(given)) throw new Error(`REDIS_PATH is '${given}', and there is no program of that name`);
    return given;
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isProgram);
}

function install() {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) throw new Error(REMEDY);
  console.error('installing redis-server with apt-get…');
  const apt = (...args) =>
    spawnSync('apt-get', args, { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
  apt('update');
  const run = apt('install', '-y', '--no-install-recommends', 'redis-server');
  if (run.status !== 0) throw new Error(`${REMEDY}; apt-get said: ${run.stderr.trim().split('\n').at(-1)}`);
}

export function redisPath() {
  const found = installed();
  if (found !== undefined) return found;
  install();
  const now = installed();
  if (now === undefined) throw new Error(REMEDY);
  return now;
}

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
  const program = redisPath();
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
    /** Ends it at once: it saves nothing. */
    async stop() {
      running.child.kill('SIGKILL');
      await running.ended;
    },
    async restart() {
      running = await start();
    },
  };
}
