import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatCsvLine } from '#core/values/csv.ts';
import {
  type CustomerRow,
  findCustomers,
  MOST_PER_EXPORT_PAGE,
} from '#core/customers/find-customers.server.ts';

const COLUMNS = [
  'email',
  'name',
  'phone',
  'account',
  'orders',
  'spent',
  'disputes',
  'requests',
  'messages',
  'last_seen',
  'last_order',
];

type RunAsAdmin = <T>(work: (transaction: Transaction<DB>) => Promise<T>) => Promise<T>;

/** Yields CSV page by page, so that a large list is never in memory. Amounts are in dollars, times in UTC. */
export async function* exportCustomers(runAsAdmin: RunAsAdmin, q: string): AsyncGenerator<string> {
  await runAsAdmin(async (transaction) => {
    await logAdminAction(transaction, 'export_customers', { resourceType: 'customers', searched: q !== '' });
    while (await hasCounted(transaction));
  });
  yield formatCsvLine(COLUMNS);
  let after: string | undefined;
  do {
    const cursor = after;
    const page = await runAsAdmin((transaction) =>
      findCustomers(transaction, { q, after: cursor }, MOST_PER_EXPORT_PAGE),
    );
    yield page.rows.map(formatCustomer).join('');
    after = page.next ?? undefined;
  } while (after !== undefined);
}

async function hasCounted(transaction: Transaction<DB>): Promise<boolean> {
  const { rows } = await sql<{ counted: number }>`select count_customers(10000) as counted`.execute(
    transaction,
  );
  return (rows[0]?.counted ?? 0) > 0;
}

function formatCustomer(customer: CustomerRow): string {
  return formatCsvLine([
    customer.email,
    customer.name ?? '',
    customer.phone ?? '',
    customer.hasAccount ? 'yes' : 'no',
    customer.orders,
    customer.spentCents / 100,
    customer.disputes,
    customer.requests,
    customer.messages,
    customer.lastSeenAt.toISOString(),
    customer.lastOrderedAt?.toISOString() ?? '',
  ]);
}
