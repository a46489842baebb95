import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { KindChoice } from '#core/catalog/part-kind.ts';
import { listColumns, without } from '#core/catalog/part-fields.ts';
import { cutPage, readStart } from '#core/platform/list-page.server.ts';
import { findHidden } from './find-hidden.server.ts';
import { findListed } from './find-listed.server.ts';
import { catalogTable, hiddenTable, isHiddenIn, type PartTable } from './part-table.server.ts';
import { filtersOf, type PartsQuery, readSort } from './parts-address.ts';

const PAGE_SIZE = 25;

const NUMBER = /^\d{1,12}(\.\d{1,2})?$/;
const NAME = /^[^\0]*$/;
const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Lists one page of the catalog, or of the hidden parts, and counts all that match. */
export async function listParts(transaction: Transaction<DB>, query: PartsQuery) {
  const { order, descending } = readSort(query.sort);
  const start = readStart(query, ...(order === 'name' ? [] : [NUMBER]), NAME, ID);
  const [id, name = '', number] = start.place?.toReversed() ?? [];
  const isHidden = query.listing === 'hidden';
  const { ids, total } = await (isHidden ? findHidden : findListed)(transaction, {
    q: query.q,
    withCars: true,
    filters: filtersOf(query),
    order,
    descending: descending !== start.backwards,
    from: id === undefined ? undefined : { id, name, number },
    count: PAGE_SIZE + 1,
  });
  const found = await readRows(transaction, ids, isHidden ? hiddenTable : catalogTable);
  const page = cutPage(found, start, PAGE_SIZE, (row) => {
    const sorted = { name: [], price: [row.price ?? '0'], stock: [String(row.stock_quantity)] }[order];
    return [...sorted, row.part_name, row.id];
  });
  return { ...page, total };
}

export type PartRow = Awaited<ReturnType<typeof readRows>>[number];

/** Leaves out embedded pictures, which can be large: `picture` is null for them, and `has_image` is true. */
async function readRows(transaction: Transaction<DB>, ids: string[], table: PartTable) {
  const rows = await transaction
    .selectFrom(table)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .select([
      'id',
      'stock_held',
      ...without(listColumns, 'image_url'),
      sql<boolean>`coalesce(image_url, '') <> ''`.as('has_image'),
      sql<string | null>`case when image_url not like 'data:%' then nullif(image_url, '') end`.as('picture'),
      sql<number>`(
        select count(*)::integer from stock_waits
        where part_id = ${sql.table(table)}.id and told_at is null and ended_at is null and confirmed_at is not null
      )`.as('waiting'),
      isHiddenIn(table),
    ])
    .execute();
  const places = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

export async function catalogFigures(transaction: Transaction<DB>) {
  const { lowStock } = (await readSettings(transaction)).limits;
  const [tally, low, categories] = [
    await transaction
      .selectFrom('catalog_tallies')
      .select(({ fn }) => [
        fn.sum<string | null>('parts').as('parts'),
        fn.sum<string | null>('priced').as('priced'),
        fn.sum<string | null>('out_of_stock').as('outOfStock'),
      ])
      .executeTakeFirstOrThrow(),
    await transaction
      .selectFrom('catalog_stock_tallies')
      .select(({ fn }) => fn.sum<string | null>('parts').as('parts'))
      .where('stock_quantity', '<=', lowStock)
      .executeTakeFirstOrThrow(),
    await listCategories(transaction),
  ];
  return {
    parts: Number(tally.parts),
    categories: categories.length,
    priced: Number(tally.priced),
    outOfStock: Number(tally.outOfStock),
    lowStock: Number(low.parts),
  };
}

export async function listCategories(transaction: Transaction<DB>) {
  const rows = await transaction
    .selectFrom('catalog_counts')
    .select(({ fn }) => ['category as name', fn.sum<string>('parts').as('parts')])
    .where('parts', '>', 0)
    .groupBy('category')
    .orderBy('category')
    .execute();
  return rows.map(({ name, parts }) => ({ name, parts: Number(parts) }));
}

export function listConditions(transaction: Transaction<DB>) {
  return transaction
    .selectFrom('conditions')
    .select(['id', 'name', 'color_class', 'sort_order'])
    .orderBy('sort_order')
    .orderBy('name')
    .execute();
}

export type ConditionRow = Awaited<ReturnType<typeof listConditions>>[number];

/** Lists kinds of parts by name. */
export async function listKindChoices(transaction: Transaction<DB>): Promise<KindChoice[]> {
  return transaction.selectFrom('part_kinds').select(['key', 'name']).orderBy('name').execute();
}

/** Returns the key of the kind that a part's name tells. Null if it tells none, or is not read yet. */
export async function findKindOfName(transaction: Transaction<DB>, name: string): Promise<string | null> {
  const found = await transaction
    .selectFrom('part_names')
    .select('kind')
    .where('name', '=', name)
    .executeTakeFirst();
  return found?.kind ?? null;
}
