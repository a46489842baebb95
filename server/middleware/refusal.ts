import { AGENTS_PATH, MCP_PATH } from '#core/agents/agent-paths.ts';

/** The body of a request that is refused before a route sees it, in the shape that its program reads. */
export function refusal(path: string, code: string, content: string, retryAfter?: number): object {
  if (path === MCP_PATH) {
    const data = { code, content, ...(retryAfter !== undefined && { retry_after: retryAfter }) };
    return { jsonrpc: '2.0', id: null, error: { code: -32_000, message: content, data } };
  }
  return isAgentPath(path) ? { code, content } : { error: content };
}

/** True for requests of assistants (docs/agents.md). */
export function isAgentPath(path: string): boolean {
  return path.startsWith(`${AGENTS_PATH}/`);
}
