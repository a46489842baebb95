import pg from 'pg';
import { judgedSearches, readJudged } from '#tests/support/judged-searches.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { measure, median, printTable } from './measure.ts';
import { getFromAnywhere, runWithoutKeptPages } from './search-over-http.ts';

const SMALL = 20_000;
const TURNS = 3;

/** Less than it takes to search for all texts, so that no list is kept until the same text comes again. */
const FORGET_MS = 250;

/** What people type, and each letter and digit alone. */
const texts = [
  ...judgedSearches.map((line) => readJudged(line).q),
  ...Array.from('abcdefghijklmnopqrstuvwxyz0123456789'),
];

/** Searches over HTTP in a fixed mixed order, 8 clients, no page or list kept. In turns with a catalog of 20,000 parts. */
export async function benchMixedSearches(
  catalogs: Catalogs,
  { parts, seconds }: BenchOptions,
): Promise<void> {
  const urls = new Map<number, string>();
  for (const size of [SMALL, parts]) urls.set(size, (await catalogs.open(size)).url);
  const rows = [];
  for (const [kind, list] of [
    ['what people type', texts.slice(0, judgedSearches.length)],
    ['with single letters and digits', texts],
  ] as const) {
    const found: Record<number, { median: number; p99: number }[]> = { [SMALL]: [], [parts]: [] };
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [size, url] of urls) {
        found[size]?.push(await measureSearches(url, list, seconds));
      }
    }
    const middle = (size: number, value: 'median' | 'p99') =>
      median(found[size]?.map((each) => each[value]) ?? []);
    rows.push({
      searches: kind,
      [`median of ${SMALL}`]: middle(SMALL, 'median'),
      [`p99 of ${SMALL}`]: middle(SMALL, 'p99'),
      [`median of ${parts}`]: middle(parts, 'median'),
      [`p99 of ${parts}`]: middle(parts, 'p99'),
      'times at the median': middle(parts, 'median') / middle(SMALL, 'median'),
    });
  }
  console.log(
    'JSON of the first 24 parts with their number, 8 clients, milliseconds, medians of three turns.\n',
  );
  printTable(rows);
}

async function measureSearches(url: string, list: readonly string[], seconds: number) {
  const shop = runWithoutKeptPages(url);
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  const forgetting = setInterval(() => void owner.query("notify catalog_changed, ''"), FORGET_MS);
  try {
    const address = await shop.ready();
    // Steps over the list that reach each place, so that neighbors, which are alike, are apart.
    const at = (round: number) => encodeURIComponent(list[(round * 101) % list.length] ?? '');
    const search = (round: number) => getFromAnywhere(`${address}/api/parts?sort=best&q=${at(round)}`);
    await measure(search, { seconds });
    return await measure(search, { seconds: seconds * 3 });
  } finally {
    clearInterval(forgetting);
    await owner.end();
    await shop.kill('SIGTERM');
  }
}
