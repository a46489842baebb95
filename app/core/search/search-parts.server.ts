import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { decimalColumns, partColumns, without } from '#core/catalog/part-fields.ts';
import { encodeCursor, type PartCursor } from '#core/platform/cursor.server.ts';
import { countFound, firstThatFinds } from './count-parts.server.ts';
import { type Asked, findPage } from './find-page.server.ts';
import { findOtherOffers, type OtherOffers } from './offer-groups.server.ts';
import { type FoundPart, toPage } from './page-cursor.server.ts';
import { type CatalogFilters, isByFit, toPartsCondition } from './text-search.server.ts';

export { firstThatFinds };

/** Id of a cursor at the beginning of a list. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export interface PartsQuery extends Omit<Asked, 'grouped'> {
  filters: CatalogFilters;
}

/**
 * Reads one page. stock_quantity excludes held units. `next` is the cursor of the next page. For the chosen engines of a
 * vehicle, parts that name no engine follow those that do.
 */
export async function searchParts(
  database: Kysely<DB>,
  { filters, ...page }: PartsQuery,
): Promise<Pick<PartsPage, 'parts' | 'next'>> {
  const lists =
    isByFit(filters) && filters.engines && filters.namesEngine === undefined
      ? [
          { ...filters, namesEngine: true },
          { ...filters, namesEngine: false },
        ]
      : [filters];
  const { parts, next } = await searchInTurn(database, lists, page);
  return { parts, next };
}

/** The public car that a part was taken off, as the part's page names it. */
export interface PartsCar {
  id: string;
  year: number;
  make: string;
  model: string;
}

interface PartsPage {
  parts: PartRow[];
  /** Part id -> its other offers that the list has. Empty unless `grouped`. */
  offers: Map<string, OtherOffers<PartRow>>;
  /** List -> the place on the page where it begins. */
  starts: Map<number, number>;
  next: string | null;
}

/** Reads one page of lists that follow one another, each in the same order. */
export async function searchInTurn(
  database: Kysely<DB>,
  lists: readonly CatalogFilters[],
  { sort, limit, after, grouped }: Asked,
): Promise<PartsPage> {
  const first = after?.list ?? 0;
  const found: FoundPart[] = [];
  const others = new Map<string, OtherOffers<string>>();
  const starts = new Map<number, number>();
  let next: PartCursor | null = null;
  for (const [list, filters] of lists.entries()) {
    if (list < first) continue;
    const isBegun = list === first && after !== undefined && after.id !== BEFORE_ALL;
    // A full page looks for one more part: only that makes a next page.
    const left = limit - found.length;
    const condition = await toPartsCondition(database, filters);
    const rows = await findPage(database, condition, {
      sort,
      limit: left,
      after: isBegun ? after : undefined,
      grouped,
    });
    if (rows.length === 0) continue;
    if (left === 0) {
      next = { name: '', id: BEFORE_ALL, list };
      break;
    }
    const page = toPage(rows, { sort, limit: left });
    starts.set(list, found.length);
    found.push(...page.rows);
    if (grouped) {
      const ids = page.rows.map(({ id }) => id);
      for (const [lead, offers] of await findOtherOffers(database, condition, ids)) others.set(lead, offers);
    }
    if (page.next) {
      next = lists.length > 1 ? { ...page.next, list } : page.next;
      break;
    }
  }
  const leads = found.map(({ id }) => id);
  const rows = await readParts(database, [...leads, ...[...others.values()].flatMap(({ parts }) => parts)]);
  const inOrder = (ids: readonly string[]) => ids.flatMap((id) => rows.get(id) ?? []);
  return {
    parts: inOrder(leads),
    offers: new Map(
      [...others].map(([lead, { parts, buyable }]) => [lead, { parts: inOrder(parts), buyable }]),
    ),
    starts,
    next: next && encodeCursor(next),
  };
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

/** Reads a part, and the public car that it was taken off. Returns undefined if the part does not exist. */
export async function readPartRow(
  database: Kysely<DB>,
  id: string,
): Promise<{ row: PartRow; car: PartsCar | null } | undefined> {
  const found = await selectParts(database)
    .select(sql<PartsCar | null>`car_of_part(parts_catalog.id)`.as('car'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { car, ...row } = found;
  return { row, car };
}

/** Leaves out a part that was deleted meanwhile. */
async function readParts(database: Kysely<DB>, ids: readonly string[]): Promise<Map<string, PartRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectParts(database)
    // This is a subselect, because PostgreSQL would plan a short array anew for each statement, which takes longer than to run
    // it.
    .where(sql<boolean>`id = any(array(select unnest(${ids}::uuid[])))`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function selectParts(database: Kysely<DB>) {
  return database.selectFrom('parts_catalog').select([
    'parts_catalog.id',
    ...without(partColumns, 'stock_quantity', ...decimalColumns),
    ...decimalColumns.map((column) => decimal(column)),
    sql<number>`stock_quantity - stock_held`.as('stock_quantity'),
    sql<boolean>`stock_held > 0 and stock_held = stock_quantity`.as('all_held'),
    sql<string | null>`(
      select coalesce(ready_from::text, 'unknown') from part_ready_days where part_id = parts_catalog.id
    )`.as('ready_from'),
  ]);
}

export type PartRow = Awaited<ReturnType<ReturnType<typeof selectParts>['execute']>>[number];

/** Selects decimals as text, because JSON numbers are not exact. */
function decimal<Column extends string>(column: Column) {
  return sql<string | null>`${sql.ref(column)}::text`.as(column);
}
