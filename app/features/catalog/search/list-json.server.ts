import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { PartSort } from '#domain/catalog-query.ts';
import { findOrigin } from '#domain/origin.ts';
import { decimalColumns, partColumns, without } from '#domain/part-fields.ts';
import { encodeCursor } from '#services/cursor.server.ts';
import { available, UNKNOWN_MILEAGE } from './catalog-conditions.server.ts';
import { toPartJson } from './part-json.server.ts';
import {
  allHeld,
  counts,
  fromFirstCandidates,
  isByMatch,
  orderedPage,
  type PartsQuery,
  planSearch,
  toCursor,
  toPage,
} from './search-parts.server.ts';

interface ListJson {
  /** The parts of the page, each as toPartJson has it, without brackets around them. */
  parts: string;
  next: string | null;
  total: number;
  inStockTotal: number;
}

/**
 * One page and its counts in one statement. PostgreSQL writes the JSON, which goes out as it is, so that the process neither
 * reads nor writes it.
 */
export async function readListJson(database: Kysely<DB>, query: PartsQuery): Promise<ListJson> {
  const planned = await planSearch(database, query);
  const { filters, sort, limit } = planned;
  // Counts of a list without a text need no level, whatever its order.
  const counted = counts(
    database,
    filters.q === undefined ? await planSearch(database, { ...query, sort: 'name' }) : planned,
  ).as('counted');
  const candidates = await fromFirstCandidates(database, planned);
  if (candidates) {
    const { parts, in_stock } = await database
      .selectFrom(counted)
      .select(['parts', 'in_stock'])
      .executeTakeFirstOrThrow();
    const page = toPage(candidates, planned);
    const texts = page.parts.map((part) => JSON.stringify(toPartJson(part)));
    return { parts: texts.join(','), next: page.next, total: Number(parts), inStockTotal: Number(in_stock) };
  }
  const ordered = orderedPage(database, planned)
    .selectAll('parts_catalog')
    .select(isByMatch(planned) ? sql<number>`found.place`.as('place') : sql<null>`null::integer`.as('place'));
  const listed = sql<Listed>`(
    select coalesce(string_agg(row_to_json(part)::text, ',' order by page.n) filter (where page.n <= ${limit}), '') as rows,
      count(*) > ${limit} as has_more,
      max(page.id::text) filter (where page.n = ${limit}) as id,
      max(page.part_name) filter (where page.n = ${limit}) as name,
      max(${cursorNumbers[sort]}) filter (where page.n = ${limit}) as number
    from (select ordered.*, row_number() over () as n from (${ordered}) as ordered) as page
    cross join lateral (select ${jsonColumns}) as part
  )`;
  const found = await database
    .selectFrom([counted, listed.as('listed')])
    .select(['parts', 'in_stock', 'rows', 'has_more', 'id', 'name', 'number'])
    .executeTakeFirstOrThrow();
  const { id, name, number } = found;
  const next =
    found.has_more && id !== null && name !== null
      ? encodeCursor(toCursor(sort, { id, name, number }))
      : null;
  return {
    parts: withOrigins(found.rows),
    next,
    total: Number(found.parts),
    inStockTotal: Number(found.in_stock),
  };
}

interface Listed {
  rows: string;
  has_more: boolean;
  /** Of the last part of a full page. */
  id: string | null;
  name: string | null;
  number: string | null;
}

/** As cursorNumber. */
const cursorNumbers: Record<PartSort, RawBuilder<string | null>> = {
  best: sql`coalesce(page.place, case when page.stock_quantity > page.stock_held then 0 else 1 end)::text`,
  name: sql`null::text`,
  price_asc: sql`coalesce(page.price::text, '0')`,
  price_desc: sql`coalesce(page.price::text, '0')`,
  newest: sql`(extract(epoch from search_added_at(page.created_at)) * 1000000)::bigint::text`,
  mileage: sql`coalesce(page.mileage, ${sql.lit(UNKNOWN_MILEAGE)})::text`,
};

/** In the order of toPartJson. JavaScript writes decimals without zeros at their end. */
const jsonColumns = sql.join([
  sql.raw(
    ['id', ...without(partColumns, 'stock_quantity', ...decimalColumns)]
      .concat(decimalColumns.map((column) => `trim_scale(${column}) as ${column}`))
      .join(', '),
  ),
  sql`${available} as stock_quantity`,
  sql`(${allHeld}) as all_held`,
]);

/** A quote within a text is escaped, so these names are those of columns. */
const WITHOUT_ORIGIN = /"part_type":(null|"(?:[^"\\]|\\.)*"),"origin":null/g;

/** The origin of a part that states none, by its condition. */
function withOrigins(rows: string): string {
  return rows.replaceAll(WITHOUT_ORIGIN, (_, condition: string) => {
    const origin = findOrigin({ origin: null, condition: JSON.parse(condition) as string | null });
    return `"part_type":${condition},"origin":"${origin}"`;
  });
}
