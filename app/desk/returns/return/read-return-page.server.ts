import type { CounterMethod } from '#core/orders/counter-sale.ts';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { RefundState } from '#core/orders/order.ts';
import type { Settlement } from '#core/returns/return-refund.ts';
import { describeReason, type ReturnKind, type ReturnState } from '#core/orders/return.ts';
import { describeReturn, type ReturnTerms } from '#core/orders/return-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import { type DeskLine, type DeskOrder, readDeskOrder } from '#core/orders/desk-order.server.ts';
import { readPhotos } from '#core/orders/read-order-shipments.server.ts';
import { nameActor, readStaffNames } from '#core/orders/read-order-story.server.ts';

export interface DeskReturnLine extends Omit<DeskLine, 'returned'> {
  /** Says how the buyer has to return it. */
  required: string;
  /** Units that the buyer asked to return. */
  announced: number;
  /** Units of this return that arrived. Before arrival, the announced units. */
  returned: number;
  /** Units of this return that are back in stock. */
  backInStock: number;
  /** Null if it is not inspected yet. */
  restock: boolean | null;
}

export interface DeskReturn {
  id: string;
  number: number;
  orderId: string;
  orderNumber: number;
  kind: ReturnKind;
  state: ReturnState;
  reasonName: string | null;
  reason: string;
  details: string | null;
  claim: { installer: string | null; installedOn: string | null; mileages: [number, number] } | null;
  askedAt: string;
  shopFault: boolean | null;
  sendTo: string | null;
  /** Reason why announced units are not expected anymore. */
  closedReason: string | null;
  /** Number of the return that it was a part of. */
  restOf: number | null;
  /** Number of the return with the units that did not arrive. */
  rest: number | null;
  carrier: string | null;
  tracking: string | null;
  settlement: Settlement | null;
  refund: { state: RefundState; failure: string | null } | null;
  isBeingRefunded: boolean;
  /** Counter payment of the order: the money goes back the same way. Null means by the provider. */
  counterMethod: CounterMethod | null;
  terms: ReturnTerms;
  lines: DeskReturnLine[];
}

/** Reads a return with what its actions need. Locks its order and then the return. Undefined if there is none. */
export async function lockDeskReturn(
  transaction: Transaction<DB>,
  number: number,
  shop: Shop,
): Promise<{ found: DeskReturn; order: DeskOrder } | undefined> {
  const { order_number: orderNumber } = (await transaction
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('orders.number as order_number')
    .where('returns.number', '=', String(number))
    .executeTakeFirst()) ?? { order_number: null };
  if (orderNumber === null) return undefined;
  const order = await readDeskOrder(transaction, Number(orderNumber), { lock: true });
  await transaction
    .selectFrom('returns')
    .select('id')
    .where('number', '=', String(number))
    .forUpdate()
    .executeTakeFirst();
  const found = order && (await readDeskReturn(transaction, number, shop, order));
  return found && { found, order };
}

