import { shopContext } from '#core/platform/shop.server.ts';
import { settingsContext } from '#core/settings/settings.server.ts';
import { formatLlmsText } from './llms-text.ts';
import type { Route } from './+types/llms.ts';

/** Says how assistants can shop here (llmstxt.org). */
export function loader({ context }: Route.LoaderArgs) {
  const { business, assistants } = context.get(settingsContext);
  if (!assistants.open) return new Response('This shop serves no assistants right now.\n', { status: 404 });
  return new Response(formatLlmsText(context.get(shopContext).siteUrl, business), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
