import { type Agents, agentsContext } from '#core/agents/agents.server.ts';
import {
  type AgentResponse,
  claimRequest,
  keepAnswer,
  type KeyedRequest,
  releaseRequest,
} from '#core/agents/repeated-requests.server.ts';
import { databaseContext } from '#core/platform/database.server.ts';
import { AgentProblem } from '../operation.ts';
import type { AgentRequest } from './agent-request.ts';
import { describeProblem } from './describe-answer.ts';
import { orUnavailable } from './or-unavailable.server.ts';

/**
 * Reads the key against repetition, from the header Idempotency-Key or from the call's `meta`.
 * @throws {AgentProblem} if they differ, or if it is missing where MCP demands it.
 */
export function readKey({ request, meta, operation }: AgentRequest): string | undefined {
  const header = request.headers.get('Idempotency-Key');
  const wrong = (content: string) => new AgentProblem(400, 'invalid_request', content);
  const { key: named } = meta ?? {};
  if (header !== null && named !== undefined && header !== named)
    throw wrong('Idempotency-Key and meta["idempotency-key"] must be the same');
  const key = header ?? named;
  if (key === undefined) {
    if (meta && operation.demandsKey) throw wrong('meta["idempotency-key"] is missing');
    return undefined;
  }
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw wrong('The idempotency key must have 1 to 255 visible ASCII characters');
  return key;
}

/** Answers a repeated request as it was answered before. What failed without an effect may be tried again. */
export async function runOnce(
  context: AgentRequest['context'],
  request: KeyedRequest,
  run: (newId: string) => Promise<AgentResponse>,
): Promise<AgentResponse> {
  const database = context.get(databaseContext);
  const agents: Agents = context.get(agentsContext);
  const claim = await orUnavailable(context, () => claimRequest(database, agents, request));
  if ('answered' in claim) return claim.answered;
  if ('problem' in claim)
    throw claim.problem === 'in-work'
      ? new AgentProblem(503, 'request_in_work', 'The first request with this key is still in progress', {
          retryAfter: 2,
        })
      : new AgentProblem(409, 'idempotency_conflict', 'Another request has used this idempotency key');
  let answer: AgentResponse;
  try {
    answer = await run(claim.newId);
  } catch (error) {
    if (!(error instanceof AgentProblem) || error.status >= 500 || error.status === 429) {
      await releaseRequest(database, request).catch(() => undefined);
      throw error;
    }
    await orUnavailable(context, () =>
      keepAnswer(database, agents, request, { status: error.status, body: describeProblem(error) }),
    );
    throw error;
  }
  await orUnavailable(context, () => keepAnswer(database, agents, request, answer));
  return answer;
}
