import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { type ReadyFrom, UNKNOWN_DAY } from './ready-day.ts';

/** Reads which of these parts wait on their cars, and until when. Others are missing in the answer. */
export async function readReadyDays(
  database: Kysely<DB>,
  partIds: readonly (string | null)[],
): Promise<Map<string, ReadyFrom>> {
  const ids = partIds.filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('part_ready_days')
    .select('part_id')
    .select(sql<string | null>`ready_from::text`.as('day'))
    .where('part_id', 'in', ids)
    .execute();
  return new Map(rows.map(({ part_id: id, day }) => [id, day ?? UNKNOWN_DAY]));
}
