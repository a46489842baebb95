import type { AgentResponse } from '#core/agents/repeated-requests.server.ts';
import type { AgentAnswer, AgentOperation, AgentProblem } from '../operation.ts';
import { type ErrorMessage, UCP_VERSION } from '#core/agents/ucp.ts';
import { type Negotiated, relevantTo } from './negotiation.ts';

/** The body of a request that failed before it had an outcome. */
export function describeProblem({ code, message, continueUrl }: AgentProblem): string {
  return JSON.stringify({
    code,
    content: message,
    ...(continueUrl !== undefined && { continue_url: continueUrl }),
  });
}

/** The body and status of an operation's outcome. */
export function describeAnswer(
  { capability }: Pick<AgentOperation, 'capability'>,
  negotiated: Negotiated,
  answer: AgentAnswer,
): AgentResponse {
  const ucp = {
    version: UCP_VERSION,
    status: 'failed' in answer ? 'error' : 'success',
    capabilities: relevantTo(capability, negotiated),
    ...(capability === 'dev.ucp.shopping.checkout' && { payment_handlers: {} }),
  };
  if (!('failed' in answer))
    return { status: answer.status ?? 200, body: JSON.stringify({ ucp, ...answer.body }) };
  const { failed: messages, continueUrl } = answer;
  return {
    status: 200,
    body: JSON.stringify({ ucp, messages, ...(continueUrl !== undefined && { continue_url: continueUrl }) }),
  };
}

/** The outcome of an operation that the platform's profile does not have. */
export function describeIncompatible(
  { capability }: Pick<AgentOperation, 'capability'>,
  siteUrl: string,
): AgentResponse {
  const message: ErrorMessage = {
    type: 'error',
    code: 'capabilities_incompatible',
    content: `Your profile does not have ${capability} in version ${UCP_VERSION}`,
    severity: 'unrecoverable',
  };
  return describeAnswer({ capability }, new Map(), {
    failed: [message],
    continueUrl: `${siteUrl}/`,
  });
}
