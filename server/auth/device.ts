import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** As many accounts as sign in from one device. */
const MOST_ACCOUNTS = 5;

/** Browsers keep no cookie longer, in seconds. */
const MAX_AGE = 400 * 24 * 60 * 60;

const NAME = 'partyard.device';
const FORM = /(?:^|; )partyard\.device=([\w-]{22}(?:~[\w-]{43})+)(?:;|$)/;

interface Device {
  id: string;
  /** One for each account that has signed in here, the newest first. */
  marks: string[];
}

/**
 * The name of the device that a request comes from, if it has signed in to this account before. The cookie proves it:
 * only the shop can make its marks.
 */
export function knownDevice(secret: string, request: Request, email: string): string | undefined {
  const device = readDevice(request);
  if (!device) return undefined;
  const expected = Buffer.from(mark(secret, device.id, email));
  return device.marks.some((each) => timingSafeEqual(Buffer.from(each), expected)) ? device.id : undefined;
}

/** The cookie that remembers on this device that the account has signed in here. */
export function deviceCookie(
  options: { secret: string; siteUrl: string },
  request: Request,
  email: string,
): string {
  const { id, marks } = readDevice(request) ?? { id: randomBytes(16).toString('base64url'), marks: [] };
  const own = mark(options.secret, id, email);
  const kept = [own, ...marks.filter((each) => each !== own)].slice(0, MOST_ACCOUNTS);
  const secure = options.siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${[id, ...kept].join('~')}; Path=/auth/v1; Max-Age=${MAX_AGE}; HttpOnly; SameSite=Lax${secure}`;
}

function readDevice(request: Request): Device | undefined {
  const [, value] = (request.headers.get('Cookie') ?? '').match(FORM) ?? [];
  const [id, ...marks] = value?.split('~') ?? [];
  return id === undefined ? undefined : { id, marks: marks.slice(0, MOST_ACCOUNTS) };
}

function mark(secret: string, id: string, email: string): string {
  return createHmac('sha256', secret).update(`device ${id} ${email.toLowerCase()}`).digest('base64url');
}
