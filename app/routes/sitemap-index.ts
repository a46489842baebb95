import { databaseContext } from '#services/database.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { countParts } from '#features/catalog/search/search-parts.server.ts';
import { listMakes } from '#features/catalog/vehicles/vehicle-lists.server.ts';
import { sitemapIndex } from '#features/seo/sitemaps.server.ts';
import type { Route } from './+types/sitemap-index.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const database = context.get(databaseContext).public;
  const [makes, { total }] = await Promise.all([listMakes(database), countParts(database, {})]);
  const index = sitemapIndex(context.get(shopContext).siteUrl, {
    makes,
    parts: total,
  });
  return new Response(index, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  });
}
