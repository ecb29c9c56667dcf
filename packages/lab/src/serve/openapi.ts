// The OpenAPI 3.1 document, made from the endpoints and their schemas.

import { z } from 'zod';
import type { Endpoint } from './endpoint.ts';
import { isOther } from './endpoint.ts';
import type { ErrorStatus } from './errors.ts';
import { ERRORS } from './errors.ts';
import { errorAnswer, NAMED } from './schemas.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

const STATUSES = Object.keys(ERRORS).map(Number) as ErrorStatus[];
/** Statuses that any endpoint may answer with. */
const ANY_ERRORS: readonly ErrorStatus[] = [500, 503, 504];

export function openApiDocument(endpoints: readonly Endpoint[], version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.url.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'afterstate',
      version,
      description:
        'Players of 2048-like games: what they would do on a board, their models, and trainings as they run.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: namedSchemas(),
      responses: Object.fromEntries(STATUSES.map((status) => [ERRORS[status][0], failure(status)])),
    },
  };
}

function operation(endpoint: Endpoint): JsonObject {
  const { id, summary, description, params, query, body } = endpoint;
  const refusals = [...(params || query || body ? [422 as const] : []), ...(body ? ([400, 413, 415] as const) : [])];
  const errors = new Set<ErrorStatus>([...(endpoint.errors ?? []), ...refusals, ...ANY_ERRORS]);
  return {
    operationId: id,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(params || query ? { parameters: [...parameters('path', params), ...parameters('query', query)] } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: reference(body) } } } } : {}),
    responses: {
      '200': success(endpoint),
      ...Object.fromEntries(
        [...errors]
          .sort((a, b) => a - b)
          .map((status) => [String(status), { $ref: `#/components/responses/${ERRORS[status][0]}` }]),
      ),
    },
  };
}

function parameters(where: 'path' | 'query', schema: z.ZodObject | undefined): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = asJson(z.toJSONSchema(schema, { io: 'output' })) as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description = '', ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    description,
    schema: rest,
  }));
}

function success({ answer, summary }: Endpoint): JsonObject {
  if (isOther(answer)) return { description: answer.description, content: { [answer.type]: {} } };
  const description = NAMED.get(answer)?.description ?? `${summary}.`;
  return { description, content: { 'application/json': { schema: reference(answer) } } };
}

function failure(status: ErrorStatus): JsonObject {
  const [code, message] = ERRORS[status];
  return {
    description: `${code}: ${message}.`,
    content: { 'application/json': { schema: reference(errorAnswer) } },
  };
}

/** A named schema by its name, a list of them likewise, any other schema in full. */
function reference(schema: z.ZodType): JsonObject {
  const id = NAMED.get(schema)?.id;
  if (id !== undefined) return { $ref: uri(id) };
  if (schema instanceof z.ZodArray) return { type: 'array', items: reference(schema.element as z.ZodType) };
  return withoutMarks(asJson(z.toJSONSchema(schema)));
}

function namedSchemas(): JsonObject {
  const { schemas } = z.toJSONSchema(NAMED, { uri });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutMarks(asJson(schema))]));
}

function uri(id: string): string {
  return `#/components/schemas/${id}`;
}

function withoutMarks({ $schema: _schema, $id: _id, ...rest }: JsonObject): JsonObject {
  return rest;
}

function asJson(value: unknown): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
