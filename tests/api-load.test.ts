// The server with more to do than it can manage: players that would think for minutes, models that load, many clients at once.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../packages/lab/dist/serve/server.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';
import { BOARD, askMove, ask } from './api.testing.ts';
import { slowdown } from './app/visit.testing.ts';
import { shortest } from './times.testing.ts';

/** On this board nneonneo's own depth is twelve plies: minutes. */
const DEEP = '131072,0,0,16384/1024,0,4096,8192/512,0,128,64/2,4,0,0';
const servers: RunningServer[] = [];
async function serve(limits = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, host: '127.0.0.1', runs: '/none', limits });
  servers.push(server);
  return server;
}
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
});

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const began = performance.now();
  return [await work(), performance.now() - began];
}

describe('a player that would think for minutes', () => {
  it.each([
    'nneonneo',
    'expectimax?depth=6',
    'minimax?depth=6',
    'montecarlo?runs=10000',
    'ntuple:models/2048-small?ply=5&table=0',
  ])('%s is stopped when its client leaves, and at its time limit', async (player) => {
    // One core for all: whoever keeps it locks the others out.
    const server = await serve({ moves: 1 });
    for (const warm of ['random', player.startsWith('ntuple') ? 'ntuple:models/2048-small' : 'random'])
      expect((await askMove(server, warm)).status).toBe(200);
    const left = async (): Promise<number> => {
      const sent = request({
        host: '127.0.0.1',
        port: server.port,
        path: '/api/move',
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json' },
      });
      sent.on('error', () => {}).end(JSON.stringify({ board: DEEP, player }));
      await new Promise((resolve) => setTimeout(resolve, 200));
      sent.destroy();
      const [answer, ms] = await timed(() => askMove(server, 'random'));
      expect(answer.status).toBe(200);
      return ms;
    };
    const stopped = async (): Promise<number> => {
      const [late, ms] = await timed(() => askMove(server, player, { board: DEEP, timeLimitMs: 100 }));
      if (late.status !== 200) expect([late.status, late.json.error.code]).toEqual([504, 'time_limit']);
      return ms;
    };
    for (let i = 0; i < 3; i++) expect(await shortest(200, left)).toBeLessThan(200);
    expect(await shortest(1000, stopped)).toBeLessThan(1000);
    expect((await askMove(server, 'random')).status).toBe(200);
  });
});

describe('a model', () => {
  it('is loaded once, whatever the options, and the server answers in the meantime', async () => {
    const server = await serve();
    const loading = askMove(server, 'ntuple:models/2048-small');
    const waits: number[] = [];
    let loaded = false;
    void loading.then(() => (loaded = true));
    while (!loaded) {
      const [health, ms] = await timed(() => ask(server, '/healthz'));
      expect(health.status).toBe(200);
      waits.push(ms);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect((await loading).status).toBe(200);
    expect(waits.length).toBeGreaterThan(2);
    // Loading would hold them all up, and a busy machine some of them.
    expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)]! / slowdown()).toBeLessThan(50);

    const before = process.memoryUsage().rss;
    const options = [
      '?ply=2',
      '?ply=3',
      '?ply=2&table=0',
      '?ply=2&table=4',
      '?ply=2&downgrade=1024',
      '?cutoff=0.1&ply=2',
    ];
    const answers = await Promise.all(options.map((option) => askMove(server, `ntuple:models/2048-small${option}`)));
    expect(answers.map(({ status }) => status)).toEqual(options.map(() => 200));
    expect(server.holds().players).toBe(1);
    // Another copy would take at least 64 MiB.
    expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(50);
  });
});

it('50 clients at 20 ms are answered within 100 ms, or told that the server is busy', async () => {
  const server = await serve({ moves: 2 });
  expect((await askMove(server, 'ntuple:models/2048-small?ms=20')).status).toBe(200);
  /** How long each of 50 clients waits for each of five answers, and their status. */
  const crowd = async (path: string, player?: string): Promise<[ms: number, status: number][]> => {
    const answers: [number, number][] = [];
    const client = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true });
      for (let i = 0; i < 5; i++) {
        const began = performance.now();
        const [method, headers] = player ? ['POST', { 'content-type': 'application/json' }] : ['GET', {}];
        const sent = request({ host: '127.0.0.1', port: server.port, path, method, agent, headers });
        sent.end(player && JSON.stringify({ board: BOARD, player }));
        const [answer] = (await once(sent, 'response')) as [IncomingMessage];
        const body = JSON.parse(await text(answer));
        answers.push([performance.now() - began, answer.statusCode!]);
        if (answer.statusCode !== 503) continue;
        expect(body.error.code).toBe('busy');
        expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      }
      agent.destroy();
    };
    await Promise.all(Array.from({ length: 50 }, client));
    return answers;
  };
  const most = (answers: [number, number][]): number =>
    answers.map(([ms]) => ms).sort((a, b) => a - b)[Math.floor(0.99 * answers.length)]!;
  // The time to serve this many clients without any thinking is the machine's own, and so is a turn of more than 25 ms: if turns take
  // that long, as many may pass as fit into 100 ms.
  /** The longest wait, as a share of the allowed one. */
  const share = async (): Promise<number> => {
    const bare = most(await crowd('/healthz'));
    const [answers, ms] = await timed(() => crowd('/api/move', 'ntuple:models/2048-small?ms=20'));
    const statuses = answers.map(([, status]) => status);
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    const thought = statuses.filter((status) => status === 200).length;
    expect(thought).toBeGreaterThan(5);
    const turn = (2 * ms) / thought;
    return (most(answers) - bare) / (100 * Math.max(1, turn / 25));
  };
  expect(await shortest(1, share)).toBeLessThan(1);
});

describe('a short soak', () => {
  let out = '';
  let status: number | null = null;
  beforeAll(async () => {
    const script = fileURLToPath(new URL('../bench/soak.mjs', import.meta.url));
    const child = spawn(process.execPath, [script, '--minutes', '0.2', '--rate', '60', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    out = await text(child.stdout);
    status = child.exitCode ?? ((await once(child, 'exit'))[0] as number);
  });

  it('leaves the server whole: every request answered, no fault, memory bounded', () => {
    const result = JSON.parse(out);
    expect(result.problems).toEqual([]);
    expect(status).toBe(0);
    expect(result.requests).toBeGreaterThan(100);
    // A model, sixteen players and the runtime; one more network for each request would take gigabytes.
    expect(result.residentMostMB).toBeLessThan(700);
    expect(result.failures).toBe(0);
    expect(result.statuses[200]).toBeGreaterThan(50);
  });
});
