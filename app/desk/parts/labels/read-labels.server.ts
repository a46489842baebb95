import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { partTables } from '#core/part-changes/part-table.server.ts';

export interface PartLabel {
  id: string;
  name: string;
  vehicle: string;
  condition: string | null;
  oemNumber: string | null;
  stockNumber: string | null;
  /** Is shown only to staff. */
  place: string | null;
}

/** Reads labels of parts, even hidden ones, in the given sequence. */
export async function readLabels(transaction: Transaction<DB>, ids: readonly string[]): Promise<PartLabel[]> {
  const labels = new Map<string, PartLabel>();
  for (const table of partTables) {
    const rows = await transaction
      .selectFrom(table)
      .leftJoin('part_private_facts', 'part_private_facts.part_id', `${table}.id`)
      .select(['id', 'part_name', 'part_type', 'oem_number', 'stock_number', 'yard_place'])
      .select(['vehicle_make as make', 'vehicle_model as model', 'vehicle_year as year'])
      .where(sql<boolean>`id = any (${ids}::uuid[])`)
      .execute();
    for (const row of rows) {
      labels.set(row.id, {
        id: row.id,
        name: row.part_name,
        vehicle: vehicleName(row),
        condition: row.part_type,
        oemNumber: row.oem_number,
        stockNumber: row.stock_number,
        place: row.yard_place,
      });
    }
  }
  return ids.flatMap((id) => labels.get(id) ?? []);
}
