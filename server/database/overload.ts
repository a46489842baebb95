import { StoreError } from '../files/s3/store-error.ts';

/** SQLSTATEs of timeouts, shutdown and startup. Classes: connection failure; no disk space, memory or connections. */
const CODES = new Set(['57014', '55P03', '25P03', '25P04', '57P01', '57P02', '57P03']);
const CLASSES = /^(08|53)/;

const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not queryable|pool after calling end/;

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
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if (each instanceof StoreError) return each.isTemporary;
    const { code, message } = each as Error & { code?: unknown };
    if (typeof code === 'string' && (CODES.has(code) || NETWORK.has(code) || CLASSES.test(code))) return true;
    if (MESSAGES.test(message)) return true;
  }
  return false;
}
