import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { findDay } from '#core/settings/opening-hours.ts';
import { isSortedByDeadline, type OrdersQuery, parseCursor } from './orders-address.ts';

/** Of orders, both exclusive. */
export interface NumberRange {
  above: string;
  below: string;
}

const anyNumber: NumberRange = { above: '0', below: '1000000000000' };

/** The orders of more days are found without knowing where their numbers begin. */
const MAX_COUNTED = 50_000;

/** The numbers of the orders of the chosen days, or more. Undefined without any. */
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
    // Without the offset, the planner looks for the ends in the index of numbers.
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

/** In a list that is sorted by number. */
export function withCursor({ view, after, before }: OrdersQuery, numbers: NumberRange): NumberRange {
  if (isSortedByDeadline(view)) return numbers;
  const { above, below } = numbers;
  if (before !== undefined) return { above: largest(above, parseCursor(before).number), below };
  if (after !== undefined) return { above, below: smallest(below, parseCursor(after).number) };
  return numbers;
}

const largest = (one: string, other: string) => (Number(one) > Number(other) ? one : other);
const smallest = (one: string, other: string) => (Number(one) < Number(other) ? one : other);

export function deadlineCondition({ after, before }: OrdersQuery): RawBuilder<unknown>[] {
  const cursor = before ?? after;
  if (cursor === undefined) return [];
  const { shipBy = '0', number } = parseCursor(cursor);
  const compare = sql.raw(before === undefined ? '>' : '<');
  return [
    sql`(orders.ship_by, orders.number) ${compare} (
      timestamptz 'epoch' + ${shipBy}::float8 * interval '1 microsecond', ${number}::bigint
    )`,
  ];
}
