import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codingOf } from '../packages/lab/dist/serve/compression.js';
import { startServer } from '../packages/lab/dist/serve/server.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';
import { ask, Bench, trainRun } from './api.testing.ts';
import { shortest } from './times.testing.ts';

const APP = new URL('../packages/web/dist/', import.meta.url);
const asset = (start: RegExp): string => readdirSync(new URL('assets/', APP)).find((name) => start.test(name))!;
const SCRIPT = `/assets/${asset(/^index-.*\.js$/)}`;
const WASM = `/assets/${asset(/^2048-.*\.wasm$/)}`;
const read = (path: string): Buffer => readFileSync(new URL(`.${path}`, APP));
const DECODE = { br: brotliDecompressSync, gzip: gunzipSync };

let bench: Bench;
let server: RunningServer;
beforeAll(async () => {
  bench = await Bench.create();
  await mkdir(bench.models, { recursive: true });
  server = await bench.serve();
});
afterAll(() => bench.end());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  ask(server, path, { headers, method });

describe('files of the app', () => {
  it.each(['/', '/index.html', SCRIPT, WASM, '/favicon.svg'])(
    '%s comes compressed to clients that accept it',
    async (path) => {
      const plain = await get(path);
      const file = read(path === '/' ? '/index.html' : path);
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(plain.bytes.equals(file)).toBe(true);
      for (const coding of ['br', 'gzip'] as const) {
        const packed = await get(path, { 'accept-encoding': coding });
        expect(packed.headers).toMatchObject({
          'content-encoding': coding,
          'content-type': plain.headers['content-type'],
          'cache-control': plain.headers['cache-control'],
          'content-length': String(packed.bytes.length),
          vary: 'accept-encoding',
        });
        expect(packed.bytes.length).toBeLessThan(0.95 * file.length);
        expect(DECODE[coding](packed.bytes).equals(file)).toBe(true);
        // A HEAD says what a GET would.
        const { headers, bytes } = await get(path, { 'accept-encoding': coding }, 'HEAD');
        for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'content-type'])
          expect(headers[name], name).toBe(packed.headers[name]);
        expect(bytes.length).toBe(0);
      }
      expect(plain.headers['vary']).toBe('accept-encoding');
    },
  );

  it('have a tag for each form, and answer 304 only to their own', async () => {
    const tags = new Map<string, string>();
    for (const coding of ['identity', 'br', 'gzip'])
      tags.set(coding, String((await get(SCRIPT, { 'accept-encoding': coding })).headers['etag']));
    expect(new Set(tags.values()).size).toBe(3);
    for (const [coding, own] of tags) {
      for (const [other, tag] of tags) {
        const { status, headers, bytes } = await get(SCRIPT, { 'accept-encoding': coding, 'if-none-match': tag });
        // The other tags contain the plain file's tag.
        if (other === 'identity' && coding !== 'identity') continue;
        expect(status, `${coding} ${other}`).toBe(coding === other ? 304 : 200);
        expect(headers['etag']).toBe(own);
        expect(headers['vary']).toBe('accept-encoding');
        if (status === 304) expect(bytes.length).toBe(0);
      }
    }
  });

  it('in parts are parts of the plain file', async () => {
    const { status, headers, bytes } = await get(SCRIPT, { 'accept-encoding': 'br', range: 'bytes=10-19' });
    expect([status, headers['content-encoding'], headers['content-range']]).toEqual([
      206,
      undefined,
      `bytes 10-19/${read(SCRIPT).length}`,
    ]);
    expect(bytes.equals(read(SCRIPT).subarray(10, 20))).toBe(true);
    // A client with part of the compressed form gets the whole, not part of another form.
    const tag = String((await get(SCRIPT, { 'accept-encoding': 'br' })).headers['etag']);
    const rest = await get(SCRIPT, { 'accept-encoding': 'br', range: 'bytes=10-', 'if-range': tag });
    expect(rest.status).toBe(200);
    expect(rest.bytes.equals(read(SCRIPT))).toBe(true);
  });

  it('that do not shrink are sent as they are', async () => {
    for (const path of ['/icons/icon-192.png', '/models/2048-small/model.compact']) {
      const { headers, bytes } = await get(path, { 'accept-encoding': 'br' });
      expect(headers['content-encoding'], path).toBeUndefined();
      expect(bytes.length).toBe(statSync(new URL(`.${path}`, APP)).size);
    }
  });

  it('are compressed once, not for each request', async () => {
    const large = `/assets/${asset(/^ort-wasm.*\.wasm$/)}`;
    const first = await get(large, { 'accept-encoding': 'br' });
    const spent = async (): Promise<number> => {
      const before = process.cpuUsage();
      for (let i = 0; i < 5; i++) await get(large, { 'accept-encoding': 'br' }, 'HEAD');
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    expect(first.headers['content-encoding']).toBe('br');
    expect(first.bytes.length).toBeLessThan(0.5 * read(large).length);
    // Once takes some 100 ms of a core.
    expect(await shortest(100, spent)).toBeLessThan(100);
  });
});

it('a file removed while being sent harms nothing', async () => {
  const app = await mkdtemp(join(tmpdir(), 'afterstate-taken-away-'));
  await mkdir(join(app, 'assets'));
  await writeFile(join(app, 'index.html'), '<!doctype html>');
  const names = Array.from({ length: 60 }, (_, i) => `assets/${i}.js`);
  // Compressing them keeps every thread busy so long that some files are found but not yet opened.
  const content = Array.from({ length: 20_000 }, (_, i) => `let x${i} = ${i * i};\n`).join('');
  const faults: unknown[] = [];
  const hear = (fault: unknown): number => faults.push(fault);
  process.on('uncaughtException', hear);
  const other = await startServer({ port: 0, host: '127.0.0.1', runs: bench.runs, models: bench.models, app });
  try {
    for (const coding of ['identity', 'br']) {
      await Promise.all(names.map((name) => writeFile(join(app, name), content)));
      const asked = names.map((name) => ask(other, `/${name}`, { headers: { 'accept-encoding': coding } }));
      await setTimeout(10);
      for (const name of names) rmSync(join(app, name));
      const statuses = (await Promise.allSettled(asked)).map((answer) =>
        answer.status === 'fulfilled' ? answer.value.status : 'cut',
      );
      expect(statuses.filter((status) => ![200, 404, 'cut'].includes(status))).toEqual([]);
    }
    expect((await ask(other, '/')).status).toBe(200);
    expect(faults).toEqual([]);
  } finally {
    process.off('uncaughtException', hear);
    await other.close();
    await rm(app, { recursive: true });
  }
});

it('model files are compressed if that helps, and a newer file counts as another', async () => {
  const folder = join(bench.runs, 'learned');
  await trainRun(folder);
  const url = '/api/models/runs%2Flearned/file';
  const sent = async (): Promise<Buffer> => {
    const { headers, bytes } = await get(url, { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    return brotliDecompressSync(bytes);
  };
  const model = readFileSync(join(folder, 'model.safetensors'));
  expect((await sent()).equals(model)).toBe(true);
  await trainRun(join(bench.runs, 'more'), '--games', '80', '--seed', '2');
  const newer = readFileSync(join(bench.runs, 'more', 'model.safetensors'));
  expect(newer.equals(model)).toBe(false);
  await writeFile(join(folder, 'model.safetensors'), newer);
  expect((await sent()).equals(newer)).toBe(true);
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['GZIP', 'gzip'],
  ['br;q=nonsense', undefined],
])('accept-encoding %j means %j', (header, coding) => {
  expect(codingOf(header)).toBe(coding);
});
