import { sql } from 'kysely';
import { nameAwaitedCar } from '#core/car-mail/car-wait.ts';
import type { Database } from '#core/platform/database.server.ts';

export interface OwnCarWait {
  id: string;
  /** Example: 'Honda Civic, 2006 to 2011'. */
  car: string;
  isConfirmed: boolean;
  askedAt: Date;
}

const asShop = { role: 'service_role' } as const;

/** Lists the open waits for cars of the account's address, newest first. */
export async function listOwnCarWaits(database: Database, userId: string): Promise<OwnCarWait[]> {
  const email = await readConfirmedEmail(database, userId);
  if (email === null) return [];
  const rows = await database.as(asShop, (transaction) =>
    transaction
      .selectFrom('car_waits')
      .select(['id', 'make', 'model', 'from_year', 'to_year', 'confirmed_at', 'asked_at'])
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .orderBy('asked_at', 'desc')
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => ({
    id: row.id,
    car: nameAwaitedCar(row),
    isConfirmed: row.confirmed_at !== null,
    askedAt: row.asked_at,
  }));
}

/** Does nothing if the wait is over or belongs to another address. */
export async function endOwnCarWait(database: Database, userId: string, id: string): Promise<void> {
  const email = await readConfirmedEmail(database, userId);
  if (email === null) return;
  await database.as(asShop, (transaction) =>
    transaction
      .updateTable('car_waits')
      .set({ ended_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .execute(),
  );
}

async function readConfirmedEmail(database: Database, userId: string): Promise<string | null> {
  const { rows } = await database.as({ role: 'authenticated', userId }, (transaction) =>
    sql<{ email: string | null }>`select own_email() as email`.execute(transaction),
  );
  return rows[0]?.email ?? null;
}
