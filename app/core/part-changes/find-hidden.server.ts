import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { partsOfCar } from './find-listed.server.ts';
import { pageOf, type PartsPage } from './parts-page.server.ts';
import type { PartsFilters } from './parts-address.ts';

export interface HiddenSearch {
  q: string;
  filters: PartsFilters;
}

/** Matches hidden parts. They are few next to the catalog and have no search index: each word is a piece of a part's texts. */
export function isFoundHidden({ q, filters }: HiddenSearch): RawBuilder<boolean> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const { category, condition, stock, price, by } = filters;
  const conditions = [
    sql`true`,
    ...(words.length === 0
      ? []
      : [
          sql`(${sql.join(
            words.map((word) => sql`strpos(lower(${texts}), ${word}) > 0`),
            sql` and `,
          )} or id in (${partsOfCar(q)}))`,
        ]),
    ...(category === undefined ? [] : [sql`category = ${category}`]),
    ...(condition === undefined ? [] : [sql`coalesce(part_type, 'Good') = ${condition}`]),
    ...(stock === undefined ? [] : [stock === 'in' ? sql`stock_quantity > 0` : sql`stock_quantity = 0`]),
    ...(price === undefined ? [] : [sql`coalesce(price, 0) = 0`]),
    ...(by === undefined ? [] : [sql`id in (${hiddenBySource(by)} union all ${hiddenByChange(by)})`]),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Finds the parts that a scheduled import has hidden, and that still are hidden. */
export function hiddenBySource(sourceId: string) {
  return sql`
    select delivered.part_id from import_source_parts as delivered
    join hidden_parts as hidden on hidden.id = delivered.part_id
    where delivered.source_id = ${sourceId}::uuid and delivered.hidden_run is not null`;
}

function hiddenByChange(changeId: string) {
  return sql`select part_id from part_change_lines where change_id = ${changeId}::uuid and outcome = 'changed'`;
}

/** Names the import or change of the filter `by`. Returns null if it is gone, or for admins only. */
export async function readHider(transaction: Transaction<DB>, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select 'the scheduled import of ' || supplier as name from import_sources where id = ${id}::uuid
    union all
    select 'the bulk change "' || summary || '"' from part_changes where id = ${id}::uuid and kind = 'bulk'`.execute(
    transaction,
  );
  return rows[0]?.name ?? null;
}

const texts = sql`concat_ws(' ', part_name, category, brand, oem_number, stock_number, vehicle_make, vehicle_model, vehicle_year)`;

/** Finds a page of hidden parts, and counts all that match. */
export async function findHidden(
  transaction: Transaction<DB>,
  { q, filters, ...page }: HiddenSearch & PartsPage,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await sql<{ ids: string[]; total: string }>`
    with found as materialized (select * from hidden_parts where ${isFoundHidden({ q, filters })})
    select (select count(*) from found) as total, ${pageOf(sql`found`, page)} as ids`.execute(transaction);
  const [{ ids, total }] = rows as [(typeof rows)[number]];
  return { ids, total: Number(total) };
}
