import { readCookie, setCookie } from '#domain/cookie.ts';

/** How long a recovery link is good once it has been opened, in seconds: as long as the link itself at most. */
const MAX_AGE = 60 * 60;

const COOKIE = { name: 'partyard.recovery', path: '/' };

/** Keeps a recovery link, whose token no script and no history shall see, until its new password is set. */
export function recoveryCookie({ siteUrl }: { siteUrl: string }, token: string, maxAge = MAX_AGE): string {
  return setCookie(COOKIE, siteUrl, token, maxAge);
}

export function recoveryToken({ siteUrl }: { siteUrl: string }, request: Request): string | undefined {
  return readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), /^[\w-]{43}$/);
}
