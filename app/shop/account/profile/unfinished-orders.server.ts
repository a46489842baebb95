import { sql } from 'kysely';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { Database } from '#core/platform/database.server.ts';

/** Lists the numbers of orders that would keep their buyer for now if the account was deleted. */
export async function listUnfinishedOrders(database: Database, userId: string): Promise<string[]> {
  return database.as({ role: 'authenticated', userId }, async (transaction) => {
    const { rows } = await sql<{ numbers: string[] }>`select own_unfinished_orders() as numbers`.execute(
      transaction,
    );
    return rows[0]?.numbers.map((number) => formatOrderNumber(number)) ?? [];
  });
}
