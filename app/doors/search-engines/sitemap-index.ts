import { databaseContext } from '#core/platform/database.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { countParts } from '#core/search/search-parts.server.ts';
import { listMakes } from '#core/search/vehicle-lists.server.ts';
import { sitemapIndex } from './sitemaps.server.ts';
import type { Route } from './+types/sitemap-index.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const [makes, { total }, car] = await Promise.all([
    listMakes(database),
    countParts(database, {}),
    database.selectFrom('public_cars').select('id').limit(1).executeTakeFirst(),
  ]);
  const index = sitemapIndex(context.get(shopContext).siteUrl, {
    makes,
    parts: total,
    cars: car !== undefined,
  });
  return new Response(index, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  });
}
