import { sql, type Selectable, type Transaction } from 'kysely';
import type { DB, Orders } from '#db/types.ts';
import { readOrderLines } from './read-order-lines.server.ts';
import { describeAlert } from '#core/alerts/alert.ts';
import { type CounterMethod, describeCounterMethod } from '#core/orders/counter-sale.ts';
import type { ShipTo } from '#core/addresses/destination.ts';
import { isInPlace } from '#core/addresses/is-destination.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { openProgress, type Progress } from '#core/orders/order-progress.ts';
import type { ReturnKind, ReturnState } from '#core/orders/return.ts';
import type { Review } from '#core/orders/order-action.ts';
import { describeRefund } from '#core/orders/order-story.ts';
import { readRefundReason } from '#core/orders/refund-reason.ts';
import type { DisputeState, OrderStatus, RefundState } from '#core/orders/order.ts';
import type { ShippingAddress } from '#core/addresses/postal-address.ts';
import type { PaymentRisk } from '#core/orders/payment-risk.ts';
import { formatPostalAddress } from '#core/addresses/postal-address.ts';
import { acceptedTextDate } from '#core/orders/accepted-texts.server.ts';
import { readDeskOrder } from '#core/orders/desk-order.server.ts';
import { readPhotos, readShipments } from '#core/orders/read-order-shipments.server.ts';
import { readOrderStory } from '#core/orders/read-order-story.server.ts';

export type OrderPageData = NonNullable<Awaited<ReturnType<typeof readOrderPage>>>;

interface OrderPageOptions {
  number: number;
  /** Counts from 1. */
  storyPage: number;
  /** See ShopSettings. */
  paymentPages: string | undefined;
}

/** Reads everything about an order, for staff. Undefined if the number is unknown. */
export async function readOrderPage(
  transaction: Transaction<DB>,
  { number, storyPage, paymentPages }: OrderPageOptions,
) {
  const order = await transaction
    .selectFrom('orders')
    .selectAll()
    .select([
      acceptedTextDate('terms').as('terms_date'),
      acceptedTextDate('warranty').as('warranty_date'),
      sql<string | null>`(extract(epoch from ship_by) * 1000000)::bigint::text`.as('ship_by_us'),
    ])
    .where('number', '=', String(number))
    .executeTakeFirst();
  if (!order) return undefined;
  const { id } = order;
  return {
    id,
    number: order.number,
    placedAt: order.created_at.toISOString(),
    shipBy: order.ship_by?.toISOString() ?? null,
    shipByUs: order.ship_by_us,
    ...describeState(order),
    /** Order as its actions need it. Null if it is not on the desk. */
    desk: (await readDeskOrder(transaction, number)) ?? null,
    lines: await readOrderLines(transaction, id),
    totals: await readTotals(transaction, order),
    assistant: await readAssistant(transaction, order.browser_id),
    buyer: { name: order.customer_name, email: order.email, phone: order.phone },
    delivery: describeDelivery(order),
    payment: {
      id: order.payment_id,
      counter:
        order.payment_method &&
        describeCounterMethod(order.payment_method as CounterMethod, order.payment_reference),
      risk: order.risk as PaymentRisk | null,
      page: findPaymentPage(order.payment_id, paymentPages),
      balances: await readBalances(transaction, id, paymentPages),
      refunds: await readRefunds(transaction, id),
      disputes: await readDisputes(transaction, id),
    },
    shipments: await readShipments(transaction, id),
    photos: await readPhotos(transaction, id),
    returns: await readReturns(transaction, id),
    alerts: await readAlerts(transaction, id),
    texts: {
      termsVersion: order.terms_version,
      termsDate: order.terms_date,
      warrantyVersion: order.warranty_version,
      warrantyDate: order.warranty_date,
    },
    story: await readOrderStory(transaction, id, storyPage),
    storyPage,
    version: await readOrderVersion(transaction, number),
  };
}

/** Reads which platform's assistant prepared the order. Null if none did. */
async function readAssistant(transaction: Transaction<DB>, payerId: string | null) {
  const found = await transaction
    .selectFrom('agent_checkouts')
    .innerJoin('agent_platforms', 'agent_platforms.id', 'platform_id')
    .select(['profile_url', 'is_signed'])
    .where('payer_id', '=', payerId)
    .executeTakeFirst();
  return found ? { host: new URL(found.profile_url).hostname, isSigned: found.is_signed } : null;
}

/** Returns the address of a payment in the provider's dashboard. */
function findPaymentPage(paymentId: string | null, paymentPages: string | undefined): string | null {
  return paymentId?.startsWith('pi_') && paymentPages ? paymentPages + paymentId : null;
}

