import { sql } from 'kysely';
import type { JurisdictionTax, MoneyPlace, Movement, OrderAmounts } from './movements.ts';
import { bothTimes, type Cursor, inCents, inPage, PAGE_SIZE, type PageQuery } from './read-pages.server.ts';

type PaidOrder = Extract<Movement, { kind: 'order' }>;
type Correction = Extract<Movement, { kind: 'correction' }>;

/** A paid order. Times are texts, `_utc` ones in UTC, the others in the shop's time zone. */
export interface OrderRow extends Cursor, PaidOrder {
  number: string;
  placed_utc: string;
  placed: string;
  paid_utc: string;
  paid: string;
  status: string;
  /** The state of the buyer's address. Null if unknown. */
  state: string | null;
  paymentId: string;
  refundedCents: number;
  /** All payments until now. */
  chargedCents: number;
  /** The amounts before the first correction of the order. */
  asPaid: OrderAmounts | null;
}

/** Tells where the money of an order or a refund is. */
export const placeOf = (method: string) => sql<MoneyPlace>`coalesce(${sql.ref(method)}, 'provider')`;

/** The taxes of an order by jurisdiction. */
const taxesOfOrder = sql<JurisdictionTax[]>`(
  select coalesce(json_agg(json_build_object(
    'level', level, 'state', state, 'name', name, 'cents', (100 * tax)::float8
  ) order by position) filter (where tax > 0), '[]')
  from order_taxes where order_id = orders.id
)`;

/** Selects the orders that were paid in a period. */
export const selectPaidOrders: PageQuery<OrderRow> = (days, after) => sql<OrderRow>`
  select paid_at::text as at, number::text as key, 'order' as kind, number::text as number,
    ${bothTimes('created_at', 'placed', days)}, ${bothTimes('paid_at', 'paid', days)}, status,
    coalesce(shipping_address ->> 'state', ship_to ->> 'state') as state, payment_id as "paymentId",
    ${placeOf('payment_method')} as place, ${taxesOfOrder} as taxes,
    ${inCents(sql`amount`)} as "totalCents", ${inCents(sql`tax`)} as "taxCents",
    ${inCents(sql`shipping`)} as "shippingCents", ${inCents(sql`core`)} as "coreCents",
    ${inCents(sql`battery_fee`)} as "batteryFeeCents", ${inCents(sql`refunded`)} as "refundedCents",
    ${inCents(sql`coalesce(charged, amount)`)} as "chargedCents",
    (select before from order_corrections where order_id = orders.id order by made_at, id limit 1) as "asPaid",
    -- An amount in another currency says nothing in dollars.
    ${inCents(sql`case when charged_currency is null then coalesce(charged, amount) - (
      select coalesce(sum(balance.amount), 0) from order_balances as balance
      where order_id = orders.id and balance.payment_id is not null
    ) else amount end`)} as "paidCents"
  from (
    select * from orders where ${inPage(days, after, ['paid_at', 'number', 'bigint'])}
    order by paid_at, number limit ${PAGE_SIZE}
  ) as orders order by paid_at, number`;

/** Selects the balances of orders that were paid in a period. */
export const selectPaidBalances: PageQuery<Cursor & Extract<Movement, { kind: 'balance' }>> = (days, after) =>
  sql`
    select paid_at::text as at, id::text as key, 'balance' as kind, ${inCents(sql`amount`)} as "paidCents"
    from order_balances where paid_at is not null and ${inPage(days, after, ['paid_at', 'id', 'uuid'])}
    order by paid_at, id limit ${PAGE_SIZE}`;

/** Selects the corrections that were made in a period. */
export const selectCorrections: PageQuery<Cursor & Correction> = (days, after) => sql<Cursor & Correction>`
  select made_at::text as at, id::text as key, 'correction' as kind, before, coalesce(
      (
        select next.before from order_corrections as next
        where next.order_id = found.order_id and (next.made_at, next.id) > (found.made_at, found.id)
        order by next.made_at, next.id limit 1
      ),
      (select order_amounts(orders) from orders where orders.id = found.order_id)
    ) as after
  from (
    select * from order_corrections where ${inPage(days, after, ['made_at', 'id', 'uuid'])}
    order by made_at, id limit ${PAGE_SIZE}
  ) as found order by made_at, id`;

/** A line of a paid order. */
export interface SoldLineRow extends Cursor {
  number: string;
  paid_utc: string;
  paid: string;
  part: string | null;
  oemNumber: string | null;
  condition: string | null;
  quantity: number;
  unitPriceCents: number;
  totalCents: number;
}

/** Selects the lines of the orders that were paid in a period. The page is one of orders. */
export const selectSoldLines: PageQuery<SoldLineRow> = (days, after) => sql<SoldLineRow>`
  select paid_at::text as at, number::text as key, number::text as number, ${bothTimes('paid_at', 'paid', days)},
    part_name as part, oem_number as "oemNumber", part_type as condition, coalesce(quantity, 0) as quantity,
    ${inCents(sql`unit_price`)} as "unitPriceCents", ${inCents(sql`unit_price * quantity`)} as "totalCents"
  from (
    select id, number, paid_at from orders where ${inPage(days, after, ['paid_at', 'number', 'bigint'])}
    order by paid_at, number limit ${PAGE_SIZE}
  ) as orders left join order_lines on order_id = orders.id and quantity > 0 order by paid_at, number, order_lines.id`;
