import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

const REMOVED_DAYS = 60;

/** Deletes removed lines of accounts' carts. A browser that was offline for longer adds such a line again. */
export async function tidyCarts(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .deleteFrom('cart_lines')
      .where('quantity', '=', 0)
      .where('changed_at', '<', sql<Date>`now() - make_interval(days => ${REMOVED_DAYS})`)
      .execute(),
  );
}
