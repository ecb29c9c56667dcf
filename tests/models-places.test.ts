// Models by name, from wherever the command was started: in a folder that the user names, or at an address from which they are
// downloaded once, checked, and resumed if a download was cut off.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { COMMAND, type Ended, runCommand, startProgram } from './command.testing.ts';

const CLONE = fileURLToPath(new URL('../models', import.meta.url));
const BOARD = ['--board', '0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2', '--json'];
const small = readFileSync(join(CLONE, '2048-small/model.compact'));

let folder: string;
let models: string;
let server: Server;
let url: string;
/** What the host answers for the model, and the ranges requested from it. */
let host: { content: Buffer; cutAfter?: number; ranges: (string | undefined)[] };

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'afterstate-models-'));
  models = join(folder, 'models');
  mkdirSync(join(models, 'mine'), { recursive: true });
  mkdirSync(join(folder, 'elsewhere'));
  writeFileSync(join(models, 'mine/model.compact'), small);
  const { status, stdout } = await runCommand(folder, 'models', 'index', models);
  expect({ status, stdout }).toEqual({ status: 0, stdout: `1 models in ${join(models, 'models.json')}\n` });
  server = createServer((request, response) => {
    if (request.url === '/models.json') return void response.end(readFileSync(join(models, 'models.json')));
    if (request.url !== '/mine/model.compact') return void response.writeHead(404).end();
    const { range } = request.headers;
    host.ranges.push(range);
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const rest = host.content.subarray(from);
    response.writeHead(range ? 206 : 200, { 'content-length': rest.length });
    if (host.cutAfter === undefined) return void response.end(rest);
    response.write(rest.subarray(0, host.cutAfter), () => setTimeout(() => response.destroy(), 50));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  host = { content: small, ranges: [] };
});
afterEach(() => rmSync(join(folder, 'cache'), { recursive: true, force: true }));
afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A file that is here in full or in part. */
const kept = () =>
  readdirSync(join(folder, 'cache'), { recursive: true })
    .map(String)
    .filter((name) => name.includes('model.compact'));

function afterstate(...args: string[]): Promise<Ended> {
  return startProgram(
    join(folder, 'elsewhere'),
    'env',
    `AFTERSTATE_CACHE=${join(folder, 'cache')}`,
    process.execPath,
    COMMAND,
    ...args,
  ).ended;
}

test('the project’s list names its models correctly', () => {
  const { models: listed } = JSON.parse(readFileSync(join(CLONE, 'models.json'), 'utf8'));
  const folders = readdirSync(CLONE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(folders.map(({ name }) => name).sort());
  for (const { name, file, bytes, sha256 } of listed) {
    const content = readFileSync(join(CLONE, name, file));
    expect({ name, bytes, sha256 }).toEqual({
      name,
      bytes: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    });
  }
});

test('a model is found in the folder that the user names', async () => {
  const { status, stdout } = await afterstate('--models', models, 'move', '--player', 'ntuple:models/mine', ...BOARD);
  expect({ status, best: JSON.parse(stdout).best }).toEqual({ status: 0, best: 'left' });
  const wrong = await afterstate(
    '--models',
    join(folder, 'nowhere'),
    'move',
    '--player',
    'ntuple:models/mine',
    ...BOARD,
  );
  expect(wrong).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^afterstate: '.*nowhere' is not a folder; .*\n$/),
  });
});

test('a model is downloaded once, and an interrupted download is resumed', async () => {
  host.cutAfter = 1_000_000;
  const cut = await afterstate('--models', url, 'move', '--player', 'ntuple:models/mine', ...BOARD);
  expect(cut).toMatchObject({ status: 1, stderr: expect.stringContaining('was cut off; run the command again') });
  expect(kept()).toEqual([expect.stringMatching(/model\.compact\.part$/)]);
  delete host.cutAfter;
  const again = await afterstate('--models', url, 'move', '--player', 'ntuple:models/mine', ...BOARD);
  expect({ status: again.status, best: JSON.parse(again.stdout).best }).toEqual({ status: 0, best: 'left' });
  expect(host.ranges).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d+-$/)]);
  expect(kept()).toEqual([expect.stringMatching(/model\.compact$/)]);
  await afterstate('--models', url, 'move', '--player', 'ntuple:models/mine', ...BOARD);
  expect(host.ranges).toHaveLength(2);
});

test('a file other than the listed one is refused, and nothing of it is kept', async () => {
  host.content = Buffer.from(small);
  host.content[5000]! ^= 1;
  const { status, stderr } = await afterstate('--models', url, 'models', 'fetch', 'mine');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(
      /\nafterstate: models\/mine from .* does not match the list: its checksum differs; nothing was kept\n$/,
    ),
  });
  expect(kept()).toEqual([]);
});

test('an unknown name, and a host that does not answer, end in one line', async () => {
  const unknown = await afterstate('--models', url, 'models', 'fetch', 'yours');
  expect(unknown).toMatchObject({
    status: 2,
    stderr: `afterstate: there is no model 'yours' at ${url}; there are mine\n`,
  });
  const silent = await afterstate('--models', 'http://127.0.0.1:9', 'move', '--player', 'ntuple:models/mine', ...BOARD);
  expect(silent).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^afterstate: the list of models cannot be fetched from .*\n$/),
  });
});
