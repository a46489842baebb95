import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** Adds up the differences of each quarter of an hour. */
export async function foldSales(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) => sql`select fold_sales()`.execute(transaction));
}
