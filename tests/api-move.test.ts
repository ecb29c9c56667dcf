import { copyFile, mkdir, truncate, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { request } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SPEC_LIMITS } from '../packages/lab/dist/serve/limits.js';
import { errorAnswer, moveAnswer, playerInfo } from '../packages/lab/dist/serve/schemas.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';
import { afterstate, answered, ask, askMove, Bench, BOARD, hang, trainRun, until } from './api.testing.ts';

const MB = 1_000_000;
let bench: Bench;
let server: RunningServer;

beforeAll(async () => {
  bench = await Bench.create();
  for (const name of ['2048-tiny', 'damaged', 'empty']) await mkdir(join(bench.models, name), { recursive: true });
  await trainRun(join(bench.runs, 'learned'));
  await trainRun(join(bench.runs, 'three'), '--game', 'threes');
  const model = join(bench.runs, 'learned', 'model.safetensors');
  await copyFile(model, join(bench.models, '2048-tiny', 'model.safetensors'));
  await copyFile(model, join(bench.models, 'damaged', 'model.safetensors'));
  await truncate(join(bench.models, 'damaged', 'model.safetensors'), 5000);
  await writeFile(join(bench.models, 'README.md'), 'about the models');
  server = await bench.serve();
});
afterAll(() => bench.end());

/** What every failure must look like. */
async function refused(answer: ReturnType<typeof ask>, status: number, code: string, message: RegExp): Promise<void> {
  const { status: got, json, headers } = await answer;
  expect([got, json.error.code, json.error.message]).toEqual([status, code, expect.stringMatching(message)]);
  errorAnswer.parse(json);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['x-content-type-options']).toBe('nosniff');
}

describe('a move', () => {
  it('is what the command says', async () => {
    const player = `ntuple:${join(bench.runs, 'learned', 'model.safetensors')}`;
    const printed = await afterstate('move', '--json', '--board', BOARD, '--player', player);
    const { status, json } = await askMove(server, 'ntuple:runs/learned');
    expect(status).toBe(200);
    expect(json).toEqual(JSON.parse(printed));
    expect(moveAnswer.parse(json).moves.map(({ move }) => move)).toEqual(['down', 'left']);
  });

  it('is the same with a model that ships with the project', async () => {
    const { json } = await askMove(server, 'ntuple:runs/learned');
    expect((await askMove(server, 'ntuple:models/2048-tiny')).json).toEqual(json);
  });

  it('is for the model’s game, unless another is named', async () => {
    const board = '1,2,3,6/0,0,0,0/0,0,0,0/3,0,0,0 next=1';
    const { status, json } = await askMove(server, 'ntuple:runs/three', { board });
    expect([status, json.board]).toEqual([200, board]);
    await refused(
      askMove(server, 'ntuple:runs/three', { game: '2048' }),
      422,
      'invalid',
      /^player: 'runs\/three' is a model of threes, and the game is 2048$/,
    );
  });

  it('is none if the game is over', async () => {
    const board = '2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2';
    expect((await askMove(server, 'random', { board })).json).toEqual({ board, best: null, moves: [] });
  });

  it('is chosen by any listed player', async () => {
    const { json } = await ask(server, '/api/players');
    expect(
      playerInfo
        .array()
        .parse(json)
        .map(({ name }) => name),
    ).toEqual(expect.arrayContaining(['random', 'cycle']));
    expect((await askMove(server, 'cycle?moves=left,up')).json.best).toBe('left');
    expect((await askMove(server, 'expectimax?eval=snake+empty*200&depth=1')).status).toBe(200);
  });

  it('takes the listed options, in each game', async () => {
    const optionsOf = async (query: string) =>
      playerInfo
        .array()
        .parse((await ask(server, `/api/players${query}`)).json)
        .flatMap(({ name, options }) => options.map(({ key }) => `${name} ${key}`));
    const both = await optionsOf('');
    expect(both).toEqual(expect.arrayContaining(['ntuple ply', 'mcts c', 'mcts ends', 'minimax spawn']));
    // Only in 2048 are endgames solved and the worst spawn played.
    expect(await optionsOf('?game=threes')).toEqual(both.filter((one) => !/ (spawn|endgame)$/.test(one)));
    for (const key of Object.keys(SPEC_LIMITS))
      expect(
        both.some((one) => one.endsWith(` ${key}`)),
        key,
      ).toBe(true);
    await refused(ask(server, '/api/players?game=go'), 422, 'invalid', /^game: unknown game 'go'/);
  });

  it('after a model was replaced comes from the newer one', async () => {
    const before = (await askMove(server, 'ntuple:runs/learned')).json;
    await trainRun(join(bench.folder, 'more'), '--games', '400');
    await copyFile(join(bench.folder, 'more', 'model.safetensors'), join(bench.runs, 'learned', 'model.safetensors'));
    expect((await askMove(server, 'ntuple:runs/learned')).json).not.toEqual(before);
  });
});

