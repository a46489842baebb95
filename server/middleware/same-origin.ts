import type { MiddlewareHandler } from 'hono';

/** What changes nothing, and has no body. */
export const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a visitor's browser write here. A client that is no browser sends neither header,
 * and has no visitor's cookies.
 */
export function sameOrigin(): MiddlewareHandler {
  return async function refuseCrossSite(context, next) {
    if (!READING_METHODS.has(context.req.method) && isCrossSite(context.req.raw)) {
      return context.json({ error: 'This request comes from another site' }, 403);
    }
    await next();
  };
}

function isCrossSite(request: Request): boolean {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site !== null) return site !== 'same-origin' && site !== 'none';
  const origin = request.headers.get('Origin');
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host);
}
