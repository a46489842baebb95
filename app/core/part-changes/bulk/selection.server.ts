import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { isPartId } from '#core/catalog/part.ts';
import { isFoundHidden } from '../find-hidden.server.ts';
import { selectListed } from '../find-listed.server.ts';
import { timeOf } from '#core/platform/cursor-time.server.ts';
import { filtersOf, type PartsFilters, readPartsQuery } from '../parts-address.ts';

/** Selects parts by id, or all that the admin's list finds. */
export type Selection =
  | { ids: string[] }
  | { q: string; filters: PartsFilters }
  /** Parts with this condition, and hidden ones too. Parts that have none and count as Good are left out. */
  | { condition: string }
  /** Parts of this category, and hidden ones too. */
  | { category: string }
  /** Parts of this make or model, or listed for it, and hidden ones too. */
  | { vehicle: { make: string; model?: string } }
  /** Parts that came with the demo shop, and hidden ones too. */
  | { demo: true }
  /** Parts that were deleted at the same time, in microseconds since 1970. */
  | { deletedAt: string };

/** Maximum parts that are chosen one by one. */
const MAX_IDS = 1_000;

/** Reads `ids`, or `all` with the query of the list's address. Undefined if there are none. */
export function readSelection(form: Record<string, unknown>): Selection | undefined {
  const { ids, all } = form;
  if (typeof all === 'string') {
    const query = readPartsQuery(new URLSearchParams(all));
    return { q: query.q, filters: filtersOf(query) };
  }
  const chosen = typeof ids === 'string' ? [...new Set(ids.split(','))] : [];
  return chosen.length > 0 && chosen.length <= MAX_IDS && chosen.every(isPartId)
    ? { ids: chosen }
    : undefined;
}

/** Builds a select list of part ids. */
export async function selectedIds(
  transaction: Transaction<DB>,
  selection: Selection,
): Promise<RawBuilder<unknown>> {
  if ('ids' in selection) {
    return sql`
      select id as part_id from parts_catalog where id = any (${selection.ids}::uuid[])
      union all select id from hidden_parts where id = any (${selection.ids}::uuid[])`;
  }
  if ('demo' in selection) {
    return sql`
      select part_id from demo_parts join parts_catalog on id = part_id
      union all select part_id from demo_parts join hidden_parts on id = part_id`;
  }
  if ('deletedAt' in selection) {
    return sql`select part_id from deleted_parts where deleted_at = ${timeOf({ number: selection.deletedAt })}`;
  }
  if ('condition' in selection) {
    const found = await selectListed(transaction, { q: '', filters: selection });
    return sql`
      select parts.id as part_id from (${found}) as selected
      join parts_catalog as parts on parts.id = selected.part_id
      where parts.part_type = ${selection.condition}
      union all select id from hidden_parts where part_type = ${selection.condition}`;
  }
  if ('category' in selection) {
    return sql`
      select id as part_id from parts_catalog where category = ${selection.category}
      union all select id from hidden_parts where category = ${selection.category}`;
  }
  if ('vehicle' in selection) {
    const { make, model } = selection.vehicle;
    const matches = sql`vehicle_make = ${make} ${model === undefined ? sql`` : sql`and vehicle_model = ${model}`}`;
    const isListed = sql`make = ${make} ${model === undefined ? sql`` : sql`and model = ${model}`}`;
    return sql`
      select id as part_id from parts_catalog where ${matches}
      union
      select part.id from part_fitments join parts_catalog as part on part.id = part_id where ${isListed}
      union
      select id from hidden_parts where ${matches} or fitments @> ${JSON.stringify([selection.vehicle])}::jsonb`;
  }
  if (selection.filters.listing === 'hidden') {
    return sql`select id as part_id from hidden_parts where ${isFoundHidden(selection)}`;
  }
  const found = await selectListed(transaction, { ...selection, withCars: true });
  return found ?? sql`select id as part_id from parts_catalog`;
}

export async function countSelected(transaction: Transaction<DB>, selection: Selection): Promise<number> {
  const { rows } = await sql<{ parts: string }>`
    select count(*) as parts from (${await selectedIds(transaction, selection)}) as selected`.execute(
    transaction,
  );
  return Number(rows[0]?.parts ?? 0);
}