describe('a wrong body', () => {
  it.each([
    ['no field', {}, /^board is missing; the fields are game \(optional\), board, player, timeLimitMs/],
    ['no player', { board: BOARD }, /^player is missing/],
    ['a board of another kind', { board: 3, player: 'random' }, /^board must be a string$/],
    ['an empty board', { board: '', player: 'random' }, /^board must not be empty$/],
    ['a long board', { board: '0,'.repeat(500), player: 'random' }, /^board must have at most 400 characters$/],
    ['a short board', { board: '2,4', player: 'random' }, /^board: the board has 2 cells; give 16/],
    ['a tile of no game', { board: BOARD.replace('16', '17'), player: 'random' }, /^board: '17', value 4/],
    ['an unknown field', { board: BOARD, player: 'random', x: 1 }, /^'x' is unknown in the body; the fields are game/],
    ['an unknown game', { board: BOARD, player: 'random', game: 'go' }, /^game: unknown game 'go'; the games are 2048/],
    ['an unknown player', { board: BOARD, player: 'me' }, /^player: unknown player 'me'; choose from random, cycle/],
    ['an unknown option', { board: BOARD, player: 'random?x=1' }, /^player: unknown option 'x' in 'random\?x=1'/],
    ['an option past its limit', { board: BOARD, player: 'ntuple:runs/learned?ply=9' }, /ply is at most 5 here$/],
    ['a range past its limit', { board: BOARD, player: 'ntuple:runs/learned?ply=2-9' }, /ply is at most 5 here$/],
    ['an endless option', { board: BOARD, player: 'ntuple:runs/learned?ms=1e9' }, /ms is at most 5000 here$/],
    [
      'an option with a path',
      { board: BOARD, player: 'cycle?moves=/etc/passwd' },
      /^player: '\/etc\/passwd' for moves/,
    ],
    ['too much time', { board: BOARD, player: 'random', timeLimitMs: 1e6 }, /^timeLimitMs must be at most 10000$/],
    ['no whole time', { board: BOARD, player: 'random', timeLimitMs: 1.5 }, /^timeLimitMs must be a whole number$/],
    ['a list', [], /^the body must be an object$/],
    ['nothing', 'null', /^the body is missing/],
  ])('with %s is told what is wrong', async (_what, body, message) => {
    await refused(ask(server, '/api/move', { body }), 422, 'invalid', message);
  });

  it('that is not JSON, or not declared as JSON, is refused', async () => {
    const broken = ask(server, '/api/move', { body: '{"board":' });
    await refused(broken, 400, 'bad_request', /not valid JSON/);
    const plain = ask(server, '/api/move', { body: '{}', headers: { 'content-type': 'text/plain' } });
    await refused(plain, 415, 'unsupported_type', /^send JSON/);
    const poisoned = ask(server, '/api/move', { body: '{"__proto__": {"board": 1}}' });
    await refused(poisoned, 400, 'bad_request', /JSON/);
    await refused(ask(server, '/api/move', { method: 'POST' }), 422, 'invalid', /^the body is missing/);
  });

  it('of 10 MB is refused, with its size given or not', async () => {
    const body = Buffer.alloc(10 * MB, 'a');
    const message = /^the body is larger than 65536 bytes$/;
    await refused(ask(server, '/api/move', { body }), 413, 'too_large', message);
    await refused(
      ask(server, '/api/move', { body, headers: { 'transfer-encoding': 'chunked' } }),
      413,
      'too_large',
      message,
    );
  });

  it('to another method or address is told the right one', async () => {
    await refused(ask(server, '/api/move'), 405, 'method_not_allowed', /^this address takes POST only$/);
    expect((await ask(server, '/api/move')).headers['allow']).toBe('POST');
    await refused(ask(server, '/api/moves', { body: {} }), 404, 'not_found', /^there is nothing at POST/);
  });
});

