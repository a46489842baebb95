import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { describeLineCondition } from '#core/catalog/origin.ts';
import { vehicleName } from '#core/vehicles/vehicle-name.ts';
import { isFoundHidden } from '#core/part-changes/find-hidden.server.ts';
import { hiddenTable } from '#core/part-changes/part-table.server.ts';

/** A search finds few hidden parts. */
const MOST_FOUND = 10;

/** Finds hidden parts in stock for a search of staff, with prices in cents. */
export async function offerHidden(transaction: Transaction<DB>, q: string) {
  const rows = await transaction
    .selectFrom(hiddenTable)
    .select([
      'id',
      'part_name',
      'oem_number',
      'part_type as condition',
      'origin',
      'rebuilder',
      'price',
      'stock_quantity',
    ])
    .select(['vehicle_make as make', 'vehicle_model as model', 'vehicle_year as year'])
    .where(isFoundHidden({ q, filters: { stock: 'in' } }))
    .where(sql<boolean>`${q} <> ''`)
    .orderBy('part_name')
    .orderBy('id')
    .limit(MOST_FOUND)
    .execute();
  return rows.map((part) => ({
    id: part.id,
    name: part.part_name,
    oemNumber: part.oem_number,
    vehicle: vehicleName(part) || null,
    condition: describeLineCondition(part),
    priceCents: part.price === null ? null : centsFromDollars(part.price),
    stock: part.stock_quantity,
  }));
}
