// The one form of an error: `{error: {code, message}}`. A person who mistypes an address in a browser gets a page that leads back.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { setHeaders } from './headers.ts';

const CODES: Record<number, string> = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'unsupported_type',
  422: 'invalid',
  429: 'too_many_requests',
  503: 'unavailable',
};

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

/** For what fails before a route is found, such as an address that cannot be decoded. */
export function answerEarlyError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  setHeaders(reply);
  answerError(error, request, reply);
}

function answerError(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500;
  // The file server answers 403 to a path that tries to leave its folder; that such a place exists is nobody's business.
  if (status === 403 || status === 404) return notFound(request, reply);
  if (status < 500) return send(reply, status, CODES[status] ?? 'refused', error.message);
  process.stderr.write(`${request.method} ${request.url} failed: ${error.stack ?? error.message}\n`);
  return send(reply, status, CODES[status] ?? 'internal', 'the server failed at this; its terminal says how');
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isApi = /^\/api(\/|\?|$)/.test(request.url);
  if (!isApi && request.method === 'GET' && request.headers.accept?.includes('text/html')) {
    return reply.status(404).type('text/html; charset=utf-8').send(LOST);
  }
  return send(reply, 404, 'not_found', `there is nothing at ${request.method} ${request.url}`);
}

function send(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.status(status).send({ error: { code, message } });
}
