import { limitsContext } from '#core/limits/limits.server.ts';
import { type AgentCall, AgentProblem } from './operation.ts';

/** Bounds the carts and checkouts that platforms make, because each is kept for days. @throws {AgentProblem} */
export async function limitPreparing({
  context,
  platform,
}: Pick<AgentCall, 'context' | 'platform'>): Promise<void> {
  const allowance = await context.get(limitsContext).takeAll([
    ['prepare-purchase', platform.id],
    ['prepare-purchase-all', 'all'],
  ]);
  if (allowance.allowed) return;
  const { counted, seconds: retryAfter } = allowance;
  throw counted
    ? new AgentProblem(429, 'rate_limited', 'Too many carts and checkouts. Please wait and try again.', {
        retryAfter,
      })
    : new AgentProblem(503, 'service_unavailable', 'The shop is busy. Please try again in a moment.', {
        retryAfter,
      });
}
