import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readCookie, setCookie } from '#core/values/cookie.ts';

const MAX_ACCOUNTS = 5;

/** Browsers keep no cookie for longer. */
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60;

const COOKIE = { name: 'partyard.device' };
const FORMAT = /^[\w-]{22}(?:~[\w-]{43})+$/;

interface DeviceOptions {
  secret: string;
  siteUrl: string;
}

interface Device {
  id: string;
  /** One signature for each account that has signed in, newest first. */
  signatures: string[];
}

/** Reads the id of a device that has signed in to this account before. Only the shop can sign its cookie. */
export function readKnownDevice(
  { secret, siteUrl }: DeviceOptions,
  request: Request,
  email: string,
): string | undefined {
  const device = readDevice(siteUrl, request);
  if (!device) return undefined;
  const expected = Buffer.from(sign(secret, device.id, email));
  return device.signatures.some((each) => timingSafeEqual(Buffer.from(each), expected))
    ? device.id
    : undefined;
}

export function formatDeviceCookie(
  { secret, siteUrl }: DeviceOptions,
  request: Request,
  email: string,
): string {
  const { id, signatures: earlier } = readDevice(siteUrl, request) ?? {
    id: randomBytes(16).toString('base64url'),
    signatures: [],
  };
  const own = sign(secret, id, email);
  const signatures = [own, ...earlier.filter((each) => each !== own)].slice(0, MAX_ACCOUNTS);
  return setCookie(COOKIE, siteUrl, [id, ...signatures].join('~'), MAX_AGE_SECONDS);
}

function readDevice(siteUrl: string, request: Request): Device | undefined {
  const value = readCookie(COOKIE, siteUrl, request.headers.get('Cookie'), FORMAT);
  const [id, ...signatures] = value?.split('~') ?? [];
  return id === undefined ? undefined : { id, signatures: signatures.slice(0, MAX_ACCOUNTS) };
}

function sign(secret: string, id: string, email: string): string {
  return createHmac('sha256', secret).update(`device ${id} ${email.toLowerCase()}`).digest('base64url');
}
