import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';

export function selectCustomers(transaction: Transaction<DB>) {
  return transaction
    .selectFrom('customers')
    .select([
      'id',
      'email',
      'user_id',
      'name',
      'phone',
      'orders',
      'spent',
      'disputes',
      'requests',
      'messages',
      'last_seen_at',
      'last_ordered_at',
      sql<string>`(extract(epoch from last_seen_at) * 1000000)::bigint`.as('seen_at'),
    ]);
}

type SelectedCustomer = Awaited<ReturnType<ReturnType<typeof selectCustomers>['execute']>>[number];

export function toCustomer({ user_id: userId, spent, ...row }: SelectedCustomer) {
  return {
    id: row.id,
    email: row.email,
    hasAccount: userId !== null,
    name: row.name,
    phone: row.phone,
    orders: row.orders,
    spentCents: centsFromDollars(spent),
    disputes: row.disputes,
    requests: row.requests,
    messages: row.messages,
    lastSeenAt: row.last_seen_at,
    lastOrderedAt: row.last_ordered_at,
    /** Microseconds, for a cursor. */
    seenAt: row.seen_at,
  };
}
