import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie, setCookie } from '#domain/cookie.ts';

/** As many accounts as sign in from one device. */
const MOST_ACCOUNTS = 5;

/** Browsers keep no cookie longer, in seconds. */
const MAX_AGE = 400 * 24 * 60 * 60;

const COOKIE = { name: 'partyard.device', path: '/auth/v1' };
const FORM = /^[\w-]{22}(?:~[\w-]{43})+$/;

interface DeviceOptions {
  secret: string;
  siteUrl: string;
}

interface Device {
  id: string;
  /** One for each account that has signed in here, the newest first. */
  marks: string[];
}

/**
 * The name of the device that a request comes from, if it has signed in to this account before. The cookie proves it:
 * only the shop can make its marks.
 */
export function knownDevice(
  { secret, siteUrl }: DeviceOptions,
  request: Request,
  email: string,
): string | undefined {
  const device = readDevice(siteUrl, request);
  if (!device) return undefined;
  const expected = Buffer.from(mark(secret, device.id, email));
  return device.marks.some((each) => timingSafeEqual(Buffer.from(each), expected)) ? device.id : undefined;
}

/** The cookie that remembers on this device that the account has signed in here. */
export function deviceCookie({ secret, siteUrl }: DeviceOptions, request: Request, email: string): string {
  const { id, marks } = readDevice(siteUrl, request) ?? {
    id: randomBytes(16).toString('base64url'),
    marks: [],
  };
  const own = mark(secret, id, email);
  const kept = [own, ...marks.filter((each) => each !== own)].slice(0, MOST_ACCOUNTS);
  return setCookie(COOKIE, siteUrl, [id, ...kept].join('~'), MAX_AGE);
}

function readDevice(siteUrl: string, request: Request): Device | undefined {
  const value = readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), FORM);
  const [id, ...marks] = value?.split('~') ?? [];
  return id === undefined ? undefined : { id, marks: marks.slice(0, MOST_ACCOUNTS) };
}

function mark(secret: string, id: string, email: string): string {
  return createHmac('sha256', secret).update(`device ${id} ${email.toLowerCase()}`).digest('base64url');
}
