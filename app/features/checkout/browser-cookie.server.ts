import { readCookie, setCookie } from '#domain/cookie.ts';

/** Longer than any payment that a browser may come back to; renewed by each checkout. In seconds. */
const MAX_AGE = 30 * 24 * 60 * 60;

const COOKIE = { name: 'partyard.browser', path: '/functions/v1' };

/** A random uuid, as `randomUUID` makes them. */
const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * The random id of the browser that sends a request, or undefined when it has not begun a payment yet. Only the browser
 * and the shop know it: an order that carries it is this browser's own.
 */
export function readBrowserId(request: Request, siteUrl: string): string | undefined {
  return readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), UUID_V4);
}

/** The Set-Cookie header by which a browser keeps its id. */
export function browserCookie(siteUrl: string, browserId: string): string {
  return setCookie(COOKIE, siteUrl, browserId, MAX_AGE);
}
