import type { Route } from './+types/mcp.ts';

export { accepts } from './rest.ts';

/** The MCP binding: https://ucp.dev/2026-04-08/specification/overview#model-context-protocol-mcp */
export function loader({ request, context }: Route.LoaderArgs) {
  return serve(request, context);
}

export function action({ request, context }: Route.ActionArgs) {
  return serve(request, context);
}

/** The SDK is loaded when the first message comes. */
async function serve(request: Request, context: Route.LoaderArgs['context']): Promise<Response> {
  const { serveMcp } = await import('./mcp/serve-mcp.server.ts');
  return serveMcp(request, context);
}
