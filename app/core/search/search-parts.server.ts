import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartSort } from '#core/catalog/catalog-query.ts';
import { decimalColumns, partColumns, without } from '#core/catalog/part-fields.ts';
import type { PartCursor } from '#core/platform/cursor.server.ts';
import { countFound, firstThatFinds } from './count-parts.server.ts';
import { findPage } from './find-page.server.ts';
import { type FoundPart, toPage } from './page-cursor.server.ts';
import { type CatalogFilters, toPartsCondition } from './text-search.server.ts';

export { firstThatFinds };

export interface PartsQuery {
  filters: CatalogFilters;
  sort: PartSort;
  limit: number;
  after?: PartCursor | undefined;
}

/** Reads one page. stock_quantity excludes held units. `next` is the cursor of the next page. */
export async function searchParts(database: Kysely<DB>, query: PartsQuery) {
  const condition = await toPartsCondition(database, query.filters);
  const found = await findPage(database, condition, query);
  const { rows, ...page } = toPage(found, query);
  return { parts: await readParts(database, rows), ...page };
}

export async function searchAndCountParts(database: Kysely<DB>, query: PartsQuery) {
  const [page, numbers] = await Promise.all([
    searchParts(database, query),
    countParts(database, query.filters),
  ]);
  return { ...page, ...numbers };
}

/** Ignores the filter `inStock` as long as the number is exact. */
export function countParts(database: Kysely<DB>, filters: CatalogFilters) {
  return countFound(database, filters);
}

/** Reads parts in the order of `found`. Leaves out a part that was deleted meanwhile. */
async function readParts(database: Kysely<DB>, found: readonly FoundPart[]): Promise<PartRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const rows = await selectParts(database)
    // This is a subselect, because PostgreSQL would plan a short array anew for each statement, which takes longer than to run
    // it.
    .where(sql<boolean>`id = any(array(select unnest(${ids}::uuid[])))`)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function selectParts(database: Kysely<DB>) {
  return database
    .selectFrom('parts_catalog')
    .select([
      'parts_catalog.id',
      ...without(partColumns, 'stock_quantity', ...decimalColumns),
      ...decimalColumns.map((column) => decimal(column)),
      sql<number>`stock_quantity - stock_held`.as('stock_quantity'),
      sql<boolean>`stock_held > 0 and stock_held = stock_quantity`.as('all_held'),
    ]);
}

export type PartRow = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number];

/** Selects decimals as text, because JSON numbers are not exact. */
function decimal<Column extends string>(column: Column) {
  return sql<string | null>`${sql.ref(column)}::text`.as(column);
}
