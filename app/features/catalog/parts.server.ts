import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#domain/money.ts';
import type { Part } from '#domain/part.ts';
import type { PartRow } from './search-parts.server.ts';

/** A row of the catalogue as the screens show it. */
export function partFromRow(row: PartRow): Part {
  return {
    id: row.id,
    name: row.part_name,
    oemNumber: row.oem_number,
    brand: row.brand,
    category: row.category,
    description: row.description,
    make: row.vehicle_make,
    model: row.vehicle_model,
    year: row.vehicle_year,
    engine: row.vehicle_engine,
    condition: row.part_type,
    priceCents: row.price === null ? null : centsFromDollars(row.price),
    stock: row.stock_quantity,
    imageUrl: row.image_url,
    taxRate: row.tax_rate === null ? null : Number(row.tax_rate),
    shippingCostCents: row.shipping_cost === null ? null : centsFromDollars(row.shipping_cost),
  };
}

/** Style classes of the conditions' badges, by the conditions' names (Spec §3, Condition). */
export type ConditionColors = Record<string, string>;

export async function conditionColors(database: Kysely<DB>): Promise<ConditionColors> {
  const rows = await database
    .selectFrom('conditions')
    .select(['name', 'color_class'])
    .orderBy('sort_order')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.name, row.color_class]));
}
