// An endpoint: an address of the API with the schemas of its input and output, and its function. The same definition checks
// requests and makes the OpenAPI document, so the two cannot differ.

import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { z } from 'zod';
import type { ErrorStatus } from './errors.ts';
import { Refusal } from './errors.ts';
import type { Limits } from './limits.ts';

type Schema = z.ZodObject | undefined;
type Value<S extends Schema> = S extends z.ZodObject ? z.output<S> : undefined;

export interface EndpointText {
  readonly method: 'GET' | 'POST';
  /** With `:name` for a parameter. */
  readonly url: string;
  /** A name for clients generated from the document. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Statuses it may answer with, besides 200 and those of all endpoints. */
  readonly errors?: readonly ErrorStatus[];
}

export interface Input<P extends Schema, Q extends Schema, B extends Schema> {
  readonly params: Value<P>;
  readonly query: Value<Q>;
  readonly body: Value<B>;
  /** Aborts when the time is up or the client is gone; reject with its reason. */
  readonly signal: AbortSignal;
  readonly request: FastifyRequest;
}

/** Sends an answer that is not JSON. Called while the client is still there. */
export type Send = (reply: FastifyReply) => void;

/** An answer that is not JSON. */
export interface OtherAnswer {
  /** Its media type. */
  readonly type: string;
  readonly description: string;
}

export function isOther(answer: z.ZodType | OtherAnswer): answer is OtherAnswer {
  return !('parse' in answer);
}

export interface Endpoint extends EndpointText {
  readonly params: Schema;
  readonly query: Schema;
  readonly body: Schema;
  /** The content of a 200: JSON of a schema, or something else. */
  readonly answer: z.ZodType | OtherAnswer;
  /** The time limit that a request asks for, in milliseconds; if undefined or larger, the server's own applies. */
  timeLimit(body: unknown): number | undefined;
  /** The JSON to answer with, or a `Send` for any other answer. */
  handle(input: Input<Schema, Schema, Schema>): unknown;
}

interface Definition<P extends Schema, Q extends Schema, B extends Schema> extends EndpointText {
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  readonly timeLimit?: (body: Value<B>) => number | undefined;
}

/** An endpoint that answers with JSON. */
export function jsonEndpoint<
  A extends z.ZodType,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(
  definition: Definition<P, Q, B> & { readonly answer: A },
  handle: (input: Input<P, Q, B>) => z.output<A> | Promise<z.output<A>>,
): Endpoint {
  return endpoint(definition, definition.answer, handle);
}

/**
 * An endpoint that answers with something else: a file, a page, a feed. It does not get the reply before it knows what to send:
 * if a client leaves meanwhile, the reply belongs to the error. Only the client and the limits of the connection decide how long
 * sending takes.
 */
export function otherEndpoint<P extends Schema = undefined, Q extends Schema = undefined, B extends Schema = undefined>(
  definition: Definition<P, Q, B> & { readonly answer: OtherAnswer },
  handle: (input: Input<P, Q, B>) => Send | Promise<Send>,
): Endpoint {
  return endpoint(definition, definition.answer, handle);
}

function endpoint<P extends Schema, Q extends Schema, B extends Schema>(
  { params, query, body, timeLimit, ...text }: Definition<P, Q, B>,
  answer: Endpoint['answer'],
  handle: (input: Input<P, Q, B>) => unknown,
): Endpoint {
  return {
    ...text,
    params,
    query,
    body,
    answer,
    timeLimit: (value) => timeLimit?.(value as Value<B>),
    handle: (input) => handle(input as Input<P, Q, B>),
  };
}

export function addEndpoints(server: FastifyInstance, endpoints: readonly Endpoint[], limits: Limits): void {
  for (const one of endpoints) {
    server.route({
      method: one.method,
      url: one.url,
      // Only for answers that are the same every time and that end.
      exposeHeadRoute: one.method === 'GET' && !(isOther(one.answer) && one.answer.type === 'text/event-stream'),
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const params = check(one.params, request.params, 'the address');
        const query = check(one.query, request.query, 'the query');
        const body = check(one.body, request.body, 'the body');
        const limit = Math.min(limits.requestMs, one.timeLimit(body) ?? Infinity);
        const answer = await withinLimit(limit, reply, (signal) =>
          one.handle({ params, query, body, signal, request }),
        );
        if (!isOther(one.answer)) return answer;
        (answer as Send)(reply);
        return reply;
      },
    });
  }
  for (const url of new Set(endpoints.map((one) => one.url))) refuseOtherMethods(server, url, endpoints);
}

function refuseOtherMethods(server: FastifyInstance, url: string, endpoints: readonly Endpoint[]): void {
  const allowed: HTTPMethods[] = endpoints.filter((one) => one.url === url).map((one) => one.method);
  const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !allowed.includes(method));
  server.route({
    method: others,
    url,
    exposeHeadRoute: false,
    // Refuses before reading a body.
    onRequest: async (_request, reply) => {
      reply.header('allow', allowed.join(', '));
      throw new Refusal(405, `this address takes ${allowed.join(' and ')} only`);
    },
    handler: () => undefined,
  });
}

/** Resolves or rejects with the work, or rejects when its time is up. */
async function withinLimit(ms: number, reply: FastifyReply, work: (signal: AbortSignal) => unknown): Promise<unknown> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new Refusal(504, `there was no answer within ${ms} ms`)), ms);
  const gone = () => stop.abort(new Refusal(400, 'the client went away'));
  reply.raw.once('close', gone);
  if (reply.raw.destroyed) gone();
  const stopped = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  try {
    stop.signal.throwIfAborted();
    return await Promise.race([work(stop.signal), stopped]);
  } finally {
    clearTimeout(timer);
    reply.raw.off('close', gone);
  }
}

// ── wrong input ──────────────────────────────────────────────────────────────────────────────────────────────────

function check(schema: Schema, value: unknown, where: string): Record<string, unknown> | undefined {
  if (!schema) return undefined;
  if (value === undefined || value === null) throw new Refusal(422, `${where} is missing; ${fieldsOf(schema)}`);
  const result = schema.safeParse(value, { error: (issue) => explain(issue, schema, where) });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(422, issue?.message ?? `${where} is not possible`);
}

/** One line that says which field is wrong, why, and what would be right. */
function explain(issue: z.core.$ZodRawIssue, schema: z.ZodObject, where: string): string {
  const field = issue.path?.join('.') ?? '';
  const name = field || where;
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `${name} is missing; ${fieldsOf(schema)}`
        : `${name} must be ${withArticle(issue.expected)}`;
    case 'unrecognized_keys':
      return `'${issue.keys[0]?.slice(0, 100)}' is unknown in ${where}; ${fieldsOf(schema)}`;
    case 'too_small':
      return issue.origin === 'string' ? `${name} must not be empty` : `${name} must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `${name} must have at most ${issue.maximum} characters`
        : `${name} must be at most ${issue.maximum}`;
    default:
      return `${name} is not possible`;
  }
}

function fieldsOf(schema: z.ZodObject): string {
  const fields = Object.entries(schema.shape).map(([key, field]) =>
    (field as z.ZodType).safeParse(undefined).success ? `${key} (optional)` : key,
  );
  return `the fields are ${fields.join(', ')}`;
}

function withArticle(expected: string): string {
  if (expected === 'int') return 'a whole number';
  return /^[aeiou]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}
