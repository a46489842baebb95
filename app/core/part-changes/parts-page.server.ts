import { type RawBuilder, sql } from 'kysely';
import type { PartOrder } from './parts-address.ts';

export interface PartsPage {
  order: PartOrder;
  descending: boolean;
  /** The part before the page. */
  from: { number?: string | undefined; name: string; id: string } | undefined;
  count: number;
}

/** Selects an array of the ids of a page. `found` has rows of parts_catalog or hidden_parts. */
export function pageOf(
  found: RawBuilder<unknown>,
  { order, descending, from, count }: PartsPage,
): RawBuilder<string[]> {
  const number = { name: undefined, price: sql`coalesce(price, 0)`, stock: sql`stock_quantity` }[order];
  const keys = [...(number ? [number] : []), sql`part_name`, sql`id`];
  const before = from && [
    ...(number ? [sql`${from.number ?? 0}::numeric`] : []),
    sql`${from.name}::text`,
    sql`${from.id}::uuid`,
  ];
  const isAfter = descending ? sql`<` : sql`>`;
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`array(
    select id from ${found}
    ${before ? sql`where (${sql.join(keys)}) ${isAfter} (${sql.join(before)})` : sql``}
    order by ${sql.join(keys.map((key) => sql`${key} ${direction}`))} limit ${count}
  )`;
}
