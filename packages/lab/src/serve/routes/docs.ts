// The API described: the OpenAPI document for programs, a page for people. The page is plain HTML: the usual viewers load scripts
// and styles from elsewhere, or a megabyte of their own.

import { z } from 'zod';
import { VERSION } from '../../files/version.ts';
import { docsPage } from '../docs-page.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonEndpoint, otherEndpoint } from '../endpoint.ts';
import type { JsonObject } from '../openapi.ts';
import { openApiDocument } from '../openapi.ts';

/** The endpoints that describe the others, and themselves. */
export function docsEndpoints(others: readonly Endpoint[]): Endpoint[] {
  const docs: Endpoint[] = [
    jsonEndpoint(
      {
        method: 'GET',
        url: '/api/openapi.json',
        id: 'getOpenApi',
        summary: 'This API as an OpenAPI 3.1 document',
        answer: z.looseObject({ openapi: z.string() }),
      },
      () => document as JsonObject & { openapi: string },
    ),
    otherEndpoint(
      {
        method: 'GET',
        url: '/api/docs',
        id: 'getDocs',
        summary: 'This API as a page to read',
        answer: { type: 'text/html', description: 'The page.' },
      },
      () => (reply) => void reply.type('text/html; charset=utf-8').send(page),
    ),
  ];
  const document = openApiDocument([...others, ...docs], VERSION);
  const page = docsPage(document);
  return docs;
}
