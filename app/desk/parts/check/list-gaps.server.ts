import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { decodeCursor, encodeCursor } from '#core/platform/cursor.server.ts';
import type { GapKind } from './check-address.ts';

const PAGE_SIZE = 25;

/** A longer list is counted as 'more than'. */
const MAX_COUNTED = 1_000;

/** Each has an index with this condition. */
const conditions: Record<GapKind, RawBuilder<boolean>> = {
  price: sql`coalesce(price, 0) = 0`,
  picture: sql`coalesce(image_url, '') = ''`,
  vehicle: sql`(coalesce(vehicle_make, '') = '' or coalesce(vehicle_model, '') = '' or vehicle_year is null)`,
  category: sql`category = 'General'`,
};

export interface GapCount {
  parts: number;
  isMore: boolean;
}

export async function countGaps(transaction: Transaction<DB>, kind: GapKind): Promise<GapCount> {
  const { rows } = await sql<{ parts: string }>`
    select count(*) as parts from (
      select from parts_catalog where ${conditions[kind]} order by part_name, id limit ${MAX_COUNTED + 1}
    ) as found`.execute(transaction);
  const parts = Number(rows[0]?.parts ?? 0);
  return { parts: Math.min(parts, MAX_COUNTED), isMore: parts > MAX_COUNTED };
}

/** Reads a page of the parts that lack something, by name. */
export async function listGaps(transaction: Transaction<DB>, kind: GapKind, after: string | null) {
  const from = decodeCursor(after ?? '');
  let query = checkedParts(transaction)
    .where(conditions[kind])
    .limit(PAGE_SIZE + 1);
  if (from) query = query.where(sql<boolean>`(part_name, id) > (${from.name}, ${from.id}::uuid)`);
  const found = await query.execute();
  const rows = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined;
  return { rows, next: last ? encodeCursor({ name: last.part_name, id: last.id }) : null };
}

export function checkedParts(transaction: Transaction<DB>) {
  return transaction
    .selectFrom('parts_catalog')
    .select([
      'id',
      'part_name',
      'category',
      'oem_number',
      'stock_number',
      'price',
      'stock_quantity',
      'part_type',
    ])
    .select(['vehicle_make as make', 'vehicle_model as model', 'vehicle_year as year'])
    .orderBy('part_name')
    .orderBy('id');
}

export type CheckedRow = Awaited<ReturnType<typeof listGaps>>['rows'][number];
