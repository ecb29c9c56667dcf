// The server under a long, steady stream of requests from clients, some of which leave early: memory must stay flat, and nothing
// may fail. `npm run soak -- --minutes 30 --rate 200`; exits with status 1 if a condition is not met.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    rate: { type: 'string', default: '200' },
    json: { type: 'boolean', default: false },
  },
});
const minutes = Number(values.minutes);
const rate = Number(values.rate);
if (!(minutes > 0) || !(rate > 0 && rate <= 10_000)) {
  console.error('soak: --minutes and --rate must be above 0, and --rate at most 10000');
  process.exit(2);
}

const COMMAND = fileURLToPath(new URL('../packages/lab/bin/afterstate.mjs', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'afterstate-soak-'));
await mkdir(join(folder, 'runs', 'run'), { recursive: true });
await writeFile(join(folder, 'runs', 'run', 'config.json'), '{"game": "2048", "games": 1000}');
await writeFile(join(folder, 'runs', 'run', 'metrics.jsonl'), '{"games": 10, "averageScore": 5}\n'.repeat(500));

const server = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--json', '--runs', join(folder, 'runs')], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
let said = '';
server.stderr.on('data', (chunk) => (said += chunk));
const [line] = await once(server.stdout, 'data');
const { port } = JSON.parse(String(line));

const BOARDS = [
  '2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2',
  '0,2,4,2/0,16,32,4/2,256,64,8/1024,512,128,16',
  '4,2,8,2/64,32,4,8/128,256,16,4/2048,512,2,0',
];
const move = (player) => ['POST', '/api/move', player];
/** The requests, in this order again and again; the last column says that the client leaves. */
const MIX = [
  move('random'),
  move('ntuple:models/2048-small'),
  ['GET', '/healthz'],
  move('ntuple:models/2048-small?ply=2'),
  move('expectimax?depth=2'),
  ['GET', '/'],
  move('nneonneo?depth=2'),
  ['GET', '/api/runs/run'],
  move('ntuple:models/2048-small?ms=5'),
  ['GET', '/api/players'],
  move('alphabeta?depth=2'),
  ['GET', '/api/runs/run/events', undefined, 'leaves'],
  move('cycle'),
  ['GET', '/api/models'],
  move('montecarlo?runs=20'),
  move('nobody'),
  move('ntuple:models/2048-small?ply=5'),
  ['POST', '/api/move', 'expectimax?depth=6', 'leaves'],
  ['GET', '/favicon.svg'],
  ['GET', '/none'],
];

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const statuses = {};
const times = [];
let sentCount = 0;
let failures = 0;
const errors = {};
let left = 0;
let open = 0;

/** Sends request i; `again` on a new connection, if a kept one closed just as it was used, which is not a failure. */
function send(i, again = false) {
  const [method, path, player, leaves] = MIX[i % MIX.length];
  const began = performance.now();
  const headers = { 'accept-encoding': 'br', ...(player && { 'content-type': 'application/json' }) };
  const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: leaves || again ? false : agent });
  open++;
  if (!again) sentCount++;
  sent.on('close', () => open--);
  sent.on('error', (error) => {
    if (leaves) left++;
    else if (sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code)) send(i, true);
    else {
      failures++;
      errors[error.code ?? error.message] = (errors[error.code ?? error.message] ?? 0) + 1;
    }
  });
  sent.on('response', (answer) => {
    answer.on('error', () => {});
    answer.resume();
    answer.on('end', () => {
      if (leaves) return;
      times.push(performance.now() - began);
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1;
    });
  });
  sent.end(player && JSON.stringify({ board: BOARDS[i % BOARDS.length], player }));
  if (leaves) setTimeout(() => sent.destroy(), i % 50);
}

/** In MB. */
function resident() {
  const text = readFileSync(`/proc/${server.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)[1]) / 1024;
}

const began = performance.now();
const end = began + minutes * 60_000;
const sizes = [];
let next = 0;
let sampled = 0;
while (performance.now() < end && server.exitCode === null) {
  const now = performance.now();
  // Late requests are caught up on, but a server that falls behind is not buried.
  while (next < ((now - began) * rate) / 1000 && open < 500) send(next++);
  if (open >= 500) next = Math.ceil(((now - began) * rate) / 1000);
  if (now - sampled > 1000) {
    sampled = now;
    sizes.push(resident());
  }
  await sleep(5);
}
// Let the last requests be answered or time out.
for (let waited = 0; open > 0 && waited < 15_000 && server.exitCode === null; waited += 50) await sleep(50);
const stood = server.exitCode === null;
server.kill('SIGTERM');
const [status] = server.exitCode === null ? await once(server, 'exit') : [server.exitCode];
await rm(folder, { recursive: true });

const sorted = times.toSorted((a, b) => a - b);
const at = (share) => Math.round(100 * (sorted[Math.floor(share * (sorted.length - 1))] ?? 0)) / 100;
const mean = (list) => Math.round(list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length));
// The first quarter is warm-up: loading models, compiling code.
const warm = sizes.slice(Math.floor(sizes.length / 4));
const third = Math.max(1, Math.floor(warm.length / 3));
const result = {
  minutes,
  rate,
  requests: sentCount,
  perSecond: Math.round(sentCount / (minutes * 60)),
  statuses,
  failures,
  left,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  residentStartMB: mean(warm.slice(0, third)),
  residentEndMB: mean(warm.slice(-third)),
  residentMostMB: Math.round(Math.max(...sizes)),
  exit: status,
};
const problems = [
  !stood && 'the server ended',
  stood && status !== 0 && `it exited with ${status}`,
  failures > 0 && `${failures} requests had no answer: ${JSON.stringify(errors)}`,
  (statuses[500] ?? 0) > 0 && `${statuses[500]} answers were 500`,
  said !== '' && `it said: ${said.slice(0, 500)}`,
  // A run of less than a minute is only warm-up.
  minutes >= 1 && result.residentEndMB > 1.1 * result.residentStartMB + 20 && 'its memory grew',
].filter(Boolean);

if (values.json) console.log(JSON.stringify({ ...result, problems }));
else {
  for (const [key, value] of Object.entries(result))
    console.log(key.padEnd(18), typeof value === 'object' ? JSON.stringify(value) : value);
  console.log(problems.length === 0 ? 'flat and whole' : problems.join('; '));
}
agent.destroy();
process.exitCode = problems.length === 0 ? 0 : 1;
