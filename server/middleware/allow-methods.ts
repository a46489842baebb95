import type { MiddlewareHandler } from 'hono';

const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);

export function allowMethods(): MiddlewareHandler {
  return async function refuseOtherMethods(context, next) {
    if (!METHODS.has(context.req.method)) {
      return context.json({ error: 'Method not allowed' }, 405, { Allow: [...METHODS].join(', ') });
    }
    await next();
  };
}
