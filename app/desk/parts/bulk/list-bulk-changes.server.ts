import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { cursorTime, isBeyond, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, readStart } from '#core/platform/list-page.server.ts';
import type { PagePlace } from '#core/values/list-address.ts';

const PAGE_SIZE = 25;

/** Maximum parts that are listed with the reason why they were not changed. */
const MAX_REASONS = 50;

/** Lists one page, newest first. */
export async function listBulkChanges(transaction: Transaction<DB>, query: PagePlace) {
  const start = readStart(query, ...timePlace);
  const direction = start.backwards ? 'asc' : 'desc';
  const found = await transaction
    .selectFrom('part_changes')
    .leftJoin('profiles', 'profiles.user_id', 'part_changes.user_id')
    .select([
      'part_changes.id',
      sql<string>`summary`.as('summary'),
      sql<string>`change ->> 'kind'`.as('kind'),
      sql<string>`case part_changes.state when 'applying' then 'running' else part_changes.state end`.as(
        'state',
      ),
      'lines as parts',
      sql<number>`coalesce(undo_place, done)`.as('done'),
      'changed',
      'undone',
      'error',
      'part_changes.created_at',
      cursorTime('part_changes.created_at').as('cursor_time'),
      sql<string | null>`coalesce(nullif(profiles.display_name, ''), user_name)`.as('by'),
    ])
    .where('part_changes.kind', '=', 'bulk')
    .where(isBeyond(start.place, direction, ['part_changes.created_at', 'part_changes.id']))
    .orderBy('part_changes.created_at', direction)
    .orderBy('part_changes.id', direction)
    .limit(PAGE_SIZE + 1)
    .execute();
  const page = cutPage(found, start, PAGE_SIZE, (row) => [row.cursor_time, row.id]);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      id: row.id,
      summary: row.summary,
      kind: row.kind,
      state: row.state as 'running' | 'ended' | 'undoing' | 'undone',
      parts: row.parts,
      done: row.done,
      changed: row.changed,
      undone: row.undone,
      error: row.error,
      by: row.by,
      time: row.created_at.toISOString(),
    })),
  };
}

export type BulkChangeList = Awaited<ReturnType<typeof listBulkChanges>>;

export type BulkChangeRow = BulkChangeList['rows'][number];

/** Lists the first parts that a change skipped, or that undoing it left as they are. */
export async function listSkipped(transaction: Transaction<DB>, changeId: string) {
  const rows = await transaction
    .selectFrom('part_change_lines as skipped')
    .leftJoin('parts_catalog as part', 'part.id', 'skipped.part_id')
    .leftJoin('hidden_parts as hidden', 'hidden.id', 'skipped.part_id')
    .select([sql<string>`skipped.part_id`.as('id'), 'skipped.reason'])
    .select(({ fn }) => fn.coalesce('part.part_name', 'hidden.part_name').as('name'))
    .where('skipped.change_id', '=', changeId)
    .where('skipped.outcome', 'in', ['refused', 'kept'])
    .orderBy('skipped.place')
    .limit(MAX_REASONS)
    .execute();
  return rows.map(({ id, name, reason }) => ({ id, name: name ?? 'A deleted part', reason: reason ?? '' }));
}
