import { type Database, databaseContext } from '#core/platform/database.server.ts';
import { requestContext } from '#core/platform/request.server.ts';
import { shopContext } from '#core/platform/shop.server.ts';
import { readFilterOptions } from '#core/search/filter-options.server.ts';
import { fixedPages } from '#core/catalog/public-address.ts';
import { homeAddress } from '#core/catalog/home-address.ts';
import { emptySearch, junkyardAddress } from '#core/search/junkyard-address.ts';
import { vehicleListAddress } from '#core/search/vehicle-list-address.ts';
import {
  carEntries,
  makeEntries,
  partEntries,
  readSitemapName,
  sitemap,
  type SitemapName,
} from './sitemaps.server.ts';
import { notFound, xmlResponse } from './xml-response.server.ts';
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
    case 'cars':
      return carEntries(database);
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
