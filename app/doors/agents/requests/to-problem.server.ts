import { requestContext } from '#core/platform/request.server.ts';
import { AgentProblem } from '../operation.ts';
import type { AgentRequest } from './agent-request.ts';

/** Returns what is said about a failure. One that nobody expected is logged. */
export function toProblem(context: AgentRequest['context'], error: unknown): AgentProblem {
  if (error instanceof AgentProblem) return error;
  const { id, logError } = context.get(requestContext);
  logError(error);
  return new AgentProblem(500, 'internal_error', `Something went wrong. Reference ${id}`);
}

/** Headers that belong to the status of a problem. */
export function headersOf({ status, retryAfter }: AgentProblem): Record<string, string> {
  return {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(status === 401 && { 'WWW-Authenticate': 'Signature realm="ucp"' }),
  };
}
