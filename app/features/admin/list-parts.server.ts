import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readSettings } from '#settings';
import { listColumns, without } from '#domain/part-fields.ts';
import { decodeCursor, encodeCursor } from '#services/cursor.server.ts';
import type { PartsQuery } from './parts-address.ts';
import { toIndexFilters } from './parts-filters.ts';

const PAGE_SIZE = 25;

export async function listParts(transaction: Transaction<DB>, query: PartsQuery) {
  const from = decodeCursor(query.before ?? query.after ?? '');
  const backwards = query.before !== undefined && from !== undefined;
  const { filters, others } = toIndexFilters(query.filters);
  const { rows: found } = await sql<{ part_ids: string[]; total: string }>`
    select part_ids, total from admin_find_parts(
      ${query.q}, ${query.order}, ${query.descending !== backwards}, ${from ? (from.number ?? 0) : null}::numeric,
      ${from?.name ?? null}::text, ${from?.id ?? null}::uuid, ${PAGE_SIZE + 1}, ${filters}::jsonb, ${others}::jsonb
    )`.execute(transaction);
  const [{ part_ids: ids, total }] = found as [(typeof found)[number]];
  const more = ids.length > PAGE_SIZE;
  const page = ids.slice(0, PAGE_SIZE);
  if (backwards) page.reverse();

  const rows = await readRows(transaction, page);
  const first = rows.at(0);
  const last = rows.at(-1);
  return {
    rows,
    total: Number(total),
    previous: first && from && (!backwards || more) ? cursorAt(first, query) : null,
    next: last && (backwards || more) ? cursorAt(last, query) : null,
  };
}

export type PartRow = Awaited<ReturnType<typeof readRows>>[number];

/** Without embedded pictures, which can be large. */
async function readRows(transaction: Transaction<DB>, ids: string[]) {
  const rows = await transaction
    .selectFrom('parts_catalog')
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .select([
      'id',
      'stock_held',
      ...without(listColumns, 'image_url'),
      sql<boolean>`coalesce(image_url, '') <> ''`.as('has_image'),
      sql<number>`(
        select count(*)::integer from stock_waits
        where part_id = parts_catalog.id and told_at is null and ended_at is null and confirmed_at is not null
      )`.as('waiting'),
    ])
    .execute();
  const places = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}

function cursorAt(row: PartRow, { order }: PartsQuery): string {
  const number = { name: undefined, price: row.price ?? '0', stock: String(row.stock_quantity) }[order];
  return encodeCursor({ name: row.part_name, id: row.id, number });
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
  const { rows } = await sql<{
    name: string;
    parts: string;
  }>`select name, parts from admin_categories()`.execute(transaction);
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
