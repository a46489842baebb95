import { sql } from 'kysely';
import type { Database } from '#services';

/** Every night: deleted parts are forgotten after 30 days, and the many tallies of a day become one. */
export async function cleanUpCatalog(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    sql`select clean_up_catalog()`.execute(transaction),
  );
}