describe('a model that is not listed', () => {
  it.each([
    'nope',
    'models/nope',
    'runs/nope',
    '../../etc/passwd',
    '/etc/passwd',
    'models/../../etc/passwd',
    'runs/../../../etc/passwd',
    'runs/learned/model.safetensors',
    'runs/learned/../learned',
    'runs/.',
    'runs/..',
    'runs/',
    'models/README.md',
    'models/empty',
    'models/2048-tiny/model.safetensors',
    'models/',
    './models/2048-tiny',
    'file:///etc/passwd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '..\\..\\etc\\passwd',
    'C:\\Windows\\win.ini',
    'models/2048-tiny\u0000',
    'https://example.com/model',
    '__proto__',
  ])('%j is refused by its name', async (name) => {
    const { status, json } = await askMove(server, `ntuple:${name}`);
    expect([status, json.error.code]).toEqual([422, 'invalid']);
    expect(json.error.message).toBe(`player: there is no model '${name}' here; /api/models lists them`);
  });

  it('is distinguished from a damaged one', async () => {
    await refused(
      askMove(server, 'ntuple:models/damaged'),
      422,
      'invalid',
      /^player: 'models\/damaged' is damaged: it was cut off after 5000 of/,
    );
  });
});

describe('many at once', () => {
  it('200 requests are all answered', async () => {
    const players = ['random', 'ntuple:runs/learned', 'cycle', 'ntuple:models/2048-tiny', 'cycle?moves=up', 'nobody'];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => askMove(server, players[i % players.length]!)),
    );
    const statuses = answers.map(({ status }) => status);
    for (const { status, json } of answers) {
      if (status === 200) moveAnswer.parse(json);
      else expect([422, 503]).toContain(status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(150);
    expect(server.holds().players).toBeLessThanOrEqual(4);
    expect((await ask(server, '/healthz')).status).toBe(200);
  });

  it('those without room are told to come back', async () => {
    const small = await bench.serve({ moves: 1, waiting: 5 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => askMove(small, 'ntuple:runs/learned')));
    const busy = answers.filter(({ status }) => status === 503);
    expect(answers.filter(({ status }) => status === 200).length).toBe(200 - busy.length);
    expect(busy.length).toBeGreaterThan(0);
    for (const { json, headers } of busy) {
      expect(json.error).toEqual({ code: 'busy', message: '5 moves are already waiting; ask again soon' });
      expect(headers['retry-after']).toBe('1');
    }
    expect((await askMove(small, 'random')).status).toBe(200);
  });
});

