import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ServerBuild } from 'react-router';
import { type Accepts, shortForm } from '#core/values/accepts.ts';
import { createRoutePatterns, patternsById } from '../route-patterns.ts';
import { refusal } from './refusal.ts';
import { SAFE_METHODS } from './same-origin.ts';

/** A body without Content-Length is buffered before authentication. */
const MAX_UNDECLARED_KILOBYTES = 256;

/** Refuses what a request's route does not accept, before the body is read. */
export function limitBodies(build: ServerBuild | (() => Promise<ServerBuild>)): MiddlewareHandler {
  let readFinder: () => Finder | Promise<Finder>;
  if (typeof build === 'function') readFinder = async () => createFinder(await build());
  else {
    const finder = createFinder(build);
    readFinder = () => finder;
  }
  return async function limitBody(context, next) {
    const { method, raw, path } = context.req;
    // Checking the body of a GET request would make Hono create a new request.
    if (SAFE_METHODS.has(method) || raw.body === null) return next();
    const findAccepted = await readFinder();
    const { kilobytes, types } = findAccepted(path);
    const type = raw.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
    const chunked = raw.headers.has('Transfer-Encoding');
    const hasBody = chunked || Number(raw.headers.get('Content-Length')) > 0;
    if (type === undefined ? hasBody : !types.includes(type)) {
      return refuse(context, 415, `The Content-Type must be ${types.join(' or ')}`);
    }
    if (chunked && kilobytes > MAX_UNDECLARED_KILOBYTES)
      return refuse(context, 411, 'The Content-Length is missing');
    const limitSize = bodyLimit({
      maxSize: kilobytes * 1024,
      onError: () => refuse(context, 413, 'Too large'),
    });
    return limitSize(context, next);
  };
}

type Finder = (path: string) => Accepts;

function createFinder({ routes }: ServerBuild): Finder {
  const patterns = patternsById(routes);
  const patternOf = createRoutePatterns([...patterns.values()]);
  const named = new Map<string, Accepts>();
  for (const [id, pattern] of patterns) {
    // React Router keeps exports that it does not know.
    const module = routes[id]?.module as { accepts?: Accepts } | undefined;
    if (module?.accepts) named.set(pattern, module.accepts);
  }
  return function findAccepted(path) {
    // The address of a page's data is that of the page.
    const page = path.replace(/(\/_)?\.data$/, '').toLowerCase();
    return named.get(patternOf(page)) ?? shortForm;
  };
}

const codes = { 411: 'length_required', 413: 'request_too_large', 415: 'wrong_content_type' };

/** The rest of the body is not read, so the connection can't be reused. */
function refuse(context: Context, status: 411 | 413 | 415, error: string) {
  return context.json(refusal(context.req.path, codes[status], error), status, { Connection: 'close' });
}
