import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { decodeCursor, encodeCursor } from '#core/platform/cursor.server.ts';
import { cursorTime, timeOf } from '#core/platform/cursor-time.server.ts';

const PAGE_SIZE = 25;

/** Lists deleted parts, the last ones first. `groups`: how many parts were deleted at each time. */
export async function listTrash(transaction: Transaction<DB>, after: string | null) {
  const from = decodeCursor(after ?? '');
  let query = transaction
    .selectFrom('deleted_parts as deleted')
    .leftJoin('profiles', 'profiles.user_id', 'deleted.deleted_by')
    .select([
      'deleted.part_id as id',
      sql<string>`to_char(deleted.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('time'),
      cursorTime('deleted.deleted_at').as('at'),
      'deleted.was_hidden as isHidden',
      'profiles.display_name as by',
      sql<string>`part ->> 'part_name'`.as('name'),
      sql<string | null>`part ->> 'oem_number'`.as('oemNumber'),
      sql<string>`part ->> 'category'`.as('category'),
      sql<string>`concat_ws(' ', part ->> 'vehicle_year', part ->> 'vehicle_make', part ->> 'vehicle_model')`.as(
        'vehicle',
      ),
      sql<string | null>`part ->> 'price'`.as('price'),
      sql<boolean>`exists (select from parts_catalog where id = deleted.part_id)`.as('isBack'),
    ])
    .orderBy('deleted.deleted_at', 'desc')
    .orderBy('deleted.part_id', 'desc')
    .limit(PAGE_SIZE + 1);
  if (from) {
    query = query.where(
      sql<boolean>`(deleted.deleted_at, deleted.part_id) < (${timeOf(from)}, ${from.id}::uuid)`,
    );
  }
  const found = await query.execute();
  const rows = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined;
  return {
    groups: await countTogether(transaction, [...new Set(rows.map(({ at }) => at))]),
    rows,
    next: last ? encodeCursor({ name: '', number: last.at, id: last.id }) : null,
  };
}

export type Trash = Awaited<ReturnType<typeof listTrash>>;

/** Counts the parts that were deleted at each of these times. */
async function countTogether(transaction: Transaction<DB>, times: string[]): Promise<Record<string, number>> {
  const { rows } = await sql<{ at: string; parts: string }>`
    select at, count(*) as parts
    from unnest(${times}::text[]) as at
    join deleted_parts as deleted on deleted.deleted_at = timestamptz 'epoch' + at::bigint * interval '1 microsecond'
    group by at`.execute(transaction);
  return Object.fromEntries(rows.map(({ at, parts }) => [at, Number(parts)]));
}
