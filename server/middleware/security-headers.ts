import type { MiddlewareHandler } from 'hono';

/** A policy for whatever is no page: data, files, errors in plain text. */
const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'";

/** Sets the headers that keep a browser from doing more with an answer than it should. */
export function securityHeaders(options: { https: boolean }): MiddlewareHandler {
  return async function setSecurityHeaders(context, next) {
    await next();
    const { headers } = context.res;
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', NOTHING_RUNS);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=()');
    if (options.https) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
}
