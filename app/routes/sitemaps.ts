import { type Database, databaseContext } from '#services/database.server.ts';
import { requestContext } from '#services/request.server.ts';
import { shopContext } from '#services/shop.server.ts';
import { readFilterOptions } from '#features/catalog/junkyard/filter-options.server.ts';
import { fixedPages } from '#domain/public-address.ts';
import { homeAddress } from '#features/catalog/home-address.ts';
import { emptySearch, junkyardAddress } from '#features/catalog/junkyard/junkyard-address.ts';
import { vehicleListAddress } from '#features/catalog/vehicles/vehicle-list-address.ts';
import {
  makeEntries,
  partEntries,
  readSitemapName,
  sitemap,
  type SitemapName,
} from '#features/seo/sitemaps.server.ts';
import { notFound, xmlResponse } from '#features/seo/xml-response.server.ts';
import type { Route } from './+types/sitemaps.ts';

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const named = readSitemapName(params.name);
  if (!named) return notFound();
  const { siteUrl } = context.get(shopContext);
  const entries = readEntries(context.get(databaseContext).public, named);
  return xmlResponse({ request, info: context.get(requestContext), chunks: () => sitemap(siteUrl, entries) });
}

function readEntries(database: Database['public'], named: SitemapName) {
  switch (named.kind) {
    case 'pages':
      return pages(database);
    case 'make':
      return makeEntries(database, named.make, ({ make, model, year, category }) =>
        model !== undefined && year !== undefined && category !== undefined
          ? homeAddress({ make, model, year: String(year), category })
          : vehicleListAddress({ make, model, year }),
      );
    case 'parts':
      return partEntries(database, named.ids);
  }
}

async function* pages(database: Database['public']) {
  const { makes, categories } = await readFilterOptions(database, Promise.resolve({}));
  yield [
    ...fixedPages,
    ...makes.map((make) => junkyardAddress({ ...emptySearch, make })),
    ...categories.map((category) => junkyardAddress({ ...emptySearch, category })),
  ].map((address) => ({ address }));
}
