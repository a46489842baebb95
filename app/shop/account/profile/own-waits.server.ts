import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';
import { nameAwaitedPart } from '#core/back-in-stock/wait-mails.server.tsx';

export interface OwnWait {
  id: string;
  partId: string;
  /** Example: 'Alternator for 2010 Honda Civic'. */
  part: string;
  isConfirmed: boolean;
  askedAt: Date;
}

/** Lists the open waits of the account's address, newest first. */
export async function listOwnWaits(database: Database, userId: string): Promise<OwnWait[]> {
  const { rows } = await database.as({ role: 'authenticated', userId }, (transaction) =>
    sql<{
      id: string;
      part_id: string;
      part_name: string;
      vehicle_make: string | null;
      vehicle_model: string | null;
      vehicle_year: number | null;
      asked_at: Date;
      confirmed_at: Date | null;
    }>`select * from own_stock_waits()`.execute(transaction),
  );
  return rows.map((row) => ({
    id: row.id,
    partId: row.part_id,
    part: nameAwaitedPart(row),
    isConfirmed: row.confirmed_at !== null,
    askedAt: row.asked_at,
  }));
}

/** Does nothing if the wait is over or belongs to another address. */
export async function endOwnWait(database: Database, userId: string, id: string): Promise<void> {
  await database.as({ role: 'authenticated', userId }, (transaction) =>
    transaction
      .updateTable('stock_waits')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('told_at', 'is', null)
      .where('ended_at', 'is', null)
      .execute(),
  );
}
