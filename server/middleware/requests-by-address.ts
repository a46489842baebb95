import type { MiddlewareHandler } from 'hono';
import type { TallyRule } from '#domain/limits.ts';
import type { Limits } from '#services';
import { READING_METHODS } from './same-origin.ts';

/** The payment provider sends from few addresses, and a signature tells its deliveries from anybody's. */
const WEBHOOK = '/functions/v1/payment-webhook';

const TOO_MANY = 'Too many requests come from your address. Please wait a minute, then try again.';

/** Counts all that is computed for an address, so that none keeps the shop from the others. */
export function requestsByAddress(options: {
  limits: Limits;
  header: string;
  /** What it counts as; undefined: as a read or a write, by its method. */
  rule?: TallyRule;
}): MiddlewareHandler {
  return async function limitRequestsByAddress(context, next) {
    const { method, path } = context.req;
    if (path === WEBHOOK) return next();
    const address = context.req.header(options.header) ?? 'unknown';
    const rule = options.rule ?? (READING_METHODS.has(method) ? 'reads' : 'writes');
    const wait = await options.limits.tally(rule, address);
    if (wait === undefined) return next();
    context.header('Retry-After', String(wait));
    const page = context.req.header('Accept')?.includes('text/html');
    return page ? context.text(TOO_MANY, 429) : context.json({ error: TOO_MANY }, 429);
  };
}
