import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type Place, readStart, type Start } from '#core/platform/list-page.server.ts';
import type { DB } from '#db/types.ts';
import { findDay } from '#core/settings/opening-hours.ts';
import { isSortedByDeadline, type OrdersQuery, type OrderView } from './orders-address.ts';

/** Numbers of orders. Both ends are exclusive. */
export interface NumberRange {
  above: string;
  below: string;
}

const anyNumber: NumberRange = { above: '0', below: '1000000000000' };

/** If the days have more orders, the search doesn't look for where their numbers begin. */
const MAX_COUNTED = 50_000;

/** Finds the numbers of the orders of the chosen days, or more. Returns undefined if there are none. */
export async function findNumbers(
  transaction: Transaction<DB>,
  { from, to }: OrdersQuery,
  timeZone: string,
): Promise<NumberRange | undefined> {
  if (!from && !to) return anyNumber;
  const ends = to && findDay(timeZone, to).ends;
  const placed = sql`
    select number from public.orders
    where payment_id is not null
      ${from ? sql`and created_at >= ${findDay(timeZone, from).begins}` : sql``}
      ${ends ? sql`and created_at < ${ends}` : sql``}`;
  const range = async (limit: RawBuilder<unknown>) => {
    // The offset keeps the planner from looking for the ends in the index of numbers.
    const { rows } = await sql<{ first: string | null; last: string | null; count: number }>`
      select min(number) as first, max(number) as last, count(*)::int as count
      from (${placed} offset 0 ${limit}) as placed`.execute(transaction);
    return rows[0];
  };
  const some = await range(sql`limit ${MAX_COUNTED + 1}`);
  if (!some?.first || !some.last) return undefined;
  const after = (number: string) => String(Number(number) + 1);
  if (some.count <= MAX_COUNTED) return { above: String(Number(some.first) - 1), below: after(some.last) };
  if (!ends || ends > new Date()) return anyNumber;
  const all = await range(sql``);
  return { above: anyNumber.above, below: after(all?.last ?? anyNumber.below) };
}

const NUMBER = /^\d{1,12}$/;
const MICROSECONDS = /^\d{1,16}$/;

/** Reads where a page begins: after a number, or after a deadline and a number. */
export function readOrdersStart(query: OrdersQuery): Start {
  return isSortedByDeadline(query.view) ? readStart(query, MICROSECONDS, NUMBER) : readStart(query, NUMBER);
}

/** Returns the place of an order in a view. `shipBy` is its deadline in microseconds since 1970. */
export function orderPlace(view: OrderView, { number, shipBy }: { number: string; shipBy: string }): Place {
  return isSortedByDeadline(view) ? [shipBy, number] : [number];
}

/** Narrows the numbers of a list that is sorted by them. */
export function withCursor(query: OrdersQuery, numbers: NumberRange): NumberRange {
  const { place: [number] = [], backwards } = readOrdersStart(query);
  if (isSortedByDeadline(query.view) || number === undefined) return numbers;
  const { above, below } = numbers;
  return backwards ? { above: largest(above, number), below } : { above, below: smallest(below, number) };
}

const largest = (one: string, other: string) => (Number(one) > Number(other) ? one : other);
const smallest = (one: string, other: string) => (Number(one) < Number(other) ? one : other);

export function deadlineCondition(query: OrdersQuery): RawBuilder<unknown>[] {
  const { place, backwards } = readOrdersStart(query);
  if (!place) return [];
  const [shipBy, number] = place;
  const compare = sql.raw(backwards ? '<' : '>');
  return [
    sql`(orders.ship_by, orders.number) ${compare} (
      timestamptz 'epoch' + ${shipBy}::float8 * interval '1 microsecond', ${number}::bigint
    )`,
  ];
}
