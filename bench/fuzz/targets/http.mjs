// Raw requests to a real server on its own port: methods, addresses, headers and bodies, whole, damaged, cut off. Every answer must
// have the documented form, and must not be a 500, name a path of this machine or show a stack.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '../../../packages/lab/dist/serve/server.js';
import { holds } from '../judge.mjs';
import { mutateJson, mutateText } from '../mutate.mjs';

const BOARD = '2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2';
/** Quick ones: other tests cover how long players think. */
const BODIES = [
  { board: BOARD, player: 'random' },
  { game: 'threes', board: '1,2,3,6/0,0,2,192/0,0,3,0/0,1,0,2 next=1', player: 'expectimax?depth=1&eval=empty' },
  { game: '2048?four=0', board: BOARD, player: 'cycle?moves=up,left', timeLimitMs: 100 },
  { board: BOARD, player: 'minimax?eval=snake+empty*200&depth=1' },
];
const PATHS = [
  '/', '/healthz', '/api/players', '/api/players?game=threes', '/api/models', '/api/models/models%2Fx/file', '/api/runs', '/api/runs/a',
  '/api/runs/a/events?since=1', '/api/jobs', '/api/openapi.json', '/api/docs', '/assets/', '/../../package.json', '/%2e%2e/%2e%2e/package.json', '/api/nothing',
]; // prettier-ignore
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'get'];
const HEADERS = [
  'accept: text/html', 'accept: */*', 'accept-encoding: gzip', 'range: bytes=0-10', 'range: bytes=5-', 'range: bytes=-1', 'last-event-id: 1',
  'if-none-match: "x"', 'origin: http://evil.example', 'transfer-encoding: chunked', 'content-encoding: gzip', 'expect: 100-continue',
  'upgrade: websocket', 'content-length: 5', 'host: evil.example', 'x: y', 'cookie: a=b', 'content-type: text/plain', 'connection: keep-alive',
]; // prettier-ignore

function request(method, path, headers, body) {
  return `${method} ${path} HTTP/1.1\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n${body}`;
}

function someRequest(random) {
  const isMove = random.once(2);
  const headers = ['host: localhost', 'connection: close'];
  for (let i = random.size(3); i > 0; i--) headers.push(random.pick(HEADERS));
  if (!isMove) {
    const path = random.once(2) ? random.pick(PATHS) : mutateText(random, random.pick(PATHS), { others: PATHS });
    return request(random.once(2) ? 'GET' : random.pick(METHODS), path, headers, '');
  }
  const body = JSON.stringify(random.once(4) ? random.pick(BODIES) : mutateJson(random, random.pick(BODIES))) ?? '';
  const text = Buffer.from(random.once(4) ? mutateText(random, body) : body).toString('latin1');
  headers.push('content-type: application/json', `content-length: ${text.length}`);
  return request('POST', '/api/move', headers, text);
}

/** Players that may think for long: other tests cover the limits of their specs. */
const SLOW = /nneonneo|ovolve|montecarlo|alphabeta|mcts|ntuple|depth=[2-9]|depth=1\d|ms=/;

const http = {
  name: 'http',
  share: 6,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'afterstate-fuzz-'));
    const run = join(folder, 'runs', 'a');
    await mkdir(run, { recursive: true });
    await mkdir(join(folder, 'models'));
    await writeFile(join(run, 'config.json'), '{"network":"0123","games":5,"method":"td"}');
    await writeFile(join(run, 'metrics.jsonl'), '{"games":1,"seconds":1}\n{"games":2,"seconds":2}\n');
    const limits = { receiveMs: 400, idleMs: 600, checkMs: 50, keepAliveMs: 100, requestMs: 2000 };
    const server = await startServer({
      port: 0,
      host: '127.0.0.1',
      runs: join(folder, 'runs'),
      models: join(folder, 'models'),
      limits,
    });
    return {
      make(random) {
        const text = someRequest(random);
        const changed = random.once(3) ? mutateText(random, text, { others: [someRequest(random)] }) : text;
        return SLOW.test(changed) ? request('GET', '/healthz', ['host: localhost', 'connection: close'], '') : changed;
      },
      async run(text) {
        const answer = await ask(server.port, Buffer.from(text, 'latin1'));
        if (answer === '') return;
        const end = answer.indexOf('\r\n\r\n');
        const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
        holds(status > 0 && end > 0, `an answer without a head: ${answer.slice(0, 80)}`);
        holds(
          status < 500 || status === 503 || status === 504,
          `status ${status}: ${answer.slice(end + 4, end + 300)}`,
        );
        const body = answer.slice(end + 4);
        holds(!/\bat \S+ \(|node_modules|node:internal/.test(body) || status === 200, `a stack: ${body.slice(0, 200)}`);
        holds(!body.includes(folder), 'an answer that names a folder of this machine');
        if (status < 400 || !/content-type: application\/json/i.test(answer.slice(0, end)) || !body.startsWith('{'))
          return;
        const first = /^\{"error":\{"code":"\w+","message":"([^"\\]|\\.)+"\}\}/.exec(body);
        holds(first !== null, `an error of another form: ${body.slice(0, 200)}`);
      },
      async close() {
        await server.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

/** The whole answer, or the beginning of a feed. */
function ask(port, bytes) {
  return new Promise((done, failed) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const late = setTimeout(() => {
      socket.destroy();
      if (text === '') failed(new Error('no answer within four seconds'));
      else done(text);
    }, 4000);
    const end = () => {
      clearTimeout(late);
      socket.destroy();
      done(text);
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (/content-type: text\/event-stream/i.test(text) || text.length > 1e6) end();
    });
    socket.on('close', end);
    socket.on('error', () => {});
    socket.end(bytes);
  });
}

export const httpTargets = [http];
