// What the tests of the API share: plain requests whose answers are all kept, feeds, and run folders to look at.

import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { startServer } from '../packages/lab/dist/serve/server.js';
import type { RunningServer, ServerOptions } from '../packages/lab/dist/serve/server.js';
import { runCommand } from './command.testing.ts';

export const BOARD = '2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** The text parsed as JSON. */
  json: any;
}

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is already text or bytes. */
  body?: unknown;
}

/** Everything that any server has answered in this test file, including headers. */
export const answered: string[] = [];

/** Sends the path as it is; `fetch` would tidy `..` away before the server sees it. */
export async function ask(server: RunningServer, path: string, options: Ask = {}): Promise<Answer> {
  const { method = 'body' in options ? 'POST' : 'GET', headers = {}, body } = options;
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    path,
    method,
    agent: false,
    headers: { ...('body' in options ? { 'content-type': 'application/json' } : {}), ...headers },
  });
  // The answer may come before the whole body is sent.
  sent.on('error', () => {});
  if (body === undefined) sent.end();
  else sent.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  return answerOf(sent);
}

export function askMove(server: RunningServer, player: string, more: object = {}): Promise<Answer> {
  return ask(server, '/api/move', { body: { board: BOARD, player, ...more } });
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const body = bytes.toString('utf8');
  answered.push(JSON.stringify(answer.headers), body);
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes,
    text: body,
    get json() {
      return JSON.parse(body);
    },
  };
}

/** Opens a connection, sends this and nothing more; resolves with what came back once the server hung up. */
export async function hang(server: RunningServer, sent: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(sent);
  const back = await text(socket).catch(() => '');
  answered.push(back);
  return back;
}

export interface FeedEvent {
  id?: string;
  event?: string;
  data?: any;
}

/** A feed, event by event, and the comments between them. */
export class Feed {
  readonly events: FeedEvent[] = [];
  readonly comments: string[] = [];
  /** How the server ended it: `end` is clean, `aborted` is not. */
  ended: 'end' | 'aborted' | undefined;
  readonly answer: IncomingMessage;
  readonly #sent: ClientRequest;

  private constructor(sent: ClientRequest, answer: IncomingMessage) {
    this.#sent = sent;
    this.answer = answer;
    let rest = '';
    answer.setEncoding('utf8').on('data', (chunk: string) => {
      answered.push(chunk);
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop()!;
      for (const part of parts) this.#take(part);
    });
    answer.on('end', () => (this.ended ??= 'end')).on('error', () => (this.ended ??= 'aborted'));
  }

  static async open(server: RunningServer, path: string, headers: Record<string, string> = {}): Promise<Feed> {
    const sent = request({ host: '127.0.0.1', port: server.port, path, headers, agent: false });
    sent.on('error', () => {});
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return new Feed(sent, answer);
  }

  /** The numbers of the lines that have come, and anything else, in order. */
  get order(): (string | undefined)[] {
    return this.events.map(({ id, event, data }) => id ?? (event === 'state' ? data.state : event));
  }

  close(): void {
    this.#sent.destroy();
  }

  #take(part: string): void {
    if (part.startsWith(':')) return void this.comments.push(part);
    const fields = Object.fromEntries(
      part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    if ('retry' in fields) return;
    this.events.push({ ...fields, ...(fields['data'] !== undefined && { data: JSON.parse(fields['data']) }) });
  }
}

/** Resolves as soon as the condition holds. */
export async function until(what: string, condition: () => unknown, ms = 120_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`${what} did not come within ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Runs the command; resolves with its output once it has succeeded. */
export async function afterstate(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await runCommand('.', ...args);
  if (status !== 0) throw new Error(`afterstate ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Trains a network of one pattern for a moment: a real run folder. */
export function trainRun(folder: string, ...more: string[]): Promise<string> {
  return afterstate('train', '--network', '0123', '--games', '40', '--out', folder, ...more);
}

/** Servers with their own folders, and the end of both. */
export class Bench {
  readonly folder: string;
  readonly #servers: RunningServer[] = [];

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<Bench> {
    return new Bench(await mkdtemp(join(tmpdir(), 'afterstate-api-')));
  }

  get runs(): string {
    return join(this.folder, 'runs');
  }

  get models(): string {
    return join(this.folder, 'models');
  }

  async serve(limits: NonNullable<ServerOptions['limits']> = {}): Promise<RunningServer> {
    const { runs, models } = this;
    const server = await startServer({ port: 0, host: '127.0.0.1', runs, models, limits });
    this.#servers.push(server);
    return server;
  }

  async end(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
    await rm(this.folder, { recursive: true, force: true });
  }
}
