import type { TallyRule } from '#core/limits/limits.ts';
import { type Counted, limitsContext } from '#core/limits/limits.server.ts';
import { AgentProblem } from '../operation.ts';
import type { AgentRequest } from './agent-request.ts';

const TOO_MANY = 'Too many requests. Please wait and try again.';

/** Counts a request approximately. @throws {AgentProblem} over the limit. */
export async function tally(context: AgentRequest['context'], rule: TallyRule, key: string): Promise<void> {
  const retryAfter = await context.get(limitsContext).tally(rule, key);
  if (retryAfter !== undefined) throw new AgentProblem(429, 'rate_limited', TOO_MANY, { retryAfter });
}

/** Counts for all rules, or for none. @throws {AgentProblem} over one limit, or if nothing can be counted. */
export async function takeAll(context: AgentRequest['context'], counted: readonly Counted[]): Promise<void> {
  const allowance = await context.get(limitsContext).takeAll(counted);
  if (allowance.allowed) return;
  const retryAfter = allowance.seconds;
  throw allowance.counted
    ? new AgentProblem(429, 'rate_limited', TOO_MANY, { retryAfter })
    : new AgentProblem(503, 'service_unavailable', 'The shop is busy. Please try again.', { retryAfter });
}
