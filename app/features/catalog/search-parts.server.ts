import { type Kysely, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartFilters, PartSort } from '#domain/catalog-query.ts';
import { type PartCursor, encodeCursor } from './cursor.server.ts';

/** What narrows a list: what shoppers filter by, and parts by their ids. */
export interface CatalogFilters extends PartFilters {
  ids?: readonly string[] | undefined;
}

export interface PartsQuery {
  filters: CatalogFilters;
  sort: PartSort;
  /** How many parts at most. */
  limit: number;
  after?: PartCursor | undefined;
}

type PartsSelect<Row> = SelectQueryBuilder<DB, 'parts_catalog', Row>;

const available = sql<number>`stock_quantity - stock_held`;
const shownPrice = sql<string>`coalesce(price, 0)`;

/**
 * One page of the catalogue in the columns of the specification, stock_quantity being what can still be bought.
 * `next` tells where the page after it begins; paging by it neither skips nor repeats a part that stays.
 */
export async function searchParts(database: Kysely<DB>, { filters, sort, limit, after }: PartsQuery) {
  const rows = await inOrder(matching(database, filters), sort, after)
    .select([
      'id',
      'part_name',
      'oem_number',
      'brand',
      'category',
      'subcategory',
      'description',
      'vehicle_make',
      'vehicle_model',
      'vehicle_year',
      'vehicle_engine',
      'part_type',
      'price',
      available.as('stock_quantity'),
      'image_url',
      'source_url',
      'tax_rate',
      'shipping_cost',
    ])
    .limit(limit + 1)
    .execute();
  const parts = rows.slice(0, limit);
  const last = parts.at(-1);
  return { parts, next: rows.length > limit && last ? encodeCursor(cursorAt(last, sort)) : null };
}

export type PartRow = Awaited<ReturnType<typeof searchParts>>['parts'][number];

function cursorAt(row: { id: string; part_name: string; price: string | null }, sort: PartSort): PartCursor {
  return { name: row.part_name, id: row.id, ...(sort !== 'name' && { price: row.price ?? '0' }) };
}

/** How many parts pass the filters, and how many of them can be bought; `inStock` itself is left out of account. */
export async function countParts(database: Kysely<DB>, { inStock: _, ...filters }: CatalogFilters) {
  const counts =
    filters.q || filters.ids
      ? matching(database, filters).select([
          sql<string>`count(*)`.as('parts'),
          sql<string>`count(*) filter (where ${available} > 0)`.as('in_stock'),
        ])
      : database
          .selectFrom('catalog_counts')
          .where('parts', '>', 0)
          .where((where) => where.and(exactColumns(filters)))
          .select([
            sql<string>`coalesce(sum(parts), 0)`.as('parts'),
            sql<string>`coalesce(sum(in_stock), 0)`.as('in_stock'),
          ]);
  const { parts, in_stock } = await counts.executeTakeFirstOrThrow();
  return { total: Number(parts), inStockTotal: Number(in_stock) };
}

function matching(database: Kysely<DB>, filters: CatalogFilters): PartsSelect<object> {
  const words = filters.q?.split(/\s+/).filter(Boolean) ?? [];
  return database
    .selectFrom('parts_catalog')
    .where((where) =>
      where.and([
        where.and(exactColumns(filters)),
        ...words.map(containsWord),
        ...(filters.ids ? [sql<SqlBool>`id = any(${filters.ids}::uuid[])`] : []),
        ...(filters.inStock ? [sql<SqlBool>`${available} > 0`] : []),
      ]),
    );
}

/** The filters that compare a whole column, under the names that it has in the catalogue and in its counts. */
function exactColumns({ make, model, year, category, condition }: PartFilters) {
  return {
    ...(make !== undefined && { vehicle_make: make }),
    ...(model !== undefined && { vehicle_model: model }),
    ...(year !== undefined && { vehicle_year: year }),
    ...(category !== undefined && { category }),
    ...(condition !== undefined && { part_type: condition }),
  };
}

/** Case-insensitive containment in any searched field; %, _ and \ in the word stand for themselves. */
function containsWord(word: string) {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`
    part_search_text(part_name, brand, oem_number, description, vehicle_make, vehicle_model) like ${pattern}`;
}

/** Each order ends in the id, so that no two parts share a place in it. */
function inOrder(query: PartsSelect<object>, sort: PartSort, after: PartCursor | undefined) {
  switch (sort) {
    case 'name':
      return (after ? query.where(sql<SqlBool>`(part_name, id) > (${after.name}, ${after.id}::uuid)`) : query)
        .orderBy('part_name')
        .orderBy('id');
    case 'price_asc':
      return (after ? query.where(behindPrice(after, '>')) : query)
        .orderBy(shownPrice)
        .orderBy('part_name')
        .orderBy('id');
    case 'price_desc':
      // All columns turn round together: one index serves both directions.
      return (after ? query.where(behindPrice(after, '<')) : query)
        .orderBy(shownPrice, 'desc')
        .orderBy('part_name', 'desc')
        .orderBy('id', 'desc');
  }
}

function behindPrice(after: PartCursor, direction: '>' | '<') {
  return sql<SqlBool>`(${shownPrice}, part_name, id) ${sql.raw(direction)}
    (${after.price ?? '0'}::numeric, ${after.name}, ${after.id}::uuid)`;
}
