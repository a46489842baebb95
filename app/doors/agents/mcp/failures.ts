import { AgentProblem } from '../operation.ts';

/** Codes of JSON-RPC: https://ucp.dev/2026-04-08/specification/overview#error-codes */
const codes = new Map([
  ['invalid_profile_url', -32_001],
  ['profile_unreachable', -32_001],
  ['profile_malformed', -32_001],
  ['version_unsupported', -32_001],
  ['digest_mismatch', -32_600],
  ['algorithm_unsupported', -32_600],
  ['invalid_message', -32_600],
  ['parse_error', -32_700],
]);

function codeOf({ status, code }: AgentProblem): number {
  const named = codes.get(code);
  if (named !== undefined) return named;
  if (status === 400) return -32_602;
  return status === 500 ? -32_603 : -32_000;
}

/** The body of a request by MCP that failed. `id` is that of the request. */
export function describeFailure(id: string | number | null, problem: AgentProblem): string {
  const { code, message, continueUrl, retryAfter } = problem;
  const data = {
    code,
    content: message,
    ...(continueUrl !== undefined && { continue_url: continueUrl }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
  };
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code: codeOf(problem), message, data } });
}

/** Reads the kept body of a request that failed. */
export function readFailure(status: number, body: string): AgentProblem {
  const { code = '', content = '', continue_url: continueUrl } = JSON.parse(body) as Record<string, string>;
  return new AgentProblem(status, code, content, { ...(continueUrl !== undefined && { continueUrl }) });
}

export function wrongMethod(): AgentProblem {
  return new AgentProblem(405, 'method_not_allowed', 'Send messages by POST. The shop opens no streams.');
}
