import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ConditionColors } from './condition-colors.server.ts';
import { listDistinctValues } from './vehicle-lists.server.ts';

export interface FilterOptions {
  makes: string[];
  categories: string[];
  conditions: string[];
}

/** Conditions without a row in `conditions` come last. */
export async function readFilterOptions(
  database: Kysely<DB>,
  colors: Promise<ConditionColors>,
): Promise<FilterOptions> {
  const [options, colorsByName] = await Promise.all([queryOptions(database), colors]);
  return { ...options, conditions: [...new Set([...Object.keys(colorsByName), ...options.conditions])] };
}

async function queryOptions(database: Kysely<DB>): Promise<FilterOptions> {
  const [makes, categories, conditions] = await Promise.all([
    listDistinctValues(database, 'vehicle_make', sql`true`),
    listDistinctValues(database, 'category', sql`true`),
    listDistinctValues(database, 'part_type', sql`true`),
  ]);
  return { makes, categories, conditions };
}
