import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#core/catalog/catalog-query.ts';
import { readFacets } from '#core/search/facets.server.ts';
import { countParts, searchParts } from '#core/search/search-parts.server.ts';
import { inTurns, measure, printTable, summarize } from './measure.ts';
import { type BenchOptions, openShop, openShopPools } from './shop.ts';

const PAGE = 24;
const CLIENTS = 8;
const TURNS = 3;

/** Selective searches must take at most 1.5 times as long as with this many parts. */
const SMALL = 20_000;

const texts =
  'brake,pads,windshield,wiper,rotors,brake honda,civic 2015 brake,chevy alternator,front left headlight,' +
  '2010 honda civic front brake pads,45022-TR3-A01,45022-TR3,45022,450,45,4,ac,qz,a,nothing';

const searches: PartFilters[] = [
  {},
  { make: 'Honda' },
  { category: 'Brakes' },
  { conditions: ['Good'] },
  { make: 'Honda', model: 'Civic', year: 2015 },
  { make: 'Honda', model: 'Civic', year: 2015, category: 'Brakes' },
  ...texts.split(',').map((q) => ({ q })),
  { q: 'brake', make: 'Honda', category: 'Brakes', conditions: ['Good'] },
  { q: 'brake', conditions: ['New', 'Good'], brand: 'Akebono' },
  { kind: 'Front Brake Pads', make: 'Honda' },
  { minPriceCents: 5_000, maxPriceCents: 20_000 },
  { q: 'honda', minPriceCents: 5_123, maxPriceCents: 9_999, inStock: true },
  { minPriceCents: 5_123, maxPriceCents: 9_999 },
  { minPriceCents: 4_000, maxPriceCents: 9_000 },
  { inStock: true },
  { origin: 'used', newArrivals: true },
];

const selective = searches.filter(
  ({ q, year }) => year !== undefined || /^(45022|wiper|qz|nothing)/.test(q ?? ''),
);

/** Measures the parts, the count and the facets of searches without HTTP. */
export async function benchSearch({ parts, seconds }: BenchOptions): Promise<void> {
  await using shop = await openShop({ parts });
  await using pools = await openShopPools(shop);
  const database = pools.public;
  const timing = { clients: CLIENTS, seconds };
  console.log(
    `${parts.toLocaleString('en-US')} parts, ${CLIENTS} clients, pages of ${PAGE}, milliseconds.\n`,
  );
  /** Measures milliseconds of PostgreSQL's processor time with one client. */
  const costOf = async (work: () => Promise<unknown>) => {
    const before = shop.readTimes().database;
    const { perSecond } = await measure(work, { clients: 1, seconds });
    return (shop.readTimes().database - before) / (perSecond * seconds);
  };
  const rows = [];
  const costs = { page: [] as number[], facets: [] as number[] };
  for (const filters of searches) {
    costs.page.push(
      await costOf(() => Promise.all([readPage(database, filters), countParts(database, filters)])),
    );
    costs.facets.push(await costOf(() => readFacets(database, filters)));
    const first = await measure(() => readPage(database, filters), timing);
    const count = await measure(() => countParts(database, filters), timing);
    const facets = await measure(() => readFacets(database, filters), timing);
    rows.push({
      search: describe(filters),
      found: (await countParts(database, filters)).total,
      'first page': first.median,
      'first p99': first.p99,
      count: count.median,
      'count p99': count.p99,
      facets: facets.median,
      'facets p99': facets.p99,
    });
  }
  printTable(rows);
  console.log('\nProcessor time of PostgreSQL, one client.\n');
  printTable(
    Object.entries(costs).map(([what, times]) => {
      const { median, p95, slowest } = summarize(times);
      return { what: what === 'page' ? 'page and count' : what, median, p95, slowest };
    }),
  );

  if (parts === SMALL) return;
  await using small = await openShop({ parts: SMALL });
  await using smallPools = await openShopPools(small);
  const compared = [];
  for (const filters of selective) {
    const [[, few] = [], [, many] = []] = await inTurns(
      TURNS,
      { small: smallPools.public, large: database },
      (at) =>
        measure(() => Promise.all([readPage(at, filters), countParts(at, filters)]), {
          seconds: seconds / TURNS,
        }),
    );
    const [atSmall = Number.NaN, atLarge = Number.NaN] = [few?.median, many?.median];
    compared.push({
      search: describe(filters),
      [`${SMALL} parts`]: atSmall,
      [`${parts} parts`]: atLarge,
      times: atLarge / atSmall,
    });
  }
  console.log('\nFirst page and count together, one client, milliseconds:\n');
  printTable(compared);
}

function readPage(database: Kysely<DB>, filters: PartFilters) {
  return searchParts(database, { filters, sort: 'best', limit: PAGE });
}

function describe(filters: PartFilters): string {
  return Object.values(filters).join(' · ') || 'everything';
}
