import { agentsContext } from '#core/agents/agents.server.ts';
import type { AgentResponse } from '#core/agents/repeated-requests.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import type { AgentRequest } from './agent-request.ts';

/** Proxies must not compress what is signed. */
const SIGNED = 'no-store, no-transform';

/** Answers a program with JSON, signed if a platform has to be able to prove it. */
export async function respond(
  context: AgentRequest['context'],
  { status, body }: AgentResponse,
  options: { isSigned?: boolean; headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const { isSigned = false } = options;
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': isSigned ? SIGNED : 'no-store',
    ...options.headers,
  };
  const signature = isSigned ? await context.get(agentsContext).signAnswer({ status, headers, body }) : {};
  context.get(requestContext).body = body;
  return new Response(null, { status, headers: { ...headers, ...signature } });
}
