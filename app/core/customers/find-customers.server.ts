import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { parseCustomerSearch } from './customer-search.ts';
import { parseOrderNumber } from '#core/values/order-number.ts';
import { timeOf, timePlace } from '#core/platform/cursor-time.server.ts';
import { cutPage, type ListPage, readStart } from '#core/platform/list-page.server.ts';
import { selectCustomers, toCustomer } from './select-customers.server.ts';
import type { CustomersQuery } from './customers-address.ts';

const PAGE_SIZE = 25;

export const MOST_PER_EXPORT_PAGE = 1000;

/** Rows that are counted before the list is read. A job counts the rest. */
const MOST_COUNTED = 100;

export interface CustomerList extends ListPage<CustomerRow> {
  total: number;
}

/** Lists one page of customers, latest first. */
export async function findCustomers(
  transaction: Transaction<DB>,
  query: CustomersQuery,
  pageSize = PAGE_SIZE,
): Promise<CustomerList> {
  await sql`select count_customers(${MOST_COUNTED})`.execute(transaction);
  const { words, orderIds } = parseCustomerSearch(query.q);
  const buyers = await findBuyers(transaction, orderIds, parseOrderNumber(query.q));
  if (buyers.length > 0) {
    return { rows: await readRows(transaction, buyers), total: buyers.length, previous: null, next: null };
  }

  if (query.q !== '' && words.length === 0) return { rows: [], total: 0, previous: null, next: null };
  const start = readStart(query, ...timePlace);
  const { place: [seenAt, id] = [], backwards } = start;
  const { rows: found } = await sql<{ ids: string[]; total: number }>`
    select ids, total from find_customers(
      ${words}::text[], ${seenAt === undefined ? null : timeOf({ number: seenAt })}, ${id ?? null}::uuid, ${backwards}, ${pageSize + 1}
    )`.execute(transaction);
  const { ids = [], total = 0 } = found[0] ?? {};
  const read = await readRows(transaction, ids);
  if (backwards) read.reverse();
  return { ...cutPage(read, start, pageSize, (row) => [row.seenAt, row.id]), total };
}

/** Finds the customers of orders by their number or ids. */
async function findBuyers(
  transaction: Transaction<DB>,
  ids: readonly [string, string] | undefined,
  orderNumber: number | undefined,
): Promise<string[]> {
  if (!ids && orderNumber === undefined) return [];
  // Eight digits can be a number, and the beginning of an id.
  const [first, last] = ids ?? [null, null];
  const { rows } = await sql<{ ids: string[] }>`
    select customers_of_orders(${orderNumber ?? null}, ${first}::uuid, ${last}::uuid) as ids`.execute(
    transaction,
  );
  return rows[0]?.ids ?? [];
}

export type CustomerRow = Awaited<ReturnType<typeof readRows>>[number];

async function readRows(transaction: Transaction<DB>, ids: readonly string[]) {
  const rows = await selectCustomers(transaction)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toCustomer);
}
