import type { PartFilters } from '#domain/catalog-query.ts';
import { randomAddress } from '../tests/support/random-address.ts';
import { runShop } from '../tests/support/run-shop.ts';
import { BENCH_SECRET } from './catalogs.ts';
import { measure, printTable } from './measure.ts';

const parameters: Record<keyof PartFilters, string> = {
  q: 'q',
  make: 'make',
  model: 'model',
  year: 'year',
  category: 'category',
  conditions: 'condition',
  origin: 'origin',
  grades: 'grade',
  maxMiles: 'max_miles',
  kind: 'kind',
  brand: 'brand',
  minPriceCents: 'min_price',
  maxPriceCents: 'max_price',
  inStock: 'in_stock',
  newArrivals: 'new_arrivals',
  fitBy: 'fit_by',
};

export function runWithoutKeptPages(url: string) {
  return runShop({
    DATABASE_URL: url,
    AUTH_SECRET: BENCH_SECRET,
    PAGE_CACHE_MB: '0',
    TRUST_PROXY: 'true',
  });
}

/** Measures the JSON of pages and facets, from a shop that keeps no pages. */
export async function benchOverHttp(url: string, searches: PartFilters[], seconds: number): Promise<void> {
  const shop = runWithoutKeptPages(url);
  try {
    const address = await shop.ready();
    const rows = [];
    for (const filters of searches) {
      const query = toQuery(filters);
      const page = await measure(() => getFromAnywhere(`${address}/api/parts?sort=best&${query}`), {
        seconds,
      });
      const facets = await measure(() => getFromAnywhere(`${address}/api/parts/facets?${query}`), {
        seconds,
      });
      rows.push({
        search: decodeURIComponent(query) || 'everything',
        'page and count': page.median,
        'page p99': page.p99,
        facets: facets.median,
        'facets p99': facets.p99,
      });
    }
    console.log('\nThe same over HTTP, without kept pages, 8 clients, milliseconds.\n');
    printTable(rows);
  } finally {
    await shop.kill('SIGTERM');
  }
}

function toQuery(filters: PartFilters): string {
  const given = Object.entries(filters).flatMap(([name, value]) => {
    const parameter = parameters[name as keyof PartFilters];
    const values = Array.isArray(value) ? value : [name.endsWith('Cents') ? Number(value) / 100 : value];
    return values.map((each) => [parameter, String(each)]);
  });
  return new URLSearchParams(given).toString();
}

/** From another address each time, because of the rate limit for each. */
export async function getFromAnywhere(url: string): Promise<void> {
  const response = await fetch(url, { headers: { 'X-Forwarded-For': randomAddress() } });
  if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
  await response.arrayBuffer();
}
