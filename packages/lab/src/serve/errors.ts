// The form of all errors: `{error: {code, message}}`. A person who mistypes an address in a browser gets a page that leads back.
// Only messages meant for clients are sent: those of a Refusal and of the framework's own checks.

import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HEADERS, setHeaders } from './headers.ts';

/** What each status means here, and its default message. */
export const ERRORS = {
  400: ['bad_request', 'the request cannot be read'],
  404: ['not_found', 'there is nothing here'],
  405: ['method_not_allowed', 'this address takes another method'],
  408: ['too_slow', 'the request did not arrive in time'],
  413: ['too_large', 'the body is too large'],
  415: ['unsupported_type', 'send JSON, with the header content-type: application/json'],
  416: ['no_such_range', 'the file has no such range of bytes'],
  421: ['wrong_host', 'this server does not answer to that name'],
  422: ['invalid', 'a value is not possible'],
  431: ['headers_too_large', 'the headers are too large'],
  500: ['internal', 'the server failed; its terminal says why'],
  503: ['busy', 'the server has too much to do; ask again soon'],
  504: ['time_limit', 'this took longer than a request may'],
} as const satisfies Record<number, readonly [code: string, message: string]>;

export type ErrorStatus = keyof typeof ERRORS;

/** Thrown to refuse a request; the message goes to the client unchanged, so it must not name a file. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly statusCode: ErrorStatus;

  constructor(status: ErrorStatus, message: string = ERRORS[status][1]) {
    super(message);
    this.statusCode = status;
  }
}

const LOST = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Not found · afterstate</title>
<p style="font: 1rem system-ui; margin: 4rem auto; max-width: 30rem">There is nothing at this address. <a href="/">Back to the board</a></p>
`;

export function addErrors(server: FastifyInstance): void {
  server.setNotFoundHandler((request, reply) => notFound(request, reply));
  server.setErrorHandler(answerError);
}

/** Handles failures before a route is found, such as an address that cannot be decoded. */
export function answerEarlyError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  setHeaders(reply);
  answerError(error, request, reply);
}

/** Handles input that is not a request, or never arrived whole. There is no reply yet, only a socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  const status: ErrorStatus =
    error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [code, message] = ERRORS[status];
  const body = JSON.stringify(form(code, message));
  const headers = {
    ...HEADERS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${code}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy());
}

function answerError(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500;
  if (error instanceof Refusal) {
    if (status === 503) reply.header('retry-after', '1');
    return send(reply, error.statusCode, error.message);
  }
  // The file server answers 403 to a path that tries to leave its folder; do not reveal that such a place exists.
  if (status === 403 || status === 404) return notFound(request, reply);
  if (status === 413) {
    // The framework would close the connection, and a client still sending its body might never see the answer.
    reply.removeHeader('connection');
    return send(reply, 413, `the body is larger than ${request.routeOptions.bodyLimit} bytes`);
  }
  if (status < 500) return send(reply, isKnown(status) ? status : 400, framework(error));
  process.stderr.write(`${request.method} ${request.url} failed: ${error.stack ?? error.message}\n`);
  return send(reply, 500);
}

/** The framework's message, if it is more exact than ours. */
function framework({ code, message }: { code?: string; message: string }): string | undefined {
  return code?.startsWith('FST_') && code !== 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? message : undefined;
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isApi = /^\/api(\/|\?|$)/.test(request.url);
  if (!isApi && request.method === 'GET' && request.headers.accept?.includes('text/html')) {
    return reply.status(404).type('text/html; charset=utf-8').send(LOST);
  }
  return send(reply, 404, `there is nothing at ${request.method} ${request.url}`);
}

function send(reply: FastifyReply, status: ErrorStatus, message?: string): FastifyReply {
  const [code, usual] = ERRORS[status];
  return reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(form(code, message ?? usual));
}

/** An error after an answer had begun, for its last line; faults also go to the terminal. */
export function lastError(error: unknown, what: string): { error: { code: string; message: string } } {
  if (error instanceof Refusal) return form(ERRORS[error.statusCode][0], error.message);
  process.stderr.write(`${what} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return form(...ERRORS[500]);
}

function form(code: string, message: string): { error: { code: string; message: string } } {
  return { error: { code, message } };
}

function isKnown(status: number): status is ErrorStatus {
  return status in ERRORS;
}
