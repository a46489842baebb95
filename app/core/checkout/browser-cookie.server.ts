import { BROWSER_KEY } from './browser-key.ts';
import { readCookie, setCookie } from '#core/values/cookie.ts';

/** Longer than any payment stays open. */
const MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const COOKIE = { name: 'partyard.browser' };

/** Reads the browser's secret random id, which proves that an order belongs to the browser, also on the success page. */
export function readBrowserId(request: Request, siteUrl: string): string | undefined {
  return readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), BROWSER_KEY);
}

export function formatBrowserCookie(siteUrl: string, browserId: string): string {
  return setCookie(COOKIE, siteUrl, browserId, MAX_AGE_SECONDS);
}