describe('a client that hangs', () => {
  const head = 'POST /api/move HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
  let strict: RunningServer;
  beforeAll(async () => {
    strict = await bench.serve({ receiveMs: 400, idleMs: 1500, keepAliveMs: 200, checkMs: 50 });
  });

  it.each([
    ['sends half a body', `${head}content-length: 100\r\n\r\n{"board": `],
    ['sends half of its headers', head],
    ['sends half a chunk', `${head}transfer-encoding: chunked\r\n\r\n50\r\n{"board`],
  ])('and %s is cut off', async (_what, sent) => {
    const back = await hang(strict, sent);
    expect(back).toMatch(/^HTTP\/1\.1 408 /);
    expect(back).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(back.slice(back.indexOf('\r\n\r\n')))).toEqual({
      error: { code: 'too_slow', message: 'the request did not arrive in time' },
    });
  });

  it('and says nothing at all is cut off', async () => {
    await hang(strict, '');
  });

  it('and keeps its connection after an answer is dropped', async () => {
    expect(await hang(strict, 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('and talks nonsense is told so', async () => {
    expect(await hang(strict, 'give me a move\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/);
    const long = `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`;
    expect(await hang(strict, long)).toMatch(/^HTTP\/1\.1 431 [^]*"code":"headers_too_large"/);
  });

  it('or leaves before its answer does no harm', async () => {
    const fresh = await bench.serve({ moves: 1 });
    for (let i = 0; i < 20; i++) {
      const sent = request({
        host: '127.0.0.1',
        port: fresh.port,
        path: '/api/move',
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json' },
      });
      sent.on('error', () => {});
      sent.end(JSON.stringify({ board: BOARD, player: i % 2 ? 'random' : 'ntuple:runs/learned' }));
      await once(sent, 'finish');
      setTimeout(() => sent.destroy(), i);
    }
    expect((await askMove(fresh, 'random')).status).toBe(200);
    expect(fresh.holds().players).toBeLessThanOrEqual(4);
  });

  it('leaves the server unharmed', async () => {
    expect((await askMove(strict, 'random')).status).toBe(200);
  });
});

describe('time', () => {
  it('that is too short for an answer ends in an error', async () => {
    const fresh = await bench.serve();
    await refused(
      askMove(fresh, 'ntuple:runs/learned', { timeLimitMs: 1 }),
      504,
      'time_limit',
      /^there was no answer within 1 ms$/,
    );
    expect((await askMove(fresh, 'ntuple:runs/learned')).status).toBe(200);
  });

  it('is up for a player that thinks too long: it is closed, and the server continues', async () => {
    const hasty = await bench.serve({ requestMs: 300, moves: 1 });
    const board = '2,0,0,4/0,0,8,0/0,16,0,0/2,0,0,32';
    const slow = askMove(hasty, 'minimax?depth=6', { board });
    await until('the player', () => hasty.holds().players === 1);
    const behind = askMove(hasty, 'random', { board });
    await refused(slow, 504, 'time_limit', /^there was no answer within 300 ms$/);
    expect([200, 504]).toContain((await behind).status);
    // Left alone it would have thought for minutes.
    await until('the next', async () => (await askMove(hasty, 'random', { board })).status === 200);
  });

  it('without a question closes a player', async () => {
    const fresh = await bench.serve({ playerIdleMs: 100 });
    await askMove(fresh, 'random');
    expect(fresh.holds().players).toBe(1);
    await until('the end of the player', () => fresh.holds().players === 0);
  });
});

it('answers to no name that another site could give it', async () => {
  await refused(
    ask(server, '/api/players', { headers: { host: 'afterstate.example' } }),
    421,
    'wrong_host',
    /^this server answers to localhost/,
  );
  for (const host of ['localhost:1', '127.0.0.1', '[::1]:2048', 'app.localhost']) {
    expect((await ask(server, '/api/players', { headers: { host } })).status, host).toBe(200);
  }
});

it('no answer contained a path on the disk', () => {
  expect(answered.length).toBeGreaterThan(500);
  const all = answered.join('\n');
  for (const path of [bench.folder, process.cwd(), `${homedir()}/`, 'node_modules', 'root:x:']) {
    expect(all).not.toContain(path);
  }
});
