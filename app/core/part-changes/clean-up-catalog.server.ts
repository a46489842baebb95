import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** Deletes removed parts after 30 days and sums up each day's tallies. */
export async function cleanUpCatalog(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`select clean_up_catalog()`.execute(transaction),
  );
}
