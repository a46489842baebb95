import { type LoggerOptions, pino } from 'pino';

/** What is never written, wherever a line has it. */
const NAMES = ['password', 'token', 'secret', 'cookie', 'authorization', 'apiKey', 'email', 'set-cookie'];
const PATHS = NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`, `*.*.*["${name}"]`]);

/**
 * What PostgreSQL and its driver tell of a statement that failed: it may hold what a visitor has sent. Message, code,
 * stack, and the names of table and constraint are enough to find it.
 */
const OF_STATEMENTS = new Set(['detail', 'where', 'parameters', 'query', 'internalQuery', 'hint', 'config']);

/** How the shop writes its log, a line of JSON each. */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    redact: { paths: PATHS, remove: true },
    serializers: { err: withoutStatements },
  };
}

function withoutStatements(error: unknown): unknown {
  const told: unknown = pino.stdSerializers.err(error as Error);
  if (typeof told !== 'object' || told === null) return told;
  return Object.fromEntries(Object.entries(told).filter(([name]) => !OF_STATEMENTS.has(name)));
}
