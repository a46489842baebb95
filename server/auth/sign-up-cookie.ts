import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie, setCookie } from '#core/values/cookie.ts';
import { LINK_MINUTES } from './mailed-links.ts';

const MAX_SIGN_UPS = 5;

const COOKIE = { name: 'partyard.signed-up' };
const FORMAT = /^[\w-]{43}(?:~[\w-]{43})*$/;

interface CookieOptions {
  secret: string;
  siteUrl: string;
}

/** Proves that a sign-up was made in this browser. Looks the same without a token (the address has an account). */
export function formatSignUpCookie(
  { secret, siteUrl }: CookieOptions,
  request: Request,
  token = randomBytes(32).toString('base64url'),
): string {
  const signatures = [sign(secret, token), ...readSignatures(siteUrl, request)].slice(0, MAX_SIGN_UPS);
  return setCookie(COOKIE, siteUrl, signatures.join('~'), LINK_MINUTES.signup * 60);
}

export function hasSignedUpHere(
  { secret, siteUrl }: CookieOptions,
  request: Request,
  token: string,
): boolean {
  const expected = Buffer.from(sign(secret, token));
  return readSignatures(siteUrl, request).some((each) => timingSafeEqual(Buffer.from(each), expected));
}

function readSignatures(siteUrl: string, request: Request): string[] {
  const value = readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), FORMAT);
  return value?.split('~').slice(0, MAX_SIGN_UPS) ?? [];
}

function sign(secret: string, token: string): string {
  return createHmac('sha256', secret).update(`sign-up ${token}`).digest('base64url');
}
