import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { decodeCursor, encodeCursor } from '#services/cursor.server.ts';
import { cursorTime, timeOf } from './cursor-time.server.ts';

const PAGE_SIZE = 25;

/** Conditions are few. */
const MAX_CONDITIONS = 200;

/** Deleted conditions, the last ones first. */
export async function listDeletedConditions(transaction: Transaction<DB>) {
  const rows = await transaction
    .selectFrom('deleted_conditions as deleted')
    .leftJoin('profiles', 'profiles.user_id', 'deleted.deleted_by')
    .leftJoin('bulk_changes as change', 'change.id', 'deleted.change_id')
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

/** Imports of parts that were discarded or undone, the last ones first. */
export async function listTrashedImports(transaction: Transaction<DB>, after: string | null) {
  const from = decodeCursor(after ?? '');
  let query = transaction
    .selectFrom('part_imports as import')
    .leftJoin('profiles', 'profiles.user_id', 'import.user_id')
    .select(['import.id', 'file_name as fileName', 'supplier', 'lines', 'import.ended_at'])
    .select(sql<'undone' | 'discarded'>`import.state`.as('state'))
    .select(cursorTime('import.ended_at').as('at'))
    .select(sql<string | null>`coalesce(nullif(profiles.display_name, ''), user_name)`.as('by'))
    .where('import.state', 'in', ['undone', 'discarded'])
    .orderBy('import.ended_at', 'desc')
    .orderBy('import.id', 'desc')
    .limit(PAGE_SIZE + 1);
  if (from) {
    query = query.where(sql<boolean>`(import.ended_at, import.id) < (${timeOf(from)}, ${from.id}::uuid)`);
  }
  const found = await query.execute();
  const rows = found.slice(0, PAGE_SIZE);
  const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined;
  return {
    rows: rows.map(({ ended_at: time, at: _, ...row }) =>
      Object.assign(row, { time: time?.toISOString() ?? '' }),
    ),
    next: last ? encodeCursor({ name: '', number: last.at, id: last.id }) : null,
  };
}

export type DeletedCondition = Awaited<ReturnType<typeof listDeletedConditions>>[number];

export type TrashedImports = Awaited<ReturnType<typeof listTrashedImports>>;
