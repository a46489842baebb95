import { readCookie, setCookie } from '#core/values/cookie.ts';
import { LINK_MINUTES, type LinkPurpose } from './mailed-links.ts';

type LinkCookie = LinkPurpose | 'invitation';

/** An opened link waits this many minutes for its form. Invitations and undo links themselves work longer. */
const MINUTES: Record<LinkCookie, number> = { ...LINK_MINUTES, email_undo: 60, invitation: 24 * 60 };

/** Shown when a form names another account than the cookie's link. */
export const OTHER_LINK = "You've opened another link since then. Please open the link in the email again.";

/** Keeps the token of an opened link for its form. Unlike an address, it is not in the history or a referrer. */
export function formatLinkCookie(
  { siteUrl }: { siteUrl: string },
  purpose: LinkCookie,
  token: string,
): string {
  return setCookie(cookieFor(purpose), siteUrl, token, MINUTES[purpose] * 60);
}

export function formatClearedLinkCookie({ siteUrl }: { siteUrl: string }, purpose: LinkCookie): string {
  return setCookie(cookieFor(purpose), siteUrl, '', 0);
}

export function readLinkToken(
  { siteUrl }: { siteUrl: string },
  purpose: LinkCookie,
  request: Request,
): string | undefined {
  return readCookie(cookieFor(purpose), siteUrl, request.headers.get('Cookie'), /^[\w-]{43}$/);
}

/** Each purpose has its own cookie, so that opened links do not replace each other. */
function cookieFor(purpose: LinkCookie) {
  return { name: `partyard.${purpose.replace('_', '-')}` };
}
