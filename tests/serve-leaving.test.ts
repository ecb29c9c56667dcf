// Clients that leave at any moment, send half of what they should, or send it too slowly: the server survives. It runs as people run
// it, as a separate process; the tests see whatever it prints and its exit status.

import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, startProgram } from './command.testing.ts';
import type { Started } from './command.testing.ts';
import { BOARD, trainRun } from './api.testing.ts';

let folder: string;
let started: Started;
let port: number;

const ROUTES: readonly [method: string, path: string, body?: object][] = [
  ['GET', '/'],
  ['GET', '/models/2048-small/model.compact'],
  ['GET', '/none'],
  ['GET', '/healthz'],
  ['GET', '/api/players'],
  ['GET', '/api/models'],
  ['GET', '/api/models/runs%2Flearned/file'],
  ['GET', '/api/runs'],
  ['GET', '/api/runs/learned'],
  ['GET', '/api/runs/learned/events'],
  ['GET', '/api/runs/half/events?since=1'],
  ['GET', '/api/jobs'],
  ['GET', '/api/docs'],
  ['GET', '/api/openapi.json'],
  ['POST', '/api/move', { board: BOARD, player: 'ntuple:runs/learned?ply=2' }],
  ['POST', '/api/move', { board: BOARD, player: 'nneonneo' }],
  ['POST', '/api/move', { board: BOARD, player: 'nobody' }],
  ['POST', '/api/games', { player: 'random', seed: 1, games: 200 }],
  ['POST', '/api/games', { player: 'ntuple:runs/learned?ply=2', seed: 1, games: 100 }],
  ['POST', '/api/games', { player: 'montecarlo?runs=5000', seed: 1, games: 100 }],
  ['POST', '/api/games', { player: 'nobody', seed: 1, games: 1 }],
];

async function serve(...options: string[]): Promise<[Started, number]> {
  const args = [COMMAND, 'serve', '--port', '0', '--json', '--runs', join(folder, 'runs')];
  const server = startProgram(folder, process.execPath, ...options, ...args);
  const [line] = (await once(server.child.stdout, 'data')) as [Buffer];
  return [server, JSON.parse(String(line)).port];
}

async function stands(): Promise<void> {
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  const moved = await fetch(`http://127.0.0.1:${port}/api/move`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ board: BOARD, player: 'random' }),
  });
  expect(moved.status).toBe(200);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate-leaving-'));
  await trainRun(join(folder, 'runs', 'learned'), '--block', '10');
  await mkdir(join(folder, 'runs', 'half'));
  await writeFile(join(folder, 'runs', 'half', 'config.json'), '{"game": "2048"}');
  await writeFile(join(folder, 'runs', 'half', 'metrics.jsonl'), '{"games": 1}\n'.repeat(3));
  [started, port] = await serve();
});

afterAll(async () => {
  started.child.kill('SIGTERM');
  await started.ended;
  await rm(folder, { recursive: true });
});

