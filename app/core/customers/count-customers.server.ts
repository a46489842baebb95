import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** Small, because the list waits for a batch that is being counted. */
const AT_ONCE = 200;

/** Counts customers who have changed. Each batch is one transaction. */
export async function countCustomers(database: Database): Promise<void> {
  let counted: number;
  do {
    counted = await database.as({ role: 'service_role' }, async (transaction) => {
      const { rows } = await sql<{ counted: number }>`
        select count_customers(${AT_ONCE}) as counted`.execute(transaction);
      return rows[0]?.counted ?? 0;
    });
  } while (counted > 0);
}
