import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { stateOfWait, type WaitState } from '#core/back-in-stock/stock-wait.ts';
import type { Database } from '#core/platform/database.server.ts';
import { hashToken } from '#core/platform/link-token.server.ts';
import { nameAwaitedPart } from '#core/back-in-stock/wait-mails.server.tsx';

export interface LinkedWait {
  email: string;
  /** Example: 'Alternator for 2010 Honda Civic'. */
  part: string;
  /** The part that the mail named as back, or else the awaited part. */
  partId: string;
  state: WaitState;
  /** The number of the address's open waits for other parts. */
  others: number;
}

export type WaitAction = 'confirm' | 'end' | 'end-all';

/** Returns undefined if the link does not exist or is over. */
export async function readLinkedWait(database: Database, token: string): Promise<LinkedWait | undefined> {
  return database.as({ role: 'service_role' }, async (transaction) => {
    const wait = await findWait(transaction, token);
    if (!wait) return undefined;
    const { others } = await transaction
      .selectFrom('stock_waits')
      .select(sql<number>`count(*)::integer`.as('others'))
      .where('email', '=', wait.email)
      .where('id', '<>', wait.id)
      .where('told_at', 'is', null)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    return {
      email: wait.email,
      part: nameAwaitedPart(wait),
      partId: wait.told_part_id ?? wait.part_id,
      state: stateOfWait({
        confirmedAt: wait.confirmed_at,
        toldAt: wait.told_at,
        endedAt: wait.ended_at,
      }),
      others,
    };
  });
}

/** Can be repeated safely. Does nothing if the link does not exist or is over. */
export async function actOnLinkedWait(database: Database, token: string, action: WaitAction): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const wait = await findWait(transaction, token);
    if (!wait) return;
    await transaction
      .updateTable('stock_waits')
      .set(action === 'confirm' ? { confirmed_at: sql<Date>`now()` } : { ended_at: sql<Date>`now()` })
      .where('told_at', 'is', null)
      .where('ended_at', 'is', null)
      .$if(action === 'confirm', (update) => update.where('confirmed_at', 'is', null))
      .$if(action === 'end-all', (update) => update.where('email', '=', wait.email))
      .$if(action !== 'end-all', (update) => update.where('id', '=', wait.id))
      .execute();
  });
}

async function findWait(transaction: Transaction<DB>, token: string) {
  return transaction
    .selectFrom('stock_wait_links')
    .innerJoin('stock_waits', 'stock_waits.id', 'wait_id')
    .selectAll('stock_waits')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
}
