import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';

/** Condition name -> style classes (Spec §3, Condition). */
export type ConditionColors = Record<string, string>;

export async function readConditionColors(database: Kysely<DB>): Promise<ConditionColors> {
  const rows = await database
    .selectFrom('conditions')
    .select(['name', 'color_class'])
    .orderBy('sort_order')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.name, row.color_class]));
}
