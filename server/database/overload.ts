import { READ_ONLY } from './replaceable-pool.ts';
import { StoreError } from '../files/s3/store-error.ts';

/** SQLSTATEs of timeouts, replicas and a deadlock. The class covers missing disk space, memory or connections. */
const CODES = new Set(['57014', '55P03', '25P03', '25P04', '40P01', READ_ONLY]);
const CLASSES = /^53/;
const MESSAGES = /timeout exceeded when trying to connect|pool after calling end/;

/** SQLSTATEs of shutdown and startup. The class covers connection failures. */
const CONNECTION_CODES = new Set(['57P01', '57P02', '57P03']);
const CONNECTION_CLASSES = /^08/;
const CONNECTION_MESSAGES = /Connection terminated|Query read timeout|not queryable/;

/** The disk has no space for files. */
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
  const causes = listCauses(error);
  const ofStore = causes.find((cause) => cause instanceof StoreError);
  if (ofStore) return ofStore.isTemporary;
  return causes.some(
    (cause) =>
      isLost(cause) || isCode(cause, CODES, CLASSES) || isCode(cause, DISK) || MESSAGES.test(cause.message),
  );
}

/** Tells whether the server is lost, or was never reached. */
export function isConnectionFailure(error: unknown): boolean {
  return listCauses(error).some(isLost);
}

function isLost(cause: Error): boolean {
  return (
    isCode(cause, CONNECTION_CODES, CONNECTION_CLASSES) ||
    isCode(cause, NETWORK) ||
    CONNECTION_MESSAGES.test(cause.message)
  );
}

function isCode(cause: Error & { code?: unknown }, codes: ReadonlySet<string>, classes?: RegExp): boolean {
  const { code } = cause;
  return typeof code === 'string' && (codes.has(code) || (classes?.test(code) ?? false));
}

function listCauses(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each);
  return causes;
}
