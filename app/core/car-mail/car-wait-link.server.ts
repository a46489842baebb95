import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import type { Database } from '#core/platform/database.server.ts';
import { createLinkToken, hashToken } from '#core/platform/link-token.server.ts';
import { CAR_EMAILS_PATH, nameAwaitedCar } from './car-wait.ts';

/** Returns the path of a mailed link's page. */
export function carLinkAddress(token: string): string {
  return `${CAR_EMAILS_PATH}?token=${token}`;
}

/** Adds a link that confirms and ends waits, for a mail. Stores only the hash of its secret. `siteUrl` has no trailing slash. */
export async function addCarLink(
  transaction: Transaction<DB>,
  { waitId, siteUrl }: { waitId: string; siteUrl: string },
): Promise<string> {
  const token = createLinkToken();
  await transaction
    .insertInto('car_wait_links')
    .values({ token_hash: hashToken(token), wait_id: waitId })
    .execute();
  return siteUrl + carLinkAddress(token);
}

export interface LinkedCarWait {
  email: string;
  /** Example: 'Honda Civic, 2006 to 2011'. */
  car: string;
  state: 'unconfirmed' | 'waiting' | 'ended';
  /** The number of the address's other open waits. */
  others: number;
}

export const carWaitActions = ['confirm', 'end', 'end-all'] as const;

export type CarWaitAction = (typeof carWaitActions)[number];

/** Returns undefined if the link does not exist or is over. */
export async function readLinkedCarWait(
  database: Database,
  token: string,
): Promise<LinkedCarWait | undefined> {
  return database.as({ role: 'service_role' }, async (transaction) => {
    const wait = await findWait(transaction, token);
    if (!wait) return undefined;
    const { others } = await transaction
      .selectFrom('car_waits')
      .select(sql<number>`count(*)::integer`.as('others'))
      .where('email', '=', wait.email)
      .where('id', '<>', wait.id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    const state = wait.ended_at ? 'ended' : wait.confirmed_at ? 'waiting' : 'unconfirmed';
    return { email: wait.email, car: nameAwaitedCar(wait), state, others };
  });
}

/** Can be repeated safely. Does nothing if the link does not exist or is over. */
export async function actOnCarWait(database: Database, token: string, action: CarWaitAction): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    const wait = await findWait(transaction, token);
    if (!wait) return;
    await transaction
      .updateTable('car_waits')
      .set(action === 'confirm' ? { confirmed_at: sql<Date>`now()` } : { ended_at: sql<Date>`now()` })
      .where('ended_at', 'is', null)
      .$if(action === 'confirm', (update) => update.where('confirmed_at', 'is', null))
      .$if(action === 'end-all', (update) => update.where('email', '=', wait.email))
      .$if(action !== 'end-all', (update) => update.where('id', '=', wait.id))
      .execute();
  });
}

async function findWait(transaction: Transaction<DB>, token: string) {
  return transaction
    .selectFrom('car_wait_links')
    .innerJoin('car_waits', 'car_waits.id', 'wait_id')
    .selectAll('car_waits')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
}
