import { readCookie, setCookie } from '#domain/cookie.ts';
import { LINK_MINUTES, type LinkPurpose } from './mailed-links.ts';

/** One cookie per purpose, so that opened links do not replace each other. */
const NAMES: Record<LinkPurpose, string> = {
  signup: 'partyard.signup',
  recovery: 'partyard.recovery',
  password_change: 'partyard.password-change',
};

/** Keeps the token of an opened link for its form. Unlike an address, it is not in the history or a referrer. */
export function formatLinkCookie(
  { siteUrl }: { siteUrl: string },
  purpose: LinkPurpose,
  token: string,
): string {
  return setCookie(cookieFor(purpose), siteUrl, token, LINK_MINUTES[purpose] * 60);
}

export function formatClearedLinkCookie({ siteUrl }: { siteUrl: string }, purpose: LinkPurpose): string {
  return setCookie(cookieFor(purpose), siteUrl, '', 0);
}

export function readLinkToken(
  { siteUrl }: { siteUrl: string },
  purpose: LinkPurpose,
  request: Request,
): string | undefined {
  return readCookie(cookieFor(purpose), siteUrl, request.headers.get('Cookie'), /^[\w-]{43}$/);
}

function cookieFor(purpose: LinkPurpose) {
  return { name: NAMES[purpose], path: '/' };
}
