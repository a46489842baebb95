import { shopContext } from '#services';
import { robots } from '#features/seo/robots.ts';
import type { Route } from './+types/robots.ts';

/** GET /robots.txt: what crawlers may read, and where the sitemaps are. */
export function loader({ context }: Route.LoaderArgs) {
  return new Response(robots(context.get(shopContext).siteUrl), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
