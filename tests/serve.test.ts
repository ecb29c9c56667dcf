import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from './command.testing.ts';
import { startServer } from '../packages/lab/dist/serve/server.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';

const version = JSON.parse(readFileSync(new URL('../packages/lab/package.json', import.meta.url), 'utf8')).version;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends the path as it is; `fetch` would tidy `..` away before the server sees it. */
async function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false });
  sent.end();
  const [answer] = await once(sent, 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

describe('the server', () => {
  let server: RunningServer;

  beforeAll(async () => {
    server = await startServer({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());

  it('serves the page, its scripts and its icon', async () => {
    const page = await ask(server.port, '/');
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['cache-control']).toBe('no-cache');
    expect(page.body).toContain('<title>afterstate</title>');
    const linked = [...page.body.matchAll(/(?:src|href)="\.(\/[^"]+)"/g)].map((match) => match[1]!);
    expect(linked.length).toBeGreaterThanOrEqual(3);
    for (const path of linked) {
      const file = await ask(server.port, path);
      expect(file.status, path).toBe(200);
      if (path.startsWith('/assets/')) expect(file.headers['cache-control']).toContain('immutable');
    }
  });

  it('lets other sites frame the replay made for that, and nothing else', async () => {
    const ancestors = async (path: string): Promise<string | undefined> =>
      /frame-ancestors ([^;]*)/.exec((await ask(server.port, path)).headers['content-security-policy'] as string)?.[1];
    for (const path of ['/', '/index.html', '/api/players', '/none', '/embed.html/', '/x/../embed.html'])
      expect(await ancestors(path), path).toBe("'none'");
    expect(await ancestors('/embed.html')).toBe('*');
    expect((await ask(server.port, '/embed.html')).headers).toMatchObject({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it('sends the same security headers with every answer', async () => {
    for (const path of ['/', '/healthz', '/api/players', '/api/docs', '/api/move', '/api/none', '/none']) {
      expect((await ask(server.port, path)).headers, path).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"),
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('reports its health and version', async () => {
    const health = await ask(server.port, '/healthz');
    expect(health.status).toBe(200);
    expect(JSON.parse(health.body)).toEqual({ status: 'ok', version });
  });

  it('answers with one form of error if there is nothing', async () => {
    for (const [method, path] of [
      ['GET', '/api/none?x=1'],
      ['POST', '/api/none'],
      ['GET', '/none'],
      ['DELETE', '/'],
    ] as const) {
      const answer = await ask(server.port, path, {}, method);
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.body)).toEqual({
        error: { code: 'not_found', message: `there is nothing at ${method} ${path}` },
      });
    }
  });

  it('leads a person in a browser back to the board', async () => {
    const lost = await ask(server.port, '/none', { accept: 'text/html,*/*' });
    expect(lost.status).toBe(404);
    expect(lost.body).toContain('<a href="/">');
    expect((await ask(server.port, '/api/none', { accept: 'text/html' })).headers['content-type']).toMatch(/json/);
  });

  it.each([
    '/../package.json',
    '/../../lab/package.json',
    '/%2e%2e/package.json',
    '/%2e%2e%2fpackage.json',
    '/..%2f..%2f..%2fpackage.json',
    '/assets/../../package.json',
    '/assets/..%5c..%5cpackage.json',
    '/..\\package.json',
    '//package.json',
    '/.git/config',
  ])('gives nothing from outside the app: %s', async (path) => {
    const answer = await ask(server.port, path);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body).error.code).toBe('not_found');
  });

  it.each(['/%zz', '/%', '/%00', '/favicon.svg%00.html'])('refuses anything but a path: %s', async (path) => {
    const answer = await ask(server.port, path);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).error.code).toBe('bad_request');
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
  });

  it('frees its port when it closes', async () => {
    const first = await startServer({ port: 0, host: '127.0.0.1' });
    await ask(first.port, '/');
    await Promise.all([first.close(), first.close(), first.closed]);
    const second = await startServer({ port: first.port, host: '127.0.0.1' });
    expect(second.port).toBe(first.port);
    await second.close();
  });
});

describe('afterstate serve', () => {
  function serve(...args: string[]) {
    const child = spawn(process.execPath, [COMMAND, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = Promise.all([once(child, 'exit'), text(child.stderr)]).then(([[status], stderr]) => ({
      status,
      stderr,
    }));
    return { child, ended };
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('says where it is and stops cleanly on %s', async (signal) => {
    const { child, ended } = serve('--port', '0');
    const [line] = await once(child.stdout, 'data');
    const port = /^afterstate is on http:\/\/localhost:(\d+) — stop it with Ctrl-C\n$/.exec(String(line))?.[1];
    expect((await ask(Number(port), '/healthz')).status).toBe(200);
    child.kill(signal);
    expect(await ended).toEqual({ status: 0, stderr: '' });
  });

  it('survives 200 feeds that are opened and left', async () => {
    const runs = await mkdtemp(join(tmpdir(), 'afterstate-serve-'));
    await mkdir(join(runs, 'half'));
    await writeFile(join(runs, 'half', 'config.json'), '{"game": "2048"}');
    const { child, ended } = serve('--port', '0', '--runs', runs, '--json');
    const { port } = JSON.parse(String((await once(child.stdout, 'data'))[0]));
    for (let i = 0; i < 200; i++) {
      const sent = request({ host: '127.0.0.1', port, path: '/api/runs/half/events', agent: false });
      sent.on('error', () => {}).end();
      // From before the request arrives to after the feed begins.
      setTimeout(() => sent.destroy(), (i % 20) / 2);
      if (i % 5 === 4) await new Promise((closed) => sent.once('close', closed));
    }
    expect((await ask(port, '/healthz')).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ status: 0, stderr: '' });
    await rm(runs, { recursive: true });
  });

  it('says so as JSON', async () => {
    const { child, ended } = serve('--port', '0', '--json');
    const [line] = await once(child.stdout, 'data');
    const { port, ...rest } = JSON.parse(String(line));
    expect(rest).toEqual({ url: `http://localhost:${port}`, host: '127.0.0.1', version });
    child.kill('SIGTERM');
    expect((await ended).status).toBe(0);
  });

  it('names a port in use and another to try', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { ended } = serve('--port', String(port));
    expect(await ended).toEqual({
      status: 1,
      stderr: `afterstate: port ${port} is in use; stop what uses it or choose another: afterstate serve --port ${port + 1}\n`,
    });
    other.close();
  });

  it.each(['65536', '-1', '1.5', 'eighty', ''])('refuses the port "%s" in one line', async (port) => {
    const { status, stderr } = await serve(`--port=${port}`).ended;
    expect(status).toBe(2);
    expect(stderr).toMatch(/^afterstate: --port must be a whole number from 0 to 65,?535, not .*\n$/);
  });
});

it.each(['127.0.0.2', 'localhost'])(
  'answers on %s, which only this machine reaches, to no other name',
  async (host) => {
    const server = await startServer({ port: 0, host });
    try {
      const { port } = server;
      const sent = request({ host, port, path: '/api/players', headers: { host: 'afterstate.example' }, agent: false });
      const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
      expect(response.resume().statusCode).toBe(421);
    } finally {
      await server.close();
    }
  },
);
