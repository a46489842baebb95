import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { listConditions, listKindChoices } from '#core/part-changes/list-parts.server.ts';
import type { ShopFacts } from './plan-line.ts';

export async function readShopFacts(transaction: Transaction<DB>): Promise<ShopFacts> {
  const { business } = await readSettings(transaction);
  const conditions = await listConditions(transaction);
  const kinds = new Set((await listKindChoices(transaction)).map(({ key }) => key));
  return { business, conditions: conditions.map(({ name }) => name), kinds };
}

/** Reads the makes of the catalog. */
export async function readMakes(transaction: Transaction<DB>): Promise<string[]> {
  const rows = await transaction
    .selectFrom('catalog_counts')
    .select('vehicle_make')
    .distinct()
    .where('vehicle_make', 'is not', null)
    .execute();
  return rows.flatMap((row) => row.vehicle_make ?? []);
}
