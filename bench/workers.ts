import { runShop } from '../tests/support/run-shop.ts';
import { BENCH_SECRET, type BenchOptions, type Catalogs } from './catalogs.ts';
import { median, printTable } from './measure.ts';
import { CLIENTS, perSecond, RESULTS } from './pages.ts';

const TURNS = 5;
const WORKERS = [1, 2];

const addresses = {
  'rendered page': RESULTS,
  JSON: '/api/parts?make=Honda&model=Civic&year=2015&category=Brakes&limit=24',
};

/** Requests per second with one process and with two, in turn. No page is kept in memory. */
export async function benchWorkers(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { url } = await catalogs.open(parts);
  const shops = WORKERS.map((workers) =>
    runShop({
      WORKERS: String(workers),
      DATABASE_URL: url,
      AUTH_SECRET: BENCH_SECRET,
      PAGE_CACHE_MB: '0',
      TRUST_PROXY: 'true',
    }),
  );
  const rows = [];
  try {
    const sites = await Promise.all(shops.map((shop) => shop.ready()));
    for (const [name, path] of Object.entries(addresses)) {
      const measured = sites.map((): number[] => []);
      for (let turn = 0; turn < TURNS; turn += 1) {
        for (const [index, site] of sites.entries()) {
          measured[index]?.push(await perSecond(`${site}${path}`, seconds));
        }
      }
      const [one = 0, two = 0] = measured.map(median);
      rows.push({ address: name, 'one process': one, 'two processes': two, times: two / one });
    }
  } finally {
    await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  }
  console.log(
    `${parts.toLocaleString('en-US')} parts, ${CLIENTS} clients, requests per second, medians of ${TURNS} turns.`,
  );
  console.log('Clients and PostgreSQL use the same cores.\n');
  printTable(rows);
}
