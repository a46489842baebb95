import type { MiddlewareHandler } from 'hono';

/** What changes nothing, and has no body. */
export const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site makes a visitor's browser write here, a neighbour under the same domain included. A client
 * that is no browser sends neither header, and has no visitor's cookies.
 */
export function sameOrigin({ siteUrl }: { siteUrl: string }): MiddlewareHandler {
  const own = new URL(siteUrl);
  return async function refuseCrossSite(context, next) {
    if (!READING_METHODS.has(context.req.method) && isCrossSite(context.req.raw, own)) {
      return context.json({ error: 'This request comes from another site' }, 403);
    }
    await next();
  };
}

function isCrossSite({ headers, url }: Request, own: URL): boolean {
  const site = headers.get('Sec-Fetch-Site');
  const origin = headers.get('Origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  if (origin === null || origin === own.origin) return false;
  // A form of a page that sends no referrer names no origin either. The browser itself still says where it stands.
  if (origin === 'null' && site === 'same-origin') return false;
  if (!URL.canParse(origin)) return true;
  const { host, protocol } = new URL(origin);
  // Also reached by another name than its public one. Whoever is between a browser and http is not let into https.
  return host !== new URL(url).host || (own.protocol === 'https:' && protocol !== 'https:');
}
