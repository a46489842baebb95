import { type AliasableExpression, type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import { isExactVehicle, type PartFilters, type PartSort } from '#domain/catalog-query.ts';
import { decimalColumns, partColumns, without } from '#domain/part-fields.ts';
import { fitLevels } from '#domain/search/fit-levels.ts';
import type { SearchLevel } from '#domain/search/search-level.ts';
import { containsWords } from '#domain/search/search-levels.ts';
import type { PartCursor } from '#services/cursor.server.ts';
import {
  addedAtNumber,
  afterCursor,
  available,
  type CatalogFilters,
  inOrder,
  isByFit,
  matchesFilters,
  type PartsSelect,
} from './catalog-conditions.server.ts';
import { placeOf, toPage } from './page-cursor.server.ts';
import { readText } from './search-catalog.server.ts';
import { toNarrowing, toTerms, withoutVehicle } from './search-filters.server.ts';

export interface PartsQuery {
  filters: CatalogFilters;
  sort: PartSort;
  limit: number;
  after?: PartCursor | undefined;
}

const allHeld = sql<boolean>`stock_held > 0 and stock_held = stock_quantity`;

/** Reads one page. stock_quantity excludes held pieces. `next` is the cursor of the next page. */
export async function searchParts(database: Kysely<DB>, query: PartsQuery) {
  const planned = await choosePlan(database, query);
  const rows = (await fromFirstCandidates(database, planned)) ?? (await readPage(database, planned));
  return toPage(rows, planned);
}

export async function searchAndCountParts(database: Kysely<DB>, query: PartsQuery) {
  const [page, numbers] = await Promise.all([
    searchParts(database, query),
    countParts(database, query.filters),
  ]);
  return { ...page, ...numbers };
}

/** Ignores the filter `inStock`. */
export async function countParts(database: Kysely<DB>, { inStock: _, ...filters }: CatalogFilters) {
  const planned = await choosePlan(database, { filters, sort: 'name', limit: 0 });
  const { parts, in_stock } = await database
    .selectFrom(counts(database, planned).as('counted'))
    .select(['parts', 'in_stock'])
    .executeTakeFirstOrThrow();
  return { total: Number(parts), inStockTotal: Number(in_stock) };
}

/** The first of some texts that finds parts, in one statement. Null if none does. */
export async function firstThatFinds(
  database: Kysely<DB>,
  texts: readonly string[],
  filters: CatalogFilters,
): Promise<string | null> {
  if (texts.length === 0) return null;
  const planned = await Promise.all(
    texts.map((q) => choosePlan(database, { filters: { ...filters, q }, sort: 'name', limit: 0 })),
  );
  const each = planned.map(
    (search, index) =>
      sql`select ${index}::integer as place, counted.parts from ${counts(database, search)} as counted`,
  );
  const { rows } = await sql<{ place: number }>`
    select place from (${sql.join(each, sql` union all `)}) as found where parts > 0 order by place limit 1`.execute(
    database,
  );
  return texts[rows[0]?.place ?? -1] ?? null;
}

interface PlannedSearch extends PartsQuery {
  /** Null: in the order of an index of the table or of the search, without the interpreted text. */
  levels: SearchLevel[] | null;
}

async function choosePlan(database: Kysely<DB>, query: PartsQuery): Promise<PlannedSearch> {
  const { filters, sort } = query;
  if (usesTableIndex(filters)) return { ...query, levels: null };
  if (isByFit(filters)) {
    return { ...query, filters: withoutVehicle(filters), levels: fitLevels(filters, filters.fitBy) };
  }
  const needsLevels = sort === 'newest' || sort === 'mileage' || toNarrowing(filters).length > 0;
  if (filters.q === undefined) {
    return { ...query, levels: sort === 'best' || needsLevels ? [{ clauses: [] }] : null };
  }
  const read = await readText(database, filters.q);
  if (read.levels !== null) return { ...query, levels: read.levels };
  const bySort = { ...query, sort: sort === 'best' ? ('name' as const) : sort };
  const words = containsWords(read.query);
  if (needsLevels) return { ...bySort, levels: [words] };
  const text = read.query.groups.flatMap((group) => group.words.map(({ folded }) => folded)).join(' ');
  return { ...bySort, filters: { ...filters, q: text || filters.q }, levels: null };
}

/** Whether the levels are more than a list of all parts. */
function isByRule(levels: SearchLevel[] | null): boolean {
  return levels?.some((level) => !('clauses' in level) || level.clauses.length > 0) ?? false;
}

/** Frequent filters fill a page with the next few parts in the order, without the search index. */
const FIRST_CANDIDATES = 600;

/** Undefined if they do not fill the page, or other filters or orders are asked for. */
async function fromFirstCandidates(
  database: Kysely<DB>,
  { filters, sort, limit, after, levels }: PlannedSearch,
) {
  if (filters.q !== undefined || usesTableIndex(filters) || isByRule(levels)) return undefined;
  if (sort !== 'newest' && (sort !== 'best' || (after && placeOf(after) !== 0))) return undefined;
  // The best of them are in stock, in the order by id.
  const ordered =
    sort === 'newest'
      ? inOrder(after ? allParts(database).where(afterCursor(after, sort)) : allParts(database), sort)
      : allParts(database)
          .where('id', '>', after?.id ?? lowest.id)
          .orderBy('id');
  const next = ordered.limit(FIRST_CANDIDATES).selectAll();
  const matching = selectColumns(database.selectFrom(next.as('parts_catalog')))
    .select(addedAtNumber.as('added'))
    .where(matchesFilters(sort === 'newest' ? filters : { ...filters, inStock: true }));
  // All are in stock, so the index has them in this order.
  const rows = await (sort === 'best' ? matching.orderBy('id') : inOrder(matching, sort))
    .limit(limit + 1)
    .execute();
  return rows.length > limit ? rows : undefined;
}

async function readPage(database: Kysely<DB>, query: PlannedSearch): Promise<FoundRow[]> {
  const place = isByMatch(query) ? [sql<number>`found.place`.as('place')] : [];
  return selectColumns(orderedPage(database, query))
    .select([addedAtNumber.as('added'), ...place])
    .execute();
}

/** The parts of the page and one more, in their order. `found.place` is their place in the order by match. */
function orderedPage(database: Kysely<DB>, query: PlannedSearch) {
  const { filters, sort, after, levels } = query;
  const limit = query.limit + 1;
  if (!isByMatch(query)) return inOrder(selectPage(database, { ...query, limit }), sort).limit(limit);
  const { inStock, ...others } = filters;
  const found = sql<{ part_id: string; place: number; number: string }>`(
    select * from find_parts_by_match(${JSON.stringify(levels)}::jsonb, ${narrowedBy(others)}, ${inStock ?? false},
      ${after ? placeOf(after) : 0}::integer, ${after?.id ?? lowest.id}::uuid, ${limit}
    ) with ordinality as found (part_id, place, number))`;
  return allParts(database)
    .innerJoin(found.as('found'), 'found.part_id', 'parts_catalog.id')
    .orderBy(sql`found.number`) as unknown as PartsSelect<object>;
}

function isByMatch({ levels, sort }: PlannedSearch): boolean {
  return levels !== null && sort === 'best';
}

/** The columns of PartRow. */
function selectColumns<Tables extends DB, Names extends keyof Tables & 'parts_catalog', Row>(
  query: SelectQueryBuilder<Tables, Names, Row>,
) {
  const parts = query as unknown as SelectQueryBuilder<DB, 'parts_catalog', Row>;
  return parts.select([
    'parts_catalog.id',
    ...without(partColumns, 'stock_quantity', ...decimalColumns),
    ...decimalColumns.map((column) => decimal(column)),
    available.as('stock_quantity'),
    allHeld.as('all_held'),
  ]);
}

export type PartRow = Awaited<
  ReturnType<ReturnType<typeof selectColumns<DB, 'parts_catalog', object>>['execute']>
>[number];

/** With its place in the order by match, see find_parts_by_match. */
type FoundRow = PartRow & { added: string; place?: number };

/** Text, because JSON numbers are not exact. */
function decimal<Column extends string>(column: Column) {
  return sql<string | null>`${sql.ref(column)}::text`.as(column);
}

type Counts = AliasableExpression<{ parts: string; in_stock: string }>;

function counts(
  database: Kysely<DB>,
  { filters: { inStock: _, ...filters }, levels }: PlannedSearch,
): Counts {
  if (usesTableIndex(filters)) {
    return allParts(database)
      .where(matchesFilters(filters))
      .select([
        sql<string>`count(*)`.as('parts'),
        sql<string>`count(*) filter (where ${available} > 0)`.as('in_stock'),
      ]);
  }
  return levels
    ? sql`count_parts_of_level(${lastOf(levels)}::jsonb, ${narrowedBy(filters)})`
    : sql`count_parts(${filters.q ?? ''}, ${toTerms(filters)})`;
}

/** Finds all that the search finds. */
function lastOf(levels: SearchLevel[]): string {
  return JSON.stringify(levels.at(-1));
}

function allParts(database: Kysely<DB>): PartsSelect<object> {
  return database.selectFrom('parts_catalog');
}

function selectPage(
  database: Kysely<DB>,
  { filters, sort, limit, after, levels }: PlannedSearch,
): PartsSelect<object> {
  if (usesTableIndex(filters)) {
    const matching = allParts(database).where(matchesFilters(filters));
    return after ? matching.where(afterCursor(after, sort)) : matching;
  }
  const { name, id, number = '0' } = after ?? listStarts[sort];
  const start = sql`${name}, ${id}::uuid, ${limit}`;
  const text = filters.q ?? '';
  const found = levels
    ? sql`find_parts_of_level(${lastOf(levels)}::jsonb, ${narrowedBy(filters)}, ${sort}, ${number}::numeric, ${start})`
    : sort === 'name'
      ? sql`find_parts(${text}, ${toTerms(filters)}, ${start})`
      : sql`find_parts_by_price(${text}, ${toTerms(filters)}, ${sort === 'price_desc'}, ${number}::numeric, ${start})`;
  return allParts(database).where(sql<SqlBool>`id = any (array(select part_id from ${found}))`);
}

/** Whether an index of the table finds the parts, without the search index. */
function usesTableIndex(filters: CatalogFilters): boolean {
  return filters.ids !== undefined || (isExactVehicle(filters) && !isByFit(filters));
}

const lowest = { name: '', id: '00000000-0000-0000-0000-000000000000' };

const listStarts: Record<PartSort, PartCursor> = {
  best: { ...lowest, number: '0' },
  name: lowest,
  price_asc: { ...lowest, number: '-1' },
  price_desc: { ...lowest, number: 'Infinity' },
  newest: { ...lowest, number: 'Infinity' },
  mileage: { ...lowest, number: '0' },
};

function narrowedBy(filters: PartFilters) {
  return sql`${toTerms(filters)}, ${JSON.stringify(toNarrowing(filters))}::jsonb`;
}
