import type { MiddlewareHandler } from 'hono';
import type { TallyRule } from '#core/limits/limits.ts';
import type { Limits } from '#core/limits/limits.server.ts';
import { SAFE_METHODS } from './same-origin.ts';

/** Signed deliveries of the payment provider come from few addresses. */
const WEBHOOK = '/functions/v1/payment-webhook';

const TOO_MANY = 'Too many requests from your network. Please wait a minute and try again.';

export function limitRequests(options: {
  limits: Limits;
  header: string;
  rule?: TallyRule;
}): MiddlewareHandler {
  return async function limitByAddress(context, next) {
    const { method, path } = context.req;
    if (path === WEBHOOK) return next();
    const address = context.req.header(options.header) ?? 'unknown';
    const rule = options.rule ?? (SAFE_METHODS.has(method) ? 'reads' : 'writes');
    const wait = await options.limits.tally(rule, address);
    if (wait === undefined) return next();
    context.header('Retry-After', String(wait));
    const page = context.req.header('Accept')?.includes('text/html');
    return page ? context.text(TOO_MANY, 429) : context.json({ error: TOO_MANY }, 429);
  };
}
