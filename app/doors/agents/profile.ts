import { AGENTS_PATH, MCP_PATH } from '#core/agents/agent-paths.ts';
import { agentsContext } from '#core/agents/agents.server.ts';
import { declaredBy } from '#core/agents/declared-capabilities.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { SHOPPING_SERVICE, shoppingServices, UCP_VERSION } from '#core/agents/ucp.ts';
import type { Route } from './+types/profile.ts';

/** Platforms may keep the profile so long. A new signing key waits longer before it signs (server/agents/keys.ts). */
const KEEP = 'public, max-age=60';

/** The shop's profile, where platforms look for it: https://ucp.dev/2026-04-08/specification/overview#business-profile */
export async function loader({ context }: Route.LoaderArgs) {
  if (!context.get(settingsContext).assistants.open) {
    const closed = { code: 'not_found', content: 'The shop serves no assistants right now' };
    return Response.json(closed, { status: 404, headers: { 'Cache-Control': 'no-store' } });
  }
  const { siteUrl } = context.get(shopContext);
  const service = { version: UCP_VERSION, spec: shoppingServices.spec };
  const profile = {
    ucp: {
      version: UCP_VERSION,
      services: {
        [SHOPPING_SERVICE]: [
          { ...service, transport: 'rest', schema: shoppingServices.rest, endpoint: siteUrl + AGENTS_PATH },
          { ...service, transport: 'mcp', schema: shoppingServices.mcp, endpoint: siteUrl + MCP_PATH },
        ],
      },
      capabilities: declaredBy(siteUrl),
      payment_handlers: {},
    },
    signing_keys: await context.get(agentsContext).publicKeys(),
  };
  return Response.json(profile, { headers: { 'Cache-Control': KEEP } });
}
