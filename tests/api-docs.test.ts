import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../packages/lab/dist/serve/errors.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';
import { ask, Bench } from './api.testing.ts';

const ADDRESSES = [
  'post /api/move',
  'get /api/players',
  'post /api/games',
  'get /api/models',
  'get /api/models/{name}/file',
  'get /api/runs',
  'get /api/runs/{name}',
  'get /api/runs/{name}/events',
  'get /api/jobs',
  'get /healthz',
  'get /api/openapi.json',
  'get /api/docs',
];

let bench: Bench;
let server: RunningServer;
let document: any;
let operations: [address: string, operation: any][];

beforeAll(async () => {
  bench = await Bench.create();
  server = await bench.serve();
  document = (await ask(server, '/api/openapi.json')).json;
  operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]): [string, any] => [`${method} ${path}`, operation]),
  );
});
afterAll(() => bench.end());

/** Every reference in the document, wherever it is. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' ? [String(inner)] : references(inner)));
}

it('the document lists every address of the API once, each with its own name', () => {
  expect(document.openapi).toBe('3.1.0');
  expect(operations.map(([address]) => address)).toEqual(ADDRESSES);
  const names = operations.map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

it('every address in the document exists', async () => {
  for (const [address] of operations) {
    const [method, path] = address.split(' ');
    const { status, text } = await ask(server, path!.replace('{name}', 'nope'), { method: method!.toUpperCase() });
    expect([200, 404, 422], address).toContain(status);
    expect(text, address).not.toContain('there is nothing at');
  }
});

it('every reference leads somewhere, and every parameter of an address is described', () => {
  const all = references(document);
  expect(all.length).toBeGreaterThan(20);
  for (const reference of all) {
    const target = reference
      .split('/')
      .slice(1)
      .reduce((inner, key) => inner?.[key], document);
    expect(target, reference).toBeTypeOf('object');
  }
  for (const [address, operation] of operations) {
    const inPath = (operation.parameters ?? []).filter((one: any) => one.in === 'path').map((one: any) => one.name);
    expect(inPath, address).toEqual([...address.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
    for (const one of operation.parameters ?? []) expect(one.description, address).not.toBe('');
  }
});

it('says about a move what the server checks', () => {
  const { properties, required, additionalProperties } = document.components.schemas.MoveRequest;
  expect(Object.keys(properties)).toEqual(['game', 'board', 'player', 'timeLimitMs']);
  expect([required, additionalProperties]).toEqual([['board', 'player'], false]);
  expect(properties.timeLimitMs).toMatchObject({ type: 'integer', minimum: 1, maximum: 10000 });
  const { responses } = document.paths['/api/move'].post;
  expect(Object.keys(responses)).toEqual(['200', '400', '413', '415', '422', '500', '503', '504']);
  expect(document.paths['/api/runs/{name}/events'].get.parameters[1]).toMatchObject({
    name: 'since',
    in: 'query',
    required: false,
    schema: { type: 'integer', minimum: 0 },
  });
});

it('the example of the page works', async () => {
  const { text } = await ask(server, '/api/docs');
  const [, path, body] = /curl localhost:2048(\S+) [^]*? -d &#39;(.*?)&#39;/.exec(text)!;
  const answer = await ask(server, path!, { body: body!.replaceAll('&#34;', '"') });
  expect([answer.status, answer.json.moves.length]).toEqual([200, 2]);
});

it('the page shows every address and error, and loads nothing', async () => {
  const page = await ask(server, '/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  for (const address of ADDRESSES) expect(page.text).toContain(`>${address.split(' ')[1]}<`);
  for (const status of [400, 404, 413, 415, 422, 503, 504] as const) expect(page.text).toContain(ERRORS[status][0]);
  expect(page.text).not.toMatch(/<script|<link|<img|@import|url\(|https?:/);
});
