import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters } from '#domain/catalog-query.ts';
import { decodeCursor, type PartCursor } from '#services/cursor.server.ts';
import { readFacets } from '#features/catalog/search/facets.server.ts';
import { countParts, searchParts } from '#features/catalog/search/search-parts.server.ts';
import { emptySearch } from '#features/catalog/junkyard/junkyard-address.ts';
import { readJunkyardList } from '#features/catalog/junkyard/junkyard-list.server.ts';
import { judgedSearches, readJudged, scoreSearches } from '#tests/support/judged-searches.ts';
import type { BenchOptions, Catalogs } from './catalogs.ts';
import { measure, printTable } from './measure.ts';
import { described, searches } from './searches.ts';

const PAGE = 24;

/** Selective searches must take at most 1.5 times as long as with this many parts. */
const SMALL = 20_000;
const selective = searches.filter(
  ({ q, year }) => year !== undefined || /^(45022|wiper|qz|nothing)/.test(q ?? ''),
);

export async function benchSearch(catalogs: Catalogs, { parts, seconds }: BenchOptions): Promise<void> {
  const { pools } = await catalogs.open(parts);
  const small = await catalogs.open(SMALL);
  const database = pools.public;
  const ceiling = await measure(() => database.selectNoFrom((where) => where.val(1).as('one')).execute(), {
    seconds,
  });

  console.log(`${parts.toLocaleString('en-US')} parts, 8 clients, pages of ${PAGE}, milliseconds.`);
  console.log(
    `The same driver and clients with "select 1": median ${ceiling.median.toFixed(1)}, p99 ${ceiling.p99.toFixed(1)}.\n`,
  );
  const rows = [];
  for (const filters of searches) {
    const hundredth = await cursorAt(database, filters, 99);
    const first = await measure(() => page(database, filters), { seconds });
    const late = hundredth && (await measure(() => page(database, filters, hundredth), { seconds }));
    const count = await measure(() => countParts(database, filters), { seconds });
    const facets = await measure(() => readFacets(database, filters), { seconds });
    rows.push({
      search: described(filters),
      found: (await countParts(database, filters)).total,
      'first page': first.median,
      'first p99': first.p99,
      '100th page': late ? late.median.toFixed(1) : '',
      '100th p99': late ? late.p99.toFixed(1) : '',
      count: count.median,
      'count p99': count.p99,
      facets: facets.median,
      'facets p99': facets.p99,
    });
  }
  printTable(rows);

  console.log(
    `\nSelective searches, first page and count together, beside ${SMALL.toLocaleString('en-US')} parts.\n`,
  );
  const compared = [];
  for (const filters of selective) {
    const both = (at: Kysely<DB>) => () => Promise.all([page(at, filters), countParts(at, filters)]);
    // Alternates, so that other load on the machine affects both.
    const few = [];
    const many = [];
    for (let turn = 0; turn < 3; turn += 1) {
      few.push((await measure(both(small.pools.public), { clients: 1, seconds: seconds / 3 })).median);
      many.push((await measure(both(database), { clients: 1, seconds: seconds / 3 })).median);
    }
    const [atSmall, atLarge] = [middle(few), middle(many)];
    compared.push({ search: described(filters), small: atSmall, large: atLarge, times: atLarge / atSmall });
  }
  printTable(compared);
  await printScore(small.pools.public);
}

function page(database: Kysely<DB>, filters: PartFilters, after?: PartCursor) {
  return searchParts(database, { filters, sort: 'best', limit: PAGE, after });
}

/** How well the results fit what people type, see tests/support/judged-searches.ts. */
async function printScore(database: Kysely<DB>): Promise<void> {
  const places = [];
  for (const line of judgedSearches) {
    const { q, isRight } = readJudged(line);
    const list = await readJunkyardList(
      database,
      { ...emptySearch, q },
      { cursor: null, logError: (error) => console.error(error), noteIncomplete: () => undefined },
    );
    const first = typeof list === 'string' ? -1 : list.parts.slice(0, 10).findIndex(isRight);
    places.push(first < 0 ? undefined : first + 1);
    if (first < 0) console.log(`No right part among the first ten: ${line}`);
  }
  const { successAt10, mrr } = scoreSearches(places);
  console.log(
    `\n${places.length} judged searches: success at 10 ${(successAt10 * 100).toFixed(1)} %, mean reciprocal rank ${mrr.toFixed(3)}.`,
  );
}

async function cursorAt(
  database: Kysely<DB>,
  filters: PartFilters,
  pages: number,
): Promise<PartCursor | undefined> {
  const { next } = await searchParts(database, { filters, sort: 'best', limit: PAGE * pages });
  return next === null ? undefined : decodeCursor(next);
}

function middle(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
