import { type Database, databaseContext, requestContext, shopContext } from '#services';
import { filterOptions } from '#features/catalog/junkyard/filter-options.server.ts';
import { homeAddress } from '#features/catalog/results/results-address.ts';
import { everything, junkyardAddress } from '#features/catalog/junkyard/junkyard-address.ts';
import { vehicleListAddress } from '#features/catalog/vehicles/vehicle-list-address.ts';
import {
  makeEntries,
  partEntries,
  readSitemapName,
  sitemap,
  type SitemapName,
} from '#features/seo/sitemaps.server.ts';
import { notThere, xmlAnswer } from '#features/seo/xml-answer.server.ts';
import type { Route } from './+types/sitemaps.ts';

/** GET /sitemaps/{name}.xml: what /sitemap.xml lists. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const named = readSitemapName(params.name);
  if (!named) return notThere();
  const { siteUrl } = context.get(shopContext);
  const entries = entriesOf(context.get(databaseContext).public, named);
  return xmlAnswer({ request, info: context.get(requestContext), pieces: () => sitemap(siteUrl, entries) });
}

function entriesOf(database: Database['public'], named: SitemapName) {
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

/** What there is whatever the shop sells, and its catalogue by make and by category. */
async function* pages(database: Database['public']) {
  const lasting = [
    '/',
    '/junkyard',
    '/parts',
    '/about',
    '/contact',
    '/request',
    '/warranty',
    '/terms',
    '/privacy',
  ];
  const { makes, categories } = await filterOptions(database, Promise.resolve({}));
  yield [
    ...lasting,
    ...makes.map((make) => junkyardAddress({ ...everything, make })),
    ...categories.map((category) => junkyardAddress({ ...everything, category })),
  ].map((address) => ({ address }));
}
