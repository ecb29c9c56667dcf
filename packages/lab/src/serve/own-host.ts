// Another site can make its own name point to this machine and then read the answers of a server here ("DNS rebinding"). So a
// server that only this machine can reach answers only to names that nobody else can give it.

import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Refusal } from './errors.ts';

export function addHostCheck(server: FastifyInstance, host: string): void {
  if (!isLoopback(host)) return;
  server.addHook('onRequest', async (request) => {
    if (!isOwn(request.headers.host)) throw new Refusal(421, `this server answers to localhost, not to another name`);
  });
}

/** All of 127.0.0.0/8 is this machine. */
function isLoopback(host: string): boolean {
  return host === '::1' || host === 'localhost' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** Numeric addresses, localhost, and names below it. HTTP/1.0 clients may give none. */
function isOwn(header: string | undefined): boolean {
  if (header === undefined) return true;
  const name = header.replace(/:\d+$/, '').toLowerCase();
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === 'localhost' || name.endsWith('.localhost');
}
