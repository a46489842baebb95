/** What PostgreSQL calls: statement or lock timed out, idle too long, too many connections, shutting down, starting. */
const CODES = new Set(['57014', '55P03', '25P03', '25P04', '53300', '53400', '57P01', '57P02', '57P03']);

/** What the driver says without a code: no connection of the pool came free, or one broke. */
const MESSAGES = /timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

/** Whether a failure says that the database has too much to do or is away for a moment, and nothing about the request. */
export function isOverload(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    const { code, message } = each as Error & { code?: unknown };
    if (typeof code === 'string' && (CODES.has(code) || NETWORK.has(code) || code.startsWith('08')))
      return true;
    if (MESSAGES.test(message)) return true;
  }
  return false;
}
