import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

/**
 * Removes what assistants asked for: carts when they end, checkouts without an order 7 days after their end. A checkout with an
 * order stays, so that the order tells where it came from: what it knows of the buyer goes 30 days after its end. Events go after 30
 * days.
 */
export async function tidyCheckouts(database: Kysely<DB>): Promise<void> {
  await database
    .deleteFrom('agent_carts')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await sql`
    select forget_agent_checkouts(array(
      select id from agent_checkouts
      where forgotten_at is null and (
        expires_at < now() - interval '30 days'
        or expires_at < now() - interval '7 days' and not exists (select from orders where browser_id = payer_id)
      )
      limit 10000
    ))`.execute(database);
  await database
    .deleteFrom('agent_events')
    .where('happened_at', '<', sql<Date>`now() - interval '30 days'`)
    .execute();
}
