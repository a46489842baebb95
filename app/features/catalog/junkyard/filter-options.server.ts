import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ConditionColors } from '#features/catalog/search/condition-colors.server.ts';
import { distinct } from '#features/catalog/vehicles/vehicle-lists.server.ts';

/** What the whole catalogue can be filtered by. */
export interface FilterOptions {
  makes: string[];
  categories: string[];
  conditions: string[];
}

/** @param known conditions in their order; those that only occur on parts come behind them. */
export async function filterOptions(
  database: Kysely<DB>,
  known: Promise<ConditionColors>,
): Promise<FilterOptions> {
  const [makes, categories, conditions, colors] = await Promise.all([
    distinct(database, 'vehicle_make', sql`true`),
    distinct(database, 'category', sql`true`),
    distinct(database, 'part_type', sql`true`),
    known,
  ]);
  return { makes, categories, conditions: [...new Set([...Object.keys(colors), ...conditions])] };
}
