import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { homedir } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelInfo, runDetails, runSummary } from '../packages/lab/dist/serve/schemas.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';
import { answered, ask, Bench, Feed, trainRun, until } from './api.testing.ts';

let bench: Bench;
let server: RunningServer;

const line = (games: number) => `${JSON.stringify({ phase: 'td', games, averageScore: games / 2, seconds: games })}\n`;

/** A run folder as a training leaves it midway. */
async function writeRun(name: string, lines: number, config: object = {}): Promise<string> {
  const folder = join(bench.runs, name);
  await mkdir(folder, { recursive: true });
  const settings = { game: '2048', network: '0123', method: 'td', games: 9000, seed: 1, threads: 1, ...config };
  await writeFile(join(folder, 'config.json'), JSON.stringify(settings));
  const text = Array.from({ length: lines }, (_, i) => line(i + 1)).join('');
  await writeFile(join(folder, 'metrics.jsonl'), text);
  return folder;
}

beforeAll(async () => {
  bench = await Bench.create();
  await trainRun(join(bench.runs, 'learned'), '--block', '10');
  await writeRun('half', 3);
  server = await bench.serve({ pollMs: 200, heartbeatMs: 100 });
});
afterAll(() => bench.end());

describe('models', () => {
  it('are those that ship with the project and those of runs, each with a description', async () => {
    const model = await readFile(join(bench.runs, 'learned', 'model.safetensors'));
    for (const name of ['2048-tiny', 'noise', 'card']) await mkdir(join(bench.models, name), { recursive: true });
    await writeFile(join(bench.models, '2048-tiny', 'model.safetensors'), model);
    await writeFile(join(bench.models, 'noise', 'model.compact'), 'noise');
    await writeFile(join(bench.models, 'card', 'README.md'), 'a card');
    const halfway = join(bench.runs, 'halfway', 'checkpoints');
    await mkdir(halfway, { recursive: true });
    for (const number of [5, 12]) await writeFile(join(halfway, `${number}.safetensors`), model);

    const { status, json } = await ask(server, '/api/models');
    expect(status).toBe(200);
    const models = modelInfo.array().parse(json);
    expect(models.map(({ name, kind }) => [name, kind])).toEqual([
      ['models/2048-tiny', 'shipped'],
      ['runs/halfway', 'checkpoint'],
      ['runs/learned', 'run'],
    ]);
    expect(models[2]).toMatchObject({
      game: '2048',
      player: 'ntuple:runs/learned',
      form: 'safetensors',
      bytes: model.length,
      network: '0123',
      stages: 'none',
      method: 'td',
      games: 40,
      url: '/api/models/runs%2Flearned/file',
    });
  });

  it('are files to download, whole or in parts', async () => {
    const model = await readFile(join(bench.runs, 'learned', 'model.safetensors'));
    const path = '/api/models/runs%2Flearned/file';
    const whole = await ask(server, path);
    expect(whole.status).toBe(200);
    expect(whole.bytes.equals(model)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''learned.safetensors",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache',
    });
    const part = await ask(server, path, { headers: { range: 'bytes=8-99' } });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(model.subarray(8, 100))).toBe(true);
    const past = await ask(server, path, { headers: { range: 'bytes=99999999-' } });
    expect([past.status, past.json.error.code]).toEqual([416, 'no_such_range']);
    const same = await ask(server, path, { headers: { 'if-none-match': whole.headers['etag']! } });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
    const head = await ask(server, path, { method: 'HEAD' });
    expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([200, String(model.length), 0]);
  });

  it.each([
    'nope',
    'models%2Fcard',
    'models%2Fcard%2FREADME.md',
    'models%2Fnoise',
    '..%2F..%2Fetc%2Fpasswd',
    'runs%2F..%2F..%2F..%2Fetc%2Fpasswd',
    '%2Fetc%2Fpasswd',
    'runs%2Flearned%2Fconfig.json',
    'runs%2Flearned%2Fmodel.safetensors',
    '%252e%252e%252fetc%252fpasswd',
    '..%5C..%5Cetc%5Cpasswd',
    'models%2F..%2Fruns%2Flearned',
  ])('are not read by another name: %s', async (name) => {
    const { status, json } = await ask(server, `/api/models/${name}/file`);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
  });
});

