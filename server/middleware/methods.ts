import type { MiddlewareHandler } from 'hono';

const KNOWN = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Refuses what no address of the shop understands, before anything is made of it. */
export function knownMethods(): MiddlewareHandler {
  return async function refuseUnknownMethods(context, next) {
    if (!KNOWN.has(context.req.method)) {
      return context.json({ error: 'There is no such method' }, 405, { Allow: [...KNOWN].join(', ') });
    }
    await next();
  };
}
