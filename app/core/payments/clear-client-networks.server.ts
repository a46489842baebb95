import { sql } from 'kysely';
import type { Database } from '#core/platform/database.server.ts';

/** Removes networks, because only the limits of open holds need them. */
export async function clearClientNetworks(database: Database): Promise<void> {
  await database.as({ role: 'service_role' }, (transaction) =>
    transaction
      .updateTable('orders')
      .set({ client_network: null })
      .where('client_network', 'is not', null)
      .where('created_at', '<', sql<Date>`now() - interval '2 days'`)
      .where('status', '!=', 'pending')
      .execute(),
  );
}
