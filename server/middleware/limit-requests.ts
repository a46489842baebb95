import type { MiddlewareHandler } from 'hono';
import type { TallyRule } from '#core/limits/limits.ts';
import type { Limits } from '#core/limits/limits.server.ts';
import { isAgentPath, refusal } from './refusal.ts';
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
    const { rule = ruleOf(method, path) } = options;
    const wait = await options.limits.tally(rule, address);
    if (wait === undefined) return next();
    context.header('Retry-After', String(wait));
    const page = context.req.header('Accept')?.includes('text/html');
    return page
      ? context.text(TOO_MANY, 429)
      : context.json(refusal(path, 'rate_limited', TOO_MANY, wait), 429);
  };
}

function ruleOf(method: string, path: string): TallyRule {
  if (isAgentPath(path)) return 'assistants';
  return SAFE_METHODS.has(method) ? 'reads' : 'writes';
}
