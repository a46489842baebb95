import { READ_ONLY } from './replaceable-pool.ts';

/** SQLSTATEs of timeouts, replicas and a deadlock. Class: no disk space, memory or connections. */
const CODES = new Set(['57014', '55P03', '25P03', '25P04', '40P01', READ_ONLY]);
const CLASSES = /^53/;
const MESSAGES = /timeout exceeded when trying to connect|pool after calling end/;

/** SQLSTATEs of shutdown and startup. Class: connection failure. */
const CONNECTION_CODES = new Set(['57P01', '57P02', '57P03']);
const CONNECTION_CLASSES = /^08/;
const CONNECTION_MESSAGES = /Connection terminated|Query read timeout|not queryable/;

/** No space for files. */
const DISK = new Set(['ENOSPC', 'EDQUOT']);

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

export const BUSY = { error: 'The shop is busy. Please try again in a moment.' };

export const BUSY_HEADERS = { 'Retry-After': '5' };

export function isOverload(error: unknown): boolean {
  return (
    isConnectionFailure(error) ||
    hasCause(error, ({ code, message }) => CODES.has(code) || DISK.has(code) || CLASSES.test(code) || MESSAGES.test(message))
  );
}

/** Whether the server is lost, or was never reached. */
export function isConnectionFailure(error: unknown): boolean {
  return hasCause(
    error,
    ({ code, message }) =>
      CONNECTION_CODES.has(code) ||
      NETWORK.has(code) ||
      CONNECTION_CLASSES.test(code) ||
      CONNECTION_MESSAGES.test(message),
  );
}

function hasCause(error: unknown, is: (cause: { code: string; message: string }) => boolean): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, message } = each as Error & { code?: unknown };
    if (is({ code: typeof code === 'string' ? code : '', message })) return true;
  }
  return false;
}
