// For monitoring: whether the server is up, and its version.

import { VERSION } from '../../files/version.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonEndpoint } from '../endpoint.ts';
import { healthAnswer } from '../schemas.ts';

export function healthEndpoints(): Endpoint[] {
  return [
    jsonEndpoint(
      { method: 'GET', url: '/healthz', id: 'getHealth', summary: 'Whether the server is up', answer: healthAnswer },
      () => ({ status: 'ok' as const, version: VERSION }),
    ),
  ];
}
