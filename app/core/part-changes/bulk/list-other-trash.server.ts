import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { decodeCursor, encodeCursor } from '#core/platform/cursor.server.ts';
import { cursorTime, timeOf } from '#core/platform/cursor-time.server.ts';

const PAGE_SIZE = 25;

/** Enough, because conditions are few. */
const MAX_CONDITIONS = 200;

/** Lists deleted conditions, the last ones first. */
export async function listDeletedConditions(transaction: Transaction<DB>) {
  const rows = await transaction
    .selectFrom('deleted_conditions as deleted')
    .leftJoin('profiles', 'profiles.user_id', 'deleted.deleted_by')
    .leftJoin('part_changes as change', 'change.id', 'deleted.change_id')
    .select([
      'deleted.id',
      'name',
      'color_class as colorClass',
      'moved_to as movedTo',
      'deleted_at',
      'changed',
    ])
    .select(sql<string | null>`coalesce(nullif(profiles.display_name, ''), deleted_by_name)`.as('by'))
    .orderBy('deleted_at', 'desc')
    .orderBy('deleted.id')
    .limit(MAX_CONDITIONS)
    .execute();
  return rows.map(({ deleted_at: at, ...row }) => Object.assign(row, { time: at.toISOString() }));
}

interface TrashedImport {
  id: string;
  /** Name of the file, or address of a website whose parts were imported without a file. */
  name: string;
  /** Null for a website. */
  supplier: string | null;
  state: 'undone' | 'discarded';
  /** Lines of the file, or parts of the website in the trash. */
  lines: number;
  by: string | null;
  ended_at: Date;
  /** Microseconds since 1970. */
  at: string;
}

/** Lists discarded or undone imports of files, and undone imports of websites, the last ones first. */
export async function listTrashedImports(transaction: Transaction<DB>, after: string | null) {
  const from = decodeCursor(after ?? '');
  const before = (time: string) =>
    from ? sql`and (${sql.ref(time)}, id) < (${timeOf(from)}, ${from.id}::uuid)` : sql``;
  const { rows: found } = await sql<TrashedImport>`
    select trashed.id, name, supplier, trashed.state, lines, ended_at, ${cursorTime('ended_at')} as at,
      coalesce(nullif(profiles.display_name, ''), user_name) as by
    from (
      (
        select id, file_name as name, supplier, state, lines, ended_at, user_id, user_name
        from part_changes where kind = 'file' and state in ('undone', 'discarded') ${before('ended_at')}
        order by ended_at desc, id desc limit ${PAGE_SIZE + 1}
      )
      union all
      (
        select id, address, null, 'undone', (
          select count(*)::int from deleted_parts where deleted_at = crawl.undone_at
        ), undone_at, (select deleted_by from deleted_parts where deleted_at = crawl.undone_at limit 1), null
        from catalog_crawls as crawl where undone_at > now() - interval '30 days' ${before('undone_at')}
        order by undone_at desc, id desc limit ${PAGE_SIZE + 1}
      )
    ) as trashed
    left join profiles on profiles.user_id = trashed.user_id
    order by ended_at desc, trashed.id desc limit ${PAGE_SIZE + 1}`.execute(transaction);
  const rows = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined;
  return {
    rows: rows.map(({ ended_at: time, ...row }) => Object.assign(row, { time: time.toISOString() })),
    next: last ? encodeCursor({ name: '', number: last.at, id: last.id }) : null,
  };
}

export type DeletedCondition = Awaited<ReturnType<typeof listDeletedConditions>>[number];

export type TrashedImports = Awaited<ReturnType<typeof listTrashedImports>>;
