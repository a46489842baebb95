/**
 * What PostgreSQL calls: statement or lock timed out, idle too long, shutting down, starting. All that begins with 08 (a
 * connection broke) or 53 (disk, memory or connections used up) counts too.
 */
const CODES = new Set(['57014', '55P03', '25P03', '25P04', '57P01', '57P02', '57P03']);
const CLASSES = /^(08|53)/;

/** What the driver says without a code: no connection of the pool came free, or one broke. */
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

/** Whether a failure says that the database has too much to do or is away for a moment, and nothing about the request. */
export function isOverload(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, message } = each as Error & { code?: unknown };
    if (typeof code === 'string' && (CODES.has(code) || NETWORK.has(code) || CLASSES.test(code))) return true;
    if (MESSAGES.test(message)) return true;
  }
  return false;
}
