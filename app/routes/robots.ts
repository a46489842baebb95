import { shopContext } from '#services/shop.server.ts';
import { formatRobots } from '#features/seo/robots.ts';
import type { Route } from './+types/robots.ts';

export function loader({ context }: Route.LoaderArgs) {
  return new Response(formatRobots(context.get(shopContext).siteUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
