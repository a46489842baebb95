import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router';
import { type Accepts, shortForm } from '#core/values/accepts.ts';
import { SAFE_METHODS } from './same-origin.ts';

/** A body without Content-Length is buffered before authentication. */
const MAX_UNDECLARED_KILOBYTES = 256;

/** Refuses what a request's route does not accept, before the body is read. */
export function limitBodies(build: ServerBuild | (() => Promise<ServerBuild>)): MiddlewareHandler {
  return async function limitBody(context, next) {
    const { method, raw } = context.req;
    // Checking the body of a GET request would make Hono create a new request.
    if (SAFE_METHODS.has(method) || raw.body === null) return next();
    const { routes } = typeof build === 'function' ? await build() : build;
    const { kilobytes, types } = findAccepted(routes, new URL(raw.url).pathname);
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

type Routes = ServerBuild['routes'];

/** The address of a page's data is that of the page. */
function findAccepted(routes: Routes, path: string): Accepts {
  const page = path.replace(/(\/_)?\.data$/, '') || '/';
  const id = matchRoutes(childrenOf(undefined, routes), page)?.at(-1)?.route.id ?? '';
  // React Router keeps exports that it does not know.
  const module = routes[id]?.module as { accepts?: Accepts } | undefined;
  return module?.accepts ?? shortForm;
}

function childrenOf(parent: string | undefined, routes: Routes): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (route === undefined || route.parentId !== parent) return [];
    const { id, path, caseSensitive } = route;
    if (route.index) return [{ id, path, caseSensitive, index: true }];
    return [{ id, path, caseSensitive, children: childrenOf(id, routes) }];
  });
}

/** The rest of the body is not read, so the connection can't be reused. */
function refuse(context: Context, status: 411 | 413 | 415, error: string) {
  return context.json({ error }, status, { Connection: 'close' });
}
