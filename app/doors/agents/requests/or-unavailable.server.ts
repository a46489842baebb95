import { requestContext } from '#core/platform/request.server.ts';
import { AgentProblem } from '../operation.ts';
import type { AgentRequest } from './agent-request.ts';

/** A request that the database can't keep apart from others fails, instead of being done twice. */
export async function orUnavailable<T>(context: AgentRequest['context'], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AgentProblem) throw error;
    context.get(requestContext).logError(error);
    throw new AgentProblem(503, 'service_unavailable', 'The shop is busy. Please try again in a moment.', {
      retryAfter: 5,
    });
  }
}