async function readBalances(transaction: Transaction<DB>, orderId: string, paymentPages: string | undefined) {
  const balances = await transaction
    .selectFrom('order_balances')
    .select(['id', 'amount', 'payment_id', 'asked_at', 'withdrawn_at', 'paid_at'])
    .where('order_id', '=', orderId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
  return balances.map((balance) => ({
    id: balance.id,
    amountCents: centsFromDollars(balance.amount),
    state: balance.paid_at
      ? ('paid' as const)
      : balance.withdrawn_at
        ? ('withdrawn' as const)
        : ('due' as const),
    at: (balance.paid_at ?? balance.withdrawn_at ?? balance.asked_at).toISOString(),
    paymentId: balance.payment_id,
    page: findPaymentPage(balance.payment_id, paymentPages),
  }));
}

function describeState(order: Selectable<Orders>) {
  const progress = order.progress as Progress | null;
  const status = order.status as OrderStatus;
  const isOpen =
    status === 'completed' &&
    progress !== null &&
    openProgress.includes(progress) &&
    order.hold_reason === null;
  return {
    status,
    progress,
    dispute: order.dispute as DisputeState | null,
    review: order.review as Review | null,
    holdReason: order.hold_reason,
    refundedCents: centsFromDollars(order.refunded),
    isOverdue: isOpen && order.ship_by !== null && order.ship_by < new Date(),
  };
}

async function readTotals(transaction: Transaction<DB>, order: Selectable<Orders>) {
  const taxes = await transaction
    .selectFrom('order_taxes')
    .select(['name', 'rate', 'tax'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const totalCents = centsFromDollars(order.amount);
  const taxCents = centsFromDollars(order.tax);
  const shippingCents = centsFromDollars(order.shipping);
  const coreCents = centsFromDollars(order.core);
  const batteryFeeCents = centsFromDollars(order.battery_fee);
  const refundedCents = centsFromDollars(order.refunded);
  return {
    subtotalCents: totalCents - taxCents - shippingCents - coreCents - batteryFeeCents,
    taxCents,
    taxes: taxes.map(({ name, rate, tax }) => ({
      name,
      rate: Number(rate),
      taxCents: centsFromDollars(tax),
    })),
    shippingCents,
    coreCents,
    batteryFeeCents,
    totalCents,
    /** Amount that was paid, if it is not the total. */
    charged:
      order.charged === null && order.charged_currency === null
        ? null
        : {
            cents: centsFromDollars(order.charged ?? order.amount),
            unit: order.charged_currency === null ? '' : ` in ${order.charged_currency.toUpperCase()}`,
          },
    refundedCents,
    leftCents: centsFromDollars(order.charged ?? order.amount) - refundedCents,
  };
}

function describeDelivery(order: Selectable<Orders>) {
  const address = order.shipping_address as ShippingAddress | null;
  const place = order.ship_to as Omit<ShipTo, 'kind'> | null;
  return {
    fulfillment: order.fulfillment as 'ship' | 'pickup',
    pickupLocation: order.pickup_location,
    address: address && formatPostalAddress(order.customer_name, address),
    pricedFor: place && {
      place: place.country === 'US' ? `${place.state} ${place.zip}` : place.country,
      details: [
        place.place === 'business' ? 'business' : 'home',
        ...(place.liftgate ? ['liftgate'] : []),
        ...(place.poBox ? ['PO box'] : []),
      ].join(', '),
      isElsewhere: address !== null && !isInPlace(address, place),
    },
  };
}

async function readRefunds(transaction: Transaction<DB>, orderId: string) {
  const refunds = await transaction
    .selectFrom('refunds')
    .select(['id', 'state', 'reason', 'cause', 'amount', 'failure', 'note', 'requested_at'])
    .where('order_id', '=', orderId)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
  return refunds.map((refund) => ({
    id: refund.id,
    state: refund.state as RefundState,
    text: describeRefund({
      state: refund.state as RefundState,
      reason: readRefundReason(refund),
      amountCents: refund.amount === null ? null : centsFromDollars(refund.amount),
      failure: refund.failure,
      note: refund.note,
    }),
    at: refund.requested_at.toISOString(),
  }));
}

async function readReturns(transaction: Transaction<DB>, orderId: string) {
  const returns = await transaction
    .selectFrom('returns')
    .select(['number', 'kind', 'state'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .execute();
  return returns.map(({ number, kind, state }) => ({
    number: Number(number),
    kind: kind as ReturnKind,
    state: state as ReturnState,
  }));
}

async function readDisputes(transaction: Transaction<DB>, orderId: string) {
  const disputes = await transaction
    .selectFrom('disputes')
    .select(['id', 'state', 'amount', 'answer_by'])
    .where('order_id', '=', orderId)
    .orderBy('told_at')
    .execute();
  return disputes.map((dispute) => ({
    id: dispute.id,
    state: dispute.state as DisputeState,
    amountCents: dispute.amount === null ? null : centsFromDollars(dispute.amount),
    answerBy: dispute.answer_by?.toISOString() ?? null,
  }));
}

async function readAlerts(transaction: Transaction<DB>, orderId: string) {
  const alerts = await transaction
    .selectFrom('alerts')
    .select(['id', 'kind', 'details', 'created_at'])
    .where('order_id', '=', orderId)
    .where('settled_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute();
  return alerts.map(describeAlert);
}

/** Changes with everything that the page shows and that others change. Null if the number is unknown. */
export async function readOrderVersion(transaction: Transaction<DB>, number: number): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', status, progress, refunded, dispute, ship_by,
      (select max(id) from public.order_events where order_id = orders.id),
      (select count(undone_at) from public.order_events where order_id = orders.id),
      (select max(updated_at) from public.refunds where order_id = orders.id),
      (select count(*) from public.alerts where order_id = orders.id and settled_at is null)
    ) as version
    from public.orders where number = ${number}`.execute(transaction);
  return rows[0]?.version ?? null;
}
