import type { Transaction } from 'kysely';
import type { RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import type { DB } from '#db/types.ts';
import { type ApiScope, readBearer } from '#core/api/api-key.ts';
import { databaseContext, type Identity } from '#core/platform/database.server.ts';
import { limitsContext } from '#core/limits/limits.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { hashToken } from '#core/platform/link-token.server.ts';
import { findApiKey } from '#core/api/api-keys.server.ts';
import { completeRequest, repeatRequest, type StoredAnswer } from '#core/api/idempotency.server.ts';
import { type Operation, type OperationName, operations } from './operations.ts';
import { ApiProblem, explainDatabaseError } from '#core/api/problem.server.ts';

type Given<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined;

interface Call<Described> {
  /** The transaction has the key's rights. */
  transaction: Transaction<DB>;
  scopes: readonly ApiScope[];
  query: Described extends { query: infer Schema } ? Given<Schema> : undefined;
  body: Described extends { body: infer Schema } ? Given<Schema> : undefined;
  request: Request;
}

export interface Answer<Body> {
  body: Body;
  headers?: Record<string, string>;
}

type Handlers = {
  [Name in OperationName]?: (
    call: Call<(typeof operations)[Name]>,
  ) => Promise<Answer<z.infer<(typeof operations)[Name]['response']>>>;
};

interface Served {
  request: Request;
  context: Readonly<RouterContextProvider>;
}

/** Answers a request of the owner's API (docs/api.md). Reads the key, never a cookie. */
export async function serveApi({ request, context }: Served, handlers: Handlers): Promise<Response> {
  try {
    return await answer(request, context, handlers);
  } catch (error) {
    if (error instanceof ApiProblem) return error.toResponse();
    const problem = explainDatabaseError(error);
    if (problem) return problem.toResponse();
    const { id, logError } = context.get(requestContext);
    logError(error);
    if ((error as { code?: string }).code === '42501')
      return new ApiProblem(403, 'The key may not do this').toResponse();
    return new ApiProblem(500, `Something went wrong. Reference ${id}`).toResponse();
  }
}

async function answer(request: Request, context: Served['context'], handlers: Handlers): Promise<Response> {
  const names = Object.keys(handlers) as OperationName[];
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const name = names.find((each) => operations[each].method === method);
  const allowed = names.map((each) => operations[each].method).join(', ');
  if (!name) throw new ApiProblem(405, `Use ${allowed}`, { headers: { Allow: allowed } });
  const operation: Operation = operations[name];

  const token = readBearer(request.headers.get('Authorization'));
  const { from } = context.get(requestContext);
  const identity: Identity | undefined =
    token === undefined ? undefined : { role: 'api_client', keyHash: hashToken(token), from };
  const database = context.get(databaseContext);
  const key = identity && (await database.as(identity, findApiKey));
  if (!identity || !key) {
    throw new ApiProblem(401, 'Send a valid key as "Authorization: Bearer py_live_…"', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  if (!operation.scopes.some((scope) => key.scopes.includes(scope)))
    throw new ApiProblem(403, `The key needs the scope ${operation.scopes.join(' or ')}`);
  const allowance = await context.get(limitsContext).take('use-api-key', key.id);
  if (!allowance.allowed) {
    const headers = { 'Retry-After': String(allowance.seconds) };
    throw allowance.counted
      ? new ApiProblem(429, 'Too many requests with this key', { headers })
      : new ApiProblem(503, 'The shop is busy. Try again in a moment', { headers });
  }

  const query = operation.query && readQuery(operation.query, new URL(request.url).searchParams);
  const text = operation.body ? await request.text() : '';
  const body = operation.body && readBody(operation.body, text);
  const call = { scopes: key.scopes, query, body, request };
  const handle = handlers[name] as (call: object) => Promise<Answer<unknown>>;
  const done = await database.as(identity, async (transaction): Promise<StoredAnswer> => {
    const repeated = operation.body && (await repeatRequest(transaction, request, text));
    if (repeated) return repeated;
    const { body: content, headers = {} } = await handle({ ...call, transaction });
    const made = { status: operation.status, headers, body: content };
    if (operation.body) await completeRequest(transaction, request, made);
    return made;
  });
  return new Response(JSON.stringify(done.body), {
    status: done.status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...done.headers },
  });
}

function readQuery(schema: z.ZodObject, parameters: URLSearchParams): Record<string, unknown> {
  const repeated = [...parameters.keys()].find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) throw refused(400, { [repeated]: 'must be given once' });
  const parsed = schema.safeParse(Object.fromEntries(parameters));
  if (!parsed.success) throw refused(400, describeIssues(parsed.error));
  return parsed.data;
}

function readBody(schema: z.ZodObject, text: string): Record<string, unknown> {
  let sent: unknown;
  try {
    sent = JSON.parse(text);
  } catch {
    throw new ApiProblem(400, 'The body is not JSON');
  }
  const parsed = schema.safeParse(sent);
  if (!parsed.success) throw refused(422, describeIssues(parsed.error));
  return parsed.data;
}

function refused(status: 400 | 422, errors: Record<string, string>): ApiProblem {
  const [[name = '', error = ''] = []] = Object.entries(errors);
  return new ApiProblem(status, `${name === '' ? 'The body' : name}: ${error}`, { errors });
}

function describeIssues({ issues }: z.ZodError): Record<string, string> {
  return Object.fromEntries(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => [name, 'is not a field of this request'])
        : [[issue.path.join('.'), issue.message]],
    ),
  );
}