async function readDeskReturn(
  transaction: Transaction<DB>,
  number: number,
  shop: Shop,
  order: DeskOrder,
): Promise<DeskReturn | undefined> {
  const row = await transaction
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'returns.order_id')
    .leftJoin('refunds', 'refunds.id', 'refund_id')
    .leftJoin('returns as parent', 'parent.id', 'returns.rest_of')
    .leftJoin('returns as rest', 'rest.rest_of', 'returns.id')
    .selectAll('returns')
    .select(['parent.number as rest_of_number', 'rest.number as rest_number'])
    .select(['return_terms', 'refunds.state as refund_state', 'refunds.failure'])
    .select(sql<string | null>`returns.installed_on::text`.as('installed_day'))
    .where('returns.number', '=', String(number))
    .executeTakeFirst();
  if (!row) return undefined;
  const kind = row.kind as ReturnKind;
  const lines = await transaction
    .selectFrom('return_lines')
    .select(['line_id', 'quantity', 'received', 'restock'])
    .select(
      sql<number>`(
        select coalesce(sum(unit_ledger.quantity), 0)::int from unit_ledger
        where unit_ledger.return_id = return_lines.return_id and unit_ledger.line_id = return_lines.line_id
          and kind = 'restocked'
      )`.as('back_in_stock'),
    )
    .where('return_id', '=', row.id)
    .execute();
  return {
    id: row.id,
    number,
    orderId: order.id,
    orderNumber: order.number,
    kind,
    state: row.state as ReturnState,
    reasonName: row.reason,
    reason: describeReason(kind, row.reason),
    details: row.details,
    claim:
      row.installed_mileage === null || row.failed_mileage === null
        ? null
        : {
            installer: row.installer,
            installedOn: row.installed_day,
            mileages: [row.installed_mileage, row.failed_mileage],
          },
    askedAt: row.asked_at.toISOString(),
    shopFault: row.shop_fault,
    sendTo: row.send_to,
    closedReason: row.closed_reason,
    restOf: row.rest_of_number === null ? null : Number(row.rest_of_number),
    rest: row.rest_number === null ? null : Number(row.rest_number),
    carrier: row.carrier,
    tracking: row.tracking,
    settlement: row.settlement as Settlement | null,
    refund:
      row.refund_state === null ? null : { state: row.refund_state as RefundState, failure: row.failure },
    isBeingRefunded: row.refund_state !== null && row.refund_state !== 'failed',
    counterMethod: order.counterMethod,
    terms: (row.return_terms as ReturnTerms | null) ?? shop.returns,
    lines: order.lines.flatMap((line) => {
      const returned = lines.find(({ line_id: id }) => id === line.id);
      return returned
        ? [
            {
              ...line,
              announced: returned.quantity,
              returned: returned.received ?? returned.quantity,
              backInStock: returned.back_in_stock,
              restock: returned.restock,
              required: describeReturn(line.origin),
            },
          ]
        : [];
    }),
  };
}

/** Reads the page of a return: what its actions need, the photographs of both sides, and what happened. */
export async function readReturnPage(transaction: Transaction<DB>, number: number, shop: Shop) {
  const parent = await transaction
    .selectFrom('returns')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['returns.id', 'orders.number', 'orders.id as order_id', 'customer_name', 'email', 'amount'])
    .where('returns.number', '=', String(number))
    .executeTakeFirst();
  if (!parent) return undefined;
  const order = await readDeskOrder(transaction, Number(parent.number));
  const found = order && (await readDeskReturn(transaction, number, shop, order));
  if (!found) return undefined;
  const photos = await transaction
    .selectFrom('return_photos')
    .select(['id', 'by_shop', 'added_at'])
    .where('return_id', '=', found.id)
    .orderBy('added_at')
    .execute();
  return {
    ...found,
    leftCents: order.leftCents,
    totalCents: centsFromDollars(parent.amount),
    buyer: { name: parent.customer_name, email: parent.email },
    photos: photos.map(({ id, by_shop: byShop, added_at: at }) => ({ id, byShop, at: at.toISOString() })),
    packingPhotos: await readPhotos(transaction, found.orderId),
    steps: await readSteps(transaction, found.id),
    version: await readReturnVersion(transaction, number),
  };
}

export type ReturnPageData = NonNullable<Awaited<ReturnType<typeof readReturnPage>>>;

async function readSteps(transaction: Transaction<DB>, returnId: string) {
  const { rows } = await sql<{
    id: string;
    kind: string;
    actor: string | null;
    at: Date;
    note: string | null;
    has_mail: boolean;
    sent_at: Date | null;
    given_up_at: Date | null;
  }>`
    select return_events.id, kind, actor, at, note, has_mail, mails.sent_at, mails.given_up_at
    from return_events left join return_mails(${returnId}) as mails on mails.id = mail_id
    where return_id = ${returnId} order by return_events.id desc`.execute(transaction);
  const names = await readStaffNames(
    transaction,
    rows.map(({ actor }) => actor),
  );
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    who: row.kind === 'asked' || row.kind === 'canceled' ? 'The buyer' : nameActor(row.actor, names),
    at: row.at.toISOString(),
    note: row.note,
    mail: row.has_mail ? (row.sent_at ? 'sent' : row.given_up_at ? 'failed' : 'waiting') : null,
  }));
}

/** Changes with everything that the page shows and that others change. Null if the number is unknown. */
export async function readReturnVersion(
  transaction: Transaction<DB>,
  number: number,
): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', state, refund_id,
      (select max(id) from return_events where return_id = returns.id),
      (select count(*) from return_photos where return_id = returns.id)
    ) as version
    from returns where number = ${number}`.execute(transaction);
  return rows[0]?.version ?? null;
}
