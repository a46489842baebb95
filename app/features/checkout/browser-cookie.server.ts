import { readCookie, setCookie } from '#domain/cookie.ts';

/** Longer than any payment stays open. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const COOKIE = { name: 'partyard.browser', path: '/functions/v1' };

const UUID_V4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Reads the browser's secret random id, which proves that an order belongs to the browser. */
export function readBrowserId(request: Request, siteUrl: string): string | undefined {
  return readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), UUID_V4);
}

export function formatBrowserCookie(siteUrl: string, browserId: string): string {
  return setCookie(COOKIE, siteUrl, browserId, MAX_AGE_SECONDS);
}