describe('runs', () => {
  it('are listed with what they do', async () => {
    await mkdir(join(bench.runs, 'no-run'), { recursive: true });
    await mkdir(join(bench.runs, '.hidden'), { recursive: true });
    await writeFile(join(bench.runs, 'notes.log'), 'a note');
    const { status, json } = await ask(server, '/api/runs');
    expect(status).toBe(200);
    const runs = runSummary.array().parse(json);
    expect(runs.map(({ name, state, gamesDone, games }) => [name, state, gamesDone, games]).sort()).toEqual([
      ['half', 'running', 3, 9000],
      ['learned', 'finished', 40, 40],
    ]);
    const learned = runs.find(({ name }) => name === 'learned')!;
    expect(learned).toMatchObject({ game: '2048', network: '0123', method: 'td', seed: 1, threads: 1 });
    expect(learned.last).toMatchObject({ games: 40, phase: 'td', averageScore: expect.any(Number) });
  });

  it('have all their settings and lines', async () => {
    const { status, json } = await ask(server, '/api/runs/learned');
    expect(status).toBe(200);
    const run = runDetails.parse(json);
    const lines = (await readFile(join(bench.runs, 'learned', 'metrics.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(run.lines).toBe(4);
    expect(run.metrics).toEqual(lines.map((text) => JSON.parse(text)));
    expect(run.config).toMatchObject({ network: '0123', games: 40, block: 10 });
    expect(run.manifest).toMatchObject({ node: process.version });
  });

  it('say nothing about where they are on the disk', async () => {
    const { json } = await ask(server, '/api/runs/learned');
    expect(json.manifest.argv).toContain('…/learned');
    await writeRun('private', 1, { from: join(homedir(), 'secret', 'model.safetensors'), other: '../up/x.bin' });
    const { config } = (await ask(server, '/api/runs/private')).json;
    expect([config.from, config.other]).toEqual(['…/model.safetensors', '…/x.bin']);
  });

  it('of many lines are thinned, the last one kept', async () => {
    await writeRun('long', 4501);
    const { lines, metrics } = (await ask(server, '/api/runs/long')).json;
    expect(lines).toBe(4501);
    expect(metrics.length).toBeGreaterThan(1000);
    expect(metrics.length).toBeLessThanOrEqual(2000);
    const games: number[] = metrics.map((one: { games: number }) => one.games);
    expect([games[0], games.at(-1)]).toEqual([1, 4501]);
    expect(games).toEqual([...new Set(games)].sort((a, b) => a - b));
  });

  it('that are damaged or half written are shown as far as readable', async () => {
    const folder = await writeRun('damaged', 2);
    await appendFile(join(folder, 'metrics.jsonl'), 'noise\n{"games": 3, "hal');
    expect((await ask(server, '/api/runs/damaged')).json).toMatchObject({ gamesDone: 2, lines: 3, manifest: {} });
    await writeFile(join(folder, 'config.json'), '{"game": ');
    expect((await ask(server, '/api/runs/damaged')).status).toBe(404);
    const other = join(bench.runs, 'other');
    await mkdir(other);
    await writeFile(join(other, 'config.json'), '{"game": 7}');
    expect(runDetails.parse((await ask(server, '/api/runs/other')).json)).toMatchObject({ game: null, metrics: [] });
  });

  it('with pipes instead of files hold nobody up', async () => {
    for (const name of ['pipe', 'pipes']) await writeRun(name, 2);
    const pipes = [
      join(bench.runs, 'pipe', 'config.json'),
      ...['manifest.json', 'metrics.jsonl', 'model.safetensors'].map((file) => join(bench.runs, 'pipes', file)),
    ];
    for (const path of pipes) {
      await rm(path, { force: true });
      execFileSync('mkfifo', [path]);
    }
    // Each thread waiting for a pipe is one of four that read files for the whole process.
    for (let i = 0; i < 5; i++) {
      const { status, json } = await ask(server, '/api/runs');
      expect(status).toBe(200);
      const names = json.map(({ name }: { name: string }) => name);
      expect(names).toContain('pipes');
      expect(names).not.toContain('pipe');
      expect((await ask(server, '/api/runs/pipes')).json).toMatchObject({ lines: 0, metrics: [] });
      expect((await ask(server, '/api/runs/pipe')).status).toBe(404);
      expect((await ask(server, '/api/models')).status).toBe(200);
    }
    for (const name of ['pipe', 'pipes']) await rm(join(bench.runs, name), { recursive: true });
  });

  it('that have gone silent are called stopped', async () => {
    const folder = await writeRun('old', 2);
    for (const file of ['config.json', 'metrics.jsonl']) await utimes(join(folder, file), 1e9, 1e9);
    expect((await ask(server, '/api/runs/old')).json.state).toBe('stopped');
  });

  it.each([
    'nope',
    '..',
    '.',
    '%2e%2e',
    '..%2F..%2Fetc',
    '%2Fetc',
    'half%2F..%2Fhalf',
    'notes.log',
    '.hidden',
    'no-run',
  ])('are not found by another name: %s', async (name) => {
    for (const path of [`/api/runs/${name}`, `/api/runs/${name}/events`]) {
      const { status, json } = await ask(server, path);
      expect([status, json.error.code], path).toEqual([404, 'not_found']);
    }
  });

  it('may be links, for example to a larger disk', async () => {
    await symlink(join(bench.runs, 'half'), join(bench.runs, 'link'));
    expect((await ask(server, '/api/runs/link')).json.lines).toBe(3);
  });

  it('need not exist', async () => {
    const empty = await Bench.create();
    const bare = await empty.serve();
    for (const path of ['/api/runs', '/api/models']) expect((await ask(bare, path)).json).toEqual([]);
    await empty.end();
  });
});

describe('a feed', () => {
  it('follows a real training to its end', async () => {
    const folder = join(bench.runs, 'live');
    const training = trainRun(folder, '--games', '400', '--block', '40');
    await until('the run', async () => (await ask(server, '/api/runs/live')).status === 200);
    const feed = await Feed.open(server, '/api/runs/live/events');
    expect(feed.answer.statusCode).toBe(200);
    expect(feed.answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-embedder-policy': 'require-corp',
    });
    await training;
    await until('the end', () => feed.order.includes('finished'));
    const lines = (await readFile(join(folder, 'metrics.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBe(10);
    const metrics = feed.events.filter(({ event }) => event === 'metrics');
    expect(metrics.map(({ data }) => data)).toEqual(lines.map((text) => JSON.parse(text)));
    expect(metrics.map(({ id }) => id)).toEqual(lines.map((_, i) => String(i + 1)));
    expect(feed.order.at(-1)).toBe('finished');
    feed.close();
  });

  it('starts after what the client has, and continues with each new line once it is whole', async () => {
    const folder = await writeRun('grows', 5);
    const metrics = join(folder, 'metrics.jsonl');
    const feeds = await Promise.all([
      Feed.open(server, '/api/runs/grows/events'),
      Feed.open(server, '/api/runs/grows/events?since=3'),
      Feed.open(server, '/api/runs/grows/events?since=1', { 'last-event-id': '4' }),
      Feed.open(server, '/api/runs/grows/events?since=5'),
    ]);
    await until('the state', () => feeds.every(({ order }) => order.includes('running')));
    await appendFile(metrics, line(6).slice(0, 20));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(feeds.map(({ order }) => order.at(-1))).toEqual(['running', 'running', 'running', 'running']);
    await appendFile(metrics, line(6).slice(20) + line(7));
    await until('two lines', () => feeds.every(({ order }) => order.includes('7')));
    expect(feeds.map(({ order }) => order.join(' '))).toEqual([
      '1 2 3 4 5 running 6 7',
      '4 5 running 6 7',
      '5 running 6 7',
      'running 6 7',
    ]);
    await until('a heartbeat', () => feeds.every(({ comments }) => comments.length > 0));
    for (const feed of feeds) feed.close();
  });

  it('begins again if the run has gone back to a checkpoint', async () => {
    const folder = await writeRun('back', 4);
    const metrics = join(folder, 'metrics.jsonl');
    const feed = await Feed.open(server, '/api/runs/back/events?since=3');
    await until('the line', () => feed.order.includes('running'));
    await truncate(metrics, 2 * line(1).length);
    await until('the news', () => feed.order.at(-1) === '2');
    expect(feed.order).toEqual(['4', 'running', 'again', '1', '2']);
    // As long as before, but not the same.
    await writeFile(metrics, line(8) + line(9) + line(7));
    await until('the news', () => feed.order.at(-1) === '3');
    expect(feed.order.slice(5)).toEqual(['again', '1', '2', '3']);
    feed.close();
    const late = await Feed.open(server, '/api/runs/back/events?since=100');
    await until('the lines', () => late.order.includes('running'));
    expect(late.order).toEqual(['again', '1', '2', '3', 'running']);
    late.close();
  });

  it('ends when the run is deleted', async () => {
    const folder = await writeRun('short', 1);
    const feed = await Feed.open(server, '/api/runs/short/events');
    await until('the state', () => feed.order.includes('running'));
    await rm(folder, { recursive: true });
    await until('the end', () => feed.ended);
    expect([feed.ended, feed.order.at(-1)]).toEqual(['end', 'gone']);
  });

  it('refuses anything but a number of lines', async () => {
    const { status, json } = await ask(server, '/api/runs/half/events?since=some');
    expect([status, json.error.message]).toEqual([422, 'since must be a number']);
    expect((await ask(server, '/api/runs/half/events?since=-1')).status).toBe(422);
    expect((await ask(server, '/api/runs/half/events?until=1')).status).toBe(422);
  });

  it('takes one of a few places, and gives it back', async () => {
    await until('no feeds', () => server.holds().feeds === 0);
    const few = await bench.serve({ feeds: 2 });
    const feeds = await Promise.all([1, 2].map(() => Feed.open(few, '/api/runs/half/events')));
    const refused = await ask(few, '/api/runs/half/events');
    expect([refused.status, refused.json.error.code]).toEqual([503, 'busy']);
    feeds[0]!.close();
    await until('a place', () => few.holds().feeds === 1);
    const third = await Feed.open(few, '/api/runs/half/events');
    expect(third.answer.statusCode).toBe(200);
    await few.close();
    await until('the end', () => third.ended && feeds[1]!.ended);
    expect([third.ended, feeds[1]!.ended]).toEqual(['end', 'end']);
    expect(few.holds()).toEqual({ players: 0, feeds: 0, gameFeeds: 0 });
  });

  it('has no time limit, and neither does a file that is sent slowly', async () => {
    const hasty = await bench.serve({ requestMs: 1000, heartbeatMs: 100 });
    const feed = await Feed.open(hasty, '/api/runs/half/events');
    await trainRun(join(bench.runs, 'large'), '--network', '012345', '--games', '5');
    const [{ bytes }] = (await ask(server, '/api/models')).json.filter((model: any) => model.name === 'runs/large');
    const sent = request({ host: '127.0.0.1', port: hasty.port, path: '/api/models/runs%2Flarge/file', agent: false });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await new Promise((resolve) => setTimeout(resolve, 1500));
    let received = 0;
    for await (const chunk of answer) received += chunk.length;
    expect(received).toBe(bytes);
    expect(bytes).toBeGreaterThan(2 ** 26);
    expect([feed.ended, hasty.holds().feeds]).toEqual([undefined, 1]);
    feed.close();
  });

  it('may be left by its clients at any moment', async () => {
    const failures: unknown[] = [];
    const note = (error: unknown) => void failures.push(error);
    process.on('unhandledRejection', note);
    // Client and server share one event loop, so counting its turns reaches every await in the server.
    for (let turns = 0; turns < 40; turns++) {
      const sockets = Array.from({ length: 15 }, () => connect(server.port, '127.0.0.1').on('error', () => {}));
      await Promise.all(sockets.map((socket) => once(socket, 'connect')));
      for (const socket of sockets) socket.write('GET /api/runs/half/events HTTP/1.1\r\nhost: localhost\r\n\r\n');
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
      for (const socket of sockets) socket.destroy();
      await until('no feeds', () => server.holds().feeds === 0);
    }
    process.off('unhandledRejection', note);
    expect(failures).toEqual([]);
    expect((await ask(server, '/healthz')).status).toBe(200);
  });

  it('gives up on a client that reads nothing', async () => {
    await writeRun('huge', 0);
    await writeFile(join(bench.runs, 'huge', 'metrics.jsonl'), line(1).repeat(400_000));
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET /api/runs/huge/events HTTP/1.1\r\nhost: localhost\r\n\r\n');
    await until('the feed', () => server.holds().feeds === 1);
    await until('its end', () => server.holds().feeds === 0);
    socket.destroy();
    await once(socket, 'close');
  });
});

it('no answer contained a path on the disk', () => {
  const all = answered.join('\n');
  for (const path of [bench.folder, process.cwd(), `${homedir()}/`, 'node_modules', 'root:x:']) {
    expect(all).not.toContain(path);
  }
});
