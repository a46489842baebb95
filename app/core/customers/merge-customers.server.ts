import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { ActionResult } from '#core/values/action-result.ts';
import { Refused } from '#core/values/refused.ts';
import { findCustomers } from './find-customers.server.ts';
import { selectCustomers, toCustomer } from './select-customers.server.ts';

export interface CustomerMerge {
  email: string;
  mergedAt: Date;
  /** Merges can be undone for a day. */
  canBeUndone: boolean;
}

/** Lists the addresses that were merged into a customer, the latest first. */
export async function readMerges(transaction: Transaction<DB>, email: string): Promise<CustomerMerge[]> {
  const { rows } = await sql<CustomerMerge>`
    with recursive merges as (
      select email, merged_at from customer_merges where person = ${email}
      union
      select each.email, each.merged_at from customer_merges as each join merges on person = merges.email
    )
    select email, merged_at as "mergedAt", merged_at > now() - interval '1 day' as "canBeUndone" from merges
    order by merged_at desc, email`.execute(transaction);
  return rows;
}

/** These constraints refuse two admins who merge the same records at the same time. */
export const mergeRefusals = {
  customer_merges_pkey: 'these records are merged already',
  customer_merges_no_circle: 'these records are merged already',
};

/** Shows the record with an address as a part of another customer. It counts both again. @throws {Refused} */
export async function mergeCustomers(
  transaction: Transaction<DB>,
  { customer: id, email: typed }: { customer: string; email: string },
): Promise<ActionResult> {
  const email = typed.replaceAll('\0', '').trim().toLowerCase();
  if (!email) throw new Refused('enter the email of the other record', 'email');
  const customer = await readEmail(transaction, id);
  if (email === customer) throw new Refused('this is the email of this record', 'email');
  const other = await transaction
    .selectFrom('customers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!other) throw new Refused('no customer has this email', 'email');
  await transaction.insertInto('customer_merges').values({ email, person: customer }).execute();
  await logAdminAction(transaction, 'merge_customers', {
    resourceType: 'customers',
    resourceId: id,
    merged: other.id,
  });
  return { done: true, message: `${email} is part of this record now. You can undo this for a day` };
}

/** Gives an address its own record again. @throws {Refused} */
export async function undoMerge(
  transaction: Transaction<DB>,
  { customer: id, email }: { customer: string; email: string },
): Promise<ActionResult> {
  const merges = await readMerges(transaction, await readEmail(transaction, id));
  if (!merges.some((merge) => merge.email === email && merge.canBeUndone))
    throw new Refused('this can no longer be undone');
  await transaction.deleteFrom('customer_merges').where('email', '=', email).execute();
  await logAdminAction(transaction, 'undo_merge_of_customers', { resourceType: 'customers', resourceId: id });
  return { done: true, message: `${email} has its own record again` };
}

async function readEmail(transaction: Transaction<DB>, id: string): Promise<string> {
  const customer = await transaction
    .selectFrom('customers')
    .select('email')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!customer) throw new Refused('this customer does not exist');
  return customer.email;
}

const MOST_SIMILAR = 3;

/** Finds other customers with the same phone number or the same name. */
export async function findSimilar(
  transaction: Transaction<DB>,
  { id, name, phone }: { id: string; name: string | null; phone: string | null },
) {
  const digits = digitsOf(phone);
  const wanted = new Set<string>();
  for (const q of [digits, name ?? '']) {
    if (q === '') continue;
    const { rows } = await findCustomers(transaction, { q, after: '', before: '' }, MOST_SIMILAR * 4);
    for (const row of rows) if (isSimilar(row)) wanted.add(row.id);
  }
  if (wanted.size === 0) return [];
  const rows = await selectCustomers(transaction)
    .where('id', 'in', [...wanted].slice(0, MOST_SIMILAR))
    .orderBy('last_seen_at', 'desc')
    .execute();
  return rows.map(toCustomer);

  function isSimilar(other: { id: string; name: string | null; phone: string | null }) {
    if (other.id === id) return false;
    const hasName = name !== null && other.name?.trim().toLowerCase() === name.trim().toLowerCase();
    return hasName || (digits !== '' && digitsOf(other.phone) === digits);
  }
}

/** Returns the digits of a phone number without the country's, or '' if it is too short for one. */
function digitsOf(phone: string | null): string {
  const digits = (phone ?? '').replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length < 7 ? '' : digits;
}
