// The command as people install it: both packages packed, installed globally into an empty folder, and used outside the clone
// on a machine without a working network.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ended, startProgram, until } from './command.testing.ts';
import { npmInstall, packAll, type Packed, remove } from './packages.testing.ts';

/** Any connection except to this machine fails, and leaves a note. */
const NO_NETWORK = `
  import { appendFileSync } from 'node:fs';
  import { Socket } from 'node:net';
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (...args) {
    const { host = 'localhost', path } = (Array.isArray(args[0]) ? args[0][0] : args[0]) ?? {};
    if (path || /^(localhost|127\\.|::1$)/.test(host)) return connect.apply(this, args);
    appendFileSync(process.env.CONNECTIONS, host + '\\n');
    throw new Error('there is no network');
  };
`;

let folder: string;
let work: string;
let packed: { library: Packed; lab: Packed };

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'afterstate-global-'));
  work = mkdtempSync(join(tmpdir(), 'afterstate-elsewhere-'));
  packed = packAll(folder);
  npmInstall(folder, '--global', '--prefix', join(folder, 'global'), packed.library.file, packed.lab.file);
  rmSync(join(folder, 'packed'), { recursive: true });
  writeFileSync(join(folder, 'no-network.mjs'), NO_NETWORK);
  writeFileSync(join(folder, 'connections'), '');
});

afterAll(() => {
  // Whatever a test in this file did, nothing used the network.
  const connections = readFileSync(join(folder, 'connections'), 'utf8');
  remove(folder);
  remove(work);
  expect(connections).toBe('');
});

const installed = (path: string) => join(folder, 'global/lib/node_modules/@afterstate/lab', path);

function start(...args: string[]) {
  const settings = [
    `NODE_OPTIONS=--import=${join(folder, 'no-network.mjs')}`,
    `CONNECTIONS=${join(folder, 'connections')}`,
  ];
  const home = [`HOME=${join(folder, 'home')}`, `PATH=${join(folder, 'global/bin')}:${process.env['PATH']}`];
  return startProgram(work, 'env', '-u', 'AFTERSTATE_MODELS', ...settings, ...home, 'afterstate', ...args);
}

async function afterstate(...args: string[]): Promise<Ended> {
  return start(...args).ended;
}

async function done(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await afterstate(...args);
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining('afterstate:') });
  return stdout;
}

describe('the packed command', () => {
  test('has at most 12 MB, no tests, and the notices of the packages in its app', () => {
    expect(packed.lab.bytes).toBeLessThan(12_000_000);
    const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: '@afterstate/lab', dependencies: { afterstate: packed.library.version } });
    expect(manifest).not.toHaveProperty('private');
    const files = readdirSync(installed('dist'), { recursive: true }).map(String);
    expect(files.filter((file) => /\.(test|testing)\./.test(file))).toEqual([]);
    const notices = readFileSync(installed('app/licences.txt'), 'utf8');
    for (const name of ['preact', '@preact/signals', 'uplot', 'onnxruntime-web'])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
    expect(readFileSync(installed('LICENSE'), 'utf8')).toContain('MIT License');
    expect(readFileSync(installed('README.md'), 'utf8')).toContain('npm install --global @afterstate/lab');
  });

  test('evaluates with the models that ship, and says how to get those that do not', async () => {
    const report = JSON.parse(await done('eval', '--player', 'ntuple:models/2048-small', '--games', '3', '--json'));
    expect(report).toMatchObject({ games: 3, averageScore: expect.any(Number) });
    expect(report.averageScore).toBeGreaterThan(20_000);
    await done('move', '--player', 'dcnn', '--board', '0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2');
    const { status, stderr } = await afterstate('eval', '--game', 'threes', '--player', 'ntuple', '--games', '1');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringMatching(/^afterstate: no network for threes is here; .*--models.*'afterstate models'.*\n$/),
    });
    const models = JSON.parse(await done('models', '--json')) as { name: string; where: string }[];
    expect(Object.fromEntries(models.map(({ name, where }) => [name, where]))).toEqual({
      '2048-dcnn': 'ships',
      '2048-large': 'elsewhere',
      '2048-mcts': 'ships',
      '2048-small': 'ships',
      '2048-tiny': 'ships',
      threes: 'elsewhere',
    });
  });

  test('trains a network and plays with it', async () => {
    await done('train', '--network', '5x4', '--method', 'tc', '--games', '300', '--out', 'run');
    expect(readdirSync(join(work, 'run'))).toContain('model.safetensors');
    expect(await done('play', '--player', 'ntuple:run', '--seed', '3')).toMatch(/score|points/i);
  });

  test('serves its app and answers for moves', async () => {
    const { child, ended } = start('serve', '--port', '0', '--json');
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    await until(() => text.includes('\n'), ended);
    const { url } = JSON.parse(text) as { url: string };
    const at = url.replace('localhost', '127.0.0.1');
    try {
      expect(await (await fetch(at)).text()).toContain('<!doctype html');
      const model = await fetch(`${at}/models/2048-small/model.compact`);
      const shipped = readFileSync(new URL('../models/2048-small/model.compact', import.meta.url));
      expect(Buffer.from(await model.arrayBuffer()).equals(shipped)).toBe(true);
      const answer = await fetch(`${at}/api/move`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ board: '0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2', player: 'ntuple:models/2048-small' }),
      });
      expect(await answer.json()).toMatchObject({ best: 'left' });
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });
});
