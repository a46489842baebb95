import type { MiddlewareHandler } from 'hono';
import { refusal } from './refusal.ts';

/** These methods change nothing and have no body. */
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses writes that another site sends with a visitor's browser. Other clients send neither of the headers. */
export function requireSameOrigin({ siteUrl }: { siteUrl: string }): MiddlewareHandler {
  const own = new URL(siteUrl);
  return async function refuseCrossSite(context, next) {
    if (!SAFE_METHODS.has(context.req.method) && isCrossSite(context.req.raw, own)) {
      const body = refusal(context.req.path, 'wrong_origin', 'This request comes from another site');
      return context.json(body, 403);
    }
    await next();
  };
}

function isCrossSite({ headers, url }: Request, own: URL): boolean {
  const site = headers.get('Sec-Fetch-Site');
  const origin = headers.get('Origin');
  if (site !== null && site !== 'same-origin' && site !== 'none') return true;
  if (origin === null || origin === own.origin) return false;
  // A form on a page with no-referrer sends the origin 'null'.
  if (origin === 'null' && site === 'same-origin') return false;
  if (!URL.canParse(origin)) return true;
  const { host, protocol } = new URL(origin);
  // The shop may have other host names. An HTTP origin may be forged, so it can't write over HTTPS.
  return host !== new URL(url).host || (own.protocol === 'https:' && protocol !== 'https:');
}
