import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { privateColumns, type PrivateValues } from '#core/catalog/part-fields.ts';

export const noFacts = Object.fromEntries(
  privateColumns.map((column) => [column, null]),
) as unknown as PrivateValues;

/** Reads facts by part. A part without facts has no entry. */
export async function readPrivateFacts(
  transaction: Transaction<DB>,
  ids: readonly string[],
): Promise<Map<string, PrivateValues>> {
  const rows = await transaction
    .selectFrom('part_private_facts')
    .select([
      'part_id',
      'cost_price',
      'yard_place',
      'donor_vin',
      'tested_by',
      'interchange_code',
      'donor_stock_number',
      'yard_state',
    ])
    .select(sql<string | null>`donor_arrived_on::text`.as('donor_arrived_on'))
    .where(sql<boolean>`part_id = any (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map(({ part_id: id, ...facts }) => [id, facts]));
}
