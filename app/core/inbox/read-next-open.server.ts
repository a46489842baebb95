import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { ThreadReference } from './inbox.ts';

/** Finds the other open thread of this kind with the lowest number. Returns null if there is none. */
export async function readNextOpen(
  transaction: Transaction<DB>,
  { kind, number }: ThreadReference,
): Promise<ThreadReference | null> {
  const row = await transaction
    .selectFrom('inbox_threads')
    .select('number')
    .where('kind', '=', kind)
    .where('state', '=', 'open')
    .where('number', '<>', String(number))
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row ? { kind, number: Number(row.number) } : null;
}
