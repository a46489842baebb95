import { shopContext } from '#core/platform/shop.server.ts';
import { formatRobots } from './robots-text.ts';
import type { Route } from './+types/robots.ts';

export function loader({ context }: Route.LoaderArgs) {
  return new Response(formatRobots(context.get(shopContext).siteUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
