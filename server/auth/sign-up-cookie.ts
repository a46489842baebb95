import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie, setCookie } from '#domain/cookie.ts';
import { LINK_MINUTES } from './mailed-links.ts';

/** As many sign-ups as one browser remembers. */
const MOST_SIGN_UPS = 5;

const COOKIE = { name: 'partyard.signed-up', path: '/' };
const FORM = /^[\w-]{43}(?:~[\w-]{43})*$/;

interface CookieOptions {
  secret: string;
  siteUrl: string;
}

/**
 * The cookie by which a browser shows later that the sign-up of a link was made in it. Without a token it looks the
 * same and shows nothing, so that it does not reveal whether an address has an account.
 */
export function signUpCookie(
  { secret, siteUrl }: CookieOptions,
  request: Request,
  token = randomBytes(32).toString('base64url'),
): string {
  const marks = [mark(secret, token), ...marksOf(siteUrl, request)].slice(0, MOST_SIGN_UPS);
  return setCookie(COOKIE, siteUrl, marks.join('~'), LINK_MINUTES.signup * 60);
}

/** Whether the sign-up that a link confirms was made in this browser. */
export function signedUpHere({ secret, siteUrl }: CookieOptions, request: Request, token: string): boolean {
  const expected = Buffer.from(mark(secret, token));
  return marksOf(siteUrl, request).some((each) => timingSafeEqual(Buffer.from(each), expected));
}

function marksOf(siteUrl: string, request: Request): string[] {
  const value = readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), FORM);
  return value?.split('~').slice(0, MOST_SIGN_UPS) ?? [];
}

function mark(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`sign-up ${token}`).digest('base64url');
}
