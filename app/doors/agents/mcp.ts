import { serveMcp } from './mcp/serve-mcp.server.ts';
import type { Route } from './+types/mcp.ts';

export { accepts } from './rest.ts';

/** The MCP binding: https://ucp.dev/2026-04-08/specification/overview#model-context-protocol-mcp */
export function loader({ request, context }: Route.LoaderArgs) {
  return serveMcp(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return serveMcp(request, context);
}
