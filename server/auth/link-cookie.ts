import { readCookie, setCookie } from '#domain/cookie.ts';
import { LINK_MINUTES, type LinkPurpose } from './mailed-links.ts';

/** One for each purpose, so that a link does not push out another that still waits for its button. */
const NAMES: Record<LinkPurpose, string> = {
  signup: 'partyard.signup',
  recovery: 'partyard.recovery',
  password_change: 'partyard.password-change',
};

/**
 * Keeps the token of an opened link until its button is pressed. No script reads it, and no address, history or
 * referrer has it.
 */
export function linkCookie({ siteUrl }: { siteUrl: string }, purpose: LinkPurpose, token: string): string {
  return setCookie(cookieOf(purpose), siteUrl, token, LINK_MINUTES[purpose] * 60);
}

export function noLinkCookie({ siteUrl }: { siteUrl: string }, purpose: LinkPurpose): string {
  return setCookie(cookieOf(purpose), siteUrl, '', 0);
}

export function linkToken(
  { siteUrl }: { siteUrl: string },
  purpose: LinkPurpose,
  request: Request,
): string | undefined {
  return readCookie(cookieOf(purpose), siteUrl, request.headers.get('Cookie'), /^[\w-]{43}$/);
}

function cookieOf(purpose: LinkPurpose) {
  return { name: NAMES[purpose], path: '/' };
}
