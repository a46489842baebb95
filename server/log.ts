import { hostname } from 'node:os';
import { type LoggerOptions, pino } from 'pino';
import { logContext } from '#core/platform/log-context.server.ts';

const NAMES = ['password', 'token', 'secret', 'cookie', 'authorization', 'apiKey', 'email', 'set-cookie'];
const PATHS = NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`, `*.*.*["${name}"]`]);

/** Fields of database errors that may contain visitors' data. */
const STATEMENT_FIELDS = new Set([
  'detail',
  'where',
  'parameters',
  'query',
  'internalQuery',
  'hint',
  'config',
]);

/** Returns the options of the log. @param worker Its number, if several processes write to the log. */
export function logOptions(level: string, worker?: number): LoggerOptions {
  return {
    level,
    ...(worker !== undefined && { base: { pid: process.pid, hostname: hostname(), worker } }),
    mixin: () => ({ ...logContext.getStore() }),
    redact: { paths: PATHS, remove: true },
    serializers: { err: serializeError },
  };
}

function serializeError(error: unknown): unknown {
  const serialized: unknown = pino.stdSerializers.err(error as Error);
  if (typeof serialized !== 'object' || serialized === null) return serialized;
  return Object.fromEntries(Object.entries(serialized).filter(([name]) => !STATEMENT_FIELDS.has(name)));
}