describe('the server survives', () => {
  it.each(ROUTES)('when clients leave %s %s %j at any moment', async (method, path, body) => {
    const headers = body ? { 'content-type': 'application/json' } : {};
    for (let i = 0; i < 40; i++) {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false });
      sent.on('error', () => {});
      sent.on('response', (answer) => {
        answer.on('error', () => {});
        // Some read part of the answer, some nothing.
        if (i % 4 === 1) answer.once('data', () => sent.destroy());
        if (i % 4 === 2) sent.destroy();
      });
      sent.end(body && JSON.stringify(body));
      // From before the request arrives to after it is answered, in steps of a quarter of a millisecond.
      const leaves = performance.now() + i / 4;
      if (i % 8 === 0) sent.destroy();
      while (performance.now() < leaves) await new Promise((resolve) => setImmediate(resolve));
      if (i % 4 !== 1 && i % 4 !== 2) sent.destroy();
      else setTimeout(() => sent.destroy(), 50);
    }
    await stands();
  });

  it('when 15 sockets and 200 feeds are reset', async () => {
    for (let i = 0; i < 215; i++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.write('GET /api/runs/learned/events HTTP/1.1\r\nhost: localhost\r\n\r\n');
      if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      if (i % 15 === 0) await sleep(2);
      socket.resetAndDestroy();
    }
    await stands();
  });

  it('when a request is cut off after each of its bytes', async () => {
    const body = JSON.stringify({ board: BOARD, player: 'random' });
    const whole = `POST /api/move HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    for (let length = 0; length <= whole.length; length++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      socket.end(whole.slice(0, length));
      if (length % 2) setImmediate(() => socket.resetAndDestroy());
      else socket.resume();
    }
    await stands();
  });

  it('when 300 clients send a byte now and then, and answers the others meanwhile', async () => {
    const slow = Array.from({ length: 300 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await Promise.all(slow.map((socket) => once(socket, 'connect')));
    const waits: number[] = [];
    for (const byte of 'POST /api/move HTTP/1.1\r\nx: ') {
      for (const socket of slow) socket.write(byte);
      const began = performance.now();
      await stands();
      waits.push(performance.now() - began);
    }
    expect(Math.min(...waits)).toBeLessThan(1000);
    for (const socket of slow) socket.destroy();
    await stands();
  });

  it('and has printed nothing about all this in its terminal', async () => {
    expect(started.child.exitCode).toBeNull();
    const [first] = [started];
    [started, port] = await serve();
    first.child.kill('SIGTERM');
    const { status, stderr } = await first.ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

it('an uncaught fault is one line, and the server survives', async () => {
  const fault = [
    "process.on('SIGUSR2', () => {",
    "  void Promise.reject(new Error('a stray\\n  rejection'));",
    "  setImmediate(() => { throw new TypeError('a stray error'); });",
    '});',
  ].join('\n');
  await writeFile(join(folder, 'fault.mjs'), fault);
  const [faulty, at] = await serve('--import', join(folder, 'fault.mjs'));
  faulty.child.kill('SIGUSR2');
  await once(faulty.child.stderr, 'data');
  await sleep(100);
  expect((await fetch(`http://127.0.0.1:${at}/healthz`)).status).toBe(200);
  faulty.child.kill('SIGTERM');
  const { status, stderr } = await faulty.ended;
  expect(status).toBe(0);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^afterstate: uncaught fault: Error: a stray rejection \(at .*fault\.mjs.*\)$/),
    expect.stringMatching(/^afterstate: uncaught fault: TypeError: a stray error \(at .*fault\.mjs.*\)$/),
  ]);
});

describe('a server that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('by %s answers what is under way, ends feeds and exits 0', async (signal) => {
    const [server, at] = await serve();
    const ask = (player: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${at}/api/move`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ board: '2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,2', player }),
      });
    // Its player is open when it is told to stop.
    expect((await ask('ntuple:runs/learned?ply=1')).status).toBe(200);
    const feed = await fetch(`http://127.0.0.1:${at}/api/runs/half/events`);
    const reader = feed.body!.pipeThrough(new TextDecoderStream()).getReader();
    let said = '';
    const read = async (isEnough: () => boolean): Promise<void> => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        said += part.value;
        if (isEnough()) return;
      }
    };
    await read(() => said.includes('event: state'));
    const over = read(() => false);
    // Half a second of thinking.
    const asked = ask('ntuple:runs/learned?ms=500&ply=5');
    // A later question is answered, so that one has arrived.
    await fetch(`http://127.0.0.1:${at}/healthz`);
    await sleep(200);
    server.child.kill(signal);
    const answer = await asked;
    expect(answer.status).toBe(200);
    await over;
    const { status, stderr } = await server.ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('does not wait for a player that thinks for long', async () => {
    const [server, at] = await serve();
    const asked = fetch(`http://127.0.0.1:${at}/api/move`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ board: '2,0,0,0/0,0,0,0/0,0,0,0/0,0,0,2', player: 'minimax?depth=6' }),
    });
    await fetch(`http://127.0.0.1:${at}/healthz`);
    await sleep(300);
    const began = performance.now();
    server.child.kill('SIGTERM');
    expect((await asked).status).toBe(503);
    expect((await server.ended).status).toBe(0);
    // The move would take minutes.
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});
