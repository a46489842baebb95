import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findSimilar, readMerges } from '#core/customers/merge-customers.server.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import { selectCustomers, toCustomer } from '#core/customers/select-customers.server.ts';
import { readStory } from './read-story.server.ts';

/** Maximum rows of notes and disputes. */
const MOST_SHOWN = 50;

/** Returns undefined if there is no such customer. @param before is the time at which the page of the story begins, in microseconds. */
export async function readCustomer(transaction: Transaction<DB>, id: string, before?: string) {
  await sql`select count_customers(100)`.execute(transaction);
  const row = await selectCustomers(transaction).where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const customer = toCustomer(row);
  const merges = await readMerges(transaction, customer.email);
  return {
    customer,
    merges,
    similar: await findSimilar(transaction, customer),
    ...(await readStory(transaction, id, before)),
    disputes: await readDisputes(transaction, id),
    certificates: row.user_id ? await readCertificates(transaction, row.user_id) : [],
    notes: await readNotes(transaction, [customer.email, ...merges.map(({ email }) => email)]),
  };
}

export type CustomerPage = NonNullable<Awaited<ReturnType<typeof readCustomer>>>;

/** Reads disputes of the newest orders. */
async function readDisputes(transaction: Transaction<DB>, customer: string) {
  const disputes = await transaction
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['disputes.id', 'number', 'state', 'disputes.amount', 'answer_by'])
    .where(
      sql<boolean>`order_id in (select id from customer_history(${customer}::uuid, 'infinity', 1000) where kind = 'order')`,
    )
    .orderBy('told_at', 'desc')
    .limit(MOST_SHOWN)
    .execute();
  return disputes.map((dispute) => ({
    id: dispute.id,
    order: formatOrderNumber(dispute.number),
    state: dispute.state,
    answerBy: dispute.answer_by,
    amountCents: dispute.amount === null ? null : centsFromDollars(dispute.amount),
  }));
}

async function readCertificates(transaction: Transaction<DB>, userId: string) {
  const { business } = await readSettings(transaction);
  return transaction
    .selectFrom('resale_certificates')
    .select([
      'id',
      'number',
      'state',
      sql<string>`expires_on::text`.as('expiresOn'),
      sql<boolean>`expires_on < (now() at time zone ${business.timeZone})::date`.as('isExpired'),
      'revoked_at as revokedAt',
    ])
    .where('user_id', '=', userId)
    .orderBy('approved_at', 'desc')
    .execute();
}

function readNotes(transaction: Transaction<DB>, emails: string[]) {
  return transaction
    .selectFrom('customer_notes')
    .leftJoin('profiles', 'profiles.user_id', 'written_by')
    .select([
      'customer_notes.id',
      'note',
      'written_at as writtenAt',
      sql<string | null>`nullif(btrim(profiles.display_name), '')`.as('writtenBy'),
    ])
    .where('email', 'in', emails)
    .orderBy('written_at', 'desc')
    .limit(MOST_SHOWN)
    .execute();
}
