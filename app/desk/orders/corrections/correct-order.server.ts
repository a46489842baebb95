import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { settleAlert } from '#core/alerts/alerts.server.ts';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import { type AnsweredCalculation, withTaxService } from '#core/checkout/tax-rates.server.ts';
import { computeUnsettled, type Unsettled } from '#core/orders/correction.ts';
import { type DeskOrder, lockDeskOrder, readDeskOrder } from '#core/orders/desk-order.server.ts';
import { type Correction, findCorrectionProblem, isOffered } from '#core/orders/order-action.ts';
import { addOrderEvent } from '#core/orders/order-events.server.ts';
import type { OrderEvent, Settled } from '#core/orders/order-event.ts';
import { findChargeProblem } from '#core/orders/payment.ts';
import { requestRefund } from '#core/orders/request-refund.server.ts';
import type { CounterMethod } from '#core/orders/counter-sale.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import { dollarsFromCents, formatDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { Refused } from '#core/values/refused.ts';
import type { ShopForStaff } from '../quotes/sale.ts';
import type { CorrectionPreview, HowToSettle } from './correction-preview.ts';
import { type Corrected, priceCorrection, type PricedCorrection } from './price-correction.server.ts';
import { writeAmounts } from './write-amounts.server.ts';

/** A change that staff make to an order. Each kind of correction reads it from its own form. */
export interface Change {
  kind: Correction;
  corrected: Corrected;
  /** Writes what is corrected besides the amounts, and returns its event. */
  write: (
    transaction: Transaction<DB>,
    order: DeskOrder,
    priced: PricedCorrection,
    settled: Settled,
  ) => Promise<OrderEvent>;
}

interface CorrectOrder {
  database: Database;
  taxService: TaxService;
  staff: ShopForStaff;
  number: number;
  /** Reads the change for the order as it is. @throws {Refused} */
  readChange: (order: DeskOrder) => Change;
}

/** How staff settle the difference, and what they have seen. */
export interface Settlement {
  /** The preview's. A form that is sent twice corrects once. */
  id: string;
  /** The total that the preview has shown, in cents. */
  totalCents: number;
  how: HowToSettle | null;
  reason: string | null;
  /** Way of giving back money that was taken at the counter. */
  method: CounterMethod | null;
}

/** Computes what a correction would cost. Changes nothing. @throws {Refused} */
export async function previewCorrection(options: CorrectOrder): Promise<CorrectionPreview> {
  const { database, taxService, staff, number, readChange } = options;
  return answer(
    await withTaxService(taxService, (answered) =>
      database.as(staff, async (transaction) => {
        const order = await readDeskOrder(transaction, number);
        const change = checkChange(order, readChange);
        const priced = await priceCorrection(transaction, change.order, change.corrected, {
          answered,
          locks: false,
        });
        return 'ask' in priced ? priced : describePreview(change.order, priced);
      }),
    ),
  );
}

/**
 * Corrects an order in one transaction: it locks the order, prices it anew, and settles the difference. Refuses another total
 * than the preview has shown. Runs as the shop for a member of staff. Returns a sentence for staff. @throws {Refused}
 */
export async function correctOrder(options: CorrectOrder, settlement: Settlement): Promise<string> {
  const { database, taxService, staff } = options;
  const { message } = answer(
    await withTaxService(taxService, (answered) =>
      database.as(staff, (transaction) => write(transaction, options, settlement, answered)),
    ),
  );
  return message;
}

function answer<Result extends object>(result: Result | { error: string }): Result {
  if ('error' in result) throw new Refused("the tax couldn't be calculated. Try again");
  return result;
}

function checkChange(
  order: DeskOrder | undefined,
  readChange: CorrectOrder['readChange'],
): Change & { order: DeskOrder } {
  if (!order) throw new Refused('this order does not exist');
  const problem = findCorrectionProblem(order);
  if (problem !== undefined) throw new Refused(problem);
  const change = readChange(order);
  if (!isOffered(change.kind, order)) throw new Refused('this makes no sense for this order');
  return { ...change, order };
}

function findUnsettled(order: DeskOrder, { after }: PricedCorrection): Unsettled {
  return computeUnsettled({
    beforeCents: order.amountCents,
    afterCents: after.totalCents,
    chargedCents: order.chargedCents,
    askedCents: order.due?.cents ?? 0,
    leftCents: order.leftCents,
  });
}

function describePreview(order: DeskOrder, priced: PricedCorrection): CorrectionPreview {
  const { after, quote } = priced;
  const unsettled = findUnsettled(order, priced);
  return {
    id: randomUUID(),
    before: {
      taxCents: order.taxCents,
      shippingCents: order.shippingCents,
      coreCents: order.coreCents,
      batteryFeeCents: order.batteryFeeCents,
      totalCents: order.amountCents,
    },
    after,
    askedCents: order.due?.cents ?? 0,
    ...unsettled,
    canAsk: findAskProblem(order, unsettled.dueCents) === undefined,
    days: quote.days,
  };
}

function findAskProblem({ counterMethod, hasEmail }: DeskOrder, dueCents: number): string | undefined {
  if (counterMethod !== null) return 'it was paid at the counter';
  if (!hasEmail) return 'the buyer has no email';
  return findChargeProblem(dueCents) === undefined
    ? undefined
    : "a card payment can't be that small or large";
}

async function write(
  transaction: Transaction<DB>,
  { number, readChange }: CorrectOrder,
  settlement: Settlement,
  answered: AnsweredCalculation | undefined,
): Promise<{ message: string } | { ask: TaxCalculation }> {
  const locked = await lockDeskOrder(transaction, number);
  if (await wasDone(transaction, settlement.id)) return { message: 'The order is corrected' };
  const { order, ...change } = checkChange(locked, readChange);
  const priced = await priceCorrection(transaction, order, change.corrected, { answered, locks: true });
  if ('ask' in priced) return priced;
  if (priced.after.totalCents !== settlement.totalCents)
    throw new Refused('the amounts have changed. Look at them again');
  const unsettled = findUnsettled(order, priced);
  const settled = settle(order, unsettled, settlement);

  const before = await readAmounts(transaction, order.id);
  await writeAmounts(transaction, order, priced, { waits: settled.askedCents !== undefined });
  const event = await change.write(transaction, order, priced, settled);
  await transaction
    .insertInto('order_corrections')
    .values({
      id: settlement.id,
      order_id: order.id,
      difference: dollarsFromCents(priced.after.totalCents - order.amountCents),
      tax_difference: dollarsFromCents(priced.after.taxCents - order.taxCents),
      before,
    })
    .execute();
  await settleBalances(transaction, order, settled);
  await addOrderEvent(transaction, order, event, 'now');
  if (settled.refundCents !== undefined) {
    // The order has its new tax already: what was paid too much has none.
    await requestRefund(
      transaction,
      { ...order, leftTaxCents: 0 },
      {
        amountCents: settled.refundCents,
        taxCents: 0,
        units: new Map(),
        note: 'The order was corrected',
        cause: 'corrected',
        method: settlement.method,
      },
    );
  }
  await logAdminAction(transaction, 'change_order', {
    resourceType: 'orders',
    resourceId: order.id,
    order: formatOrderNumber(number),
    action: change.kind,
    total_before: order.amountCents / 100,
    total: priced.after.totalCents / 100,
    ...settled,
  });
  return { message: describeDone(order, settled) };
}

/** Reads the amounts that the books have of the order until now. */
async function readAmounts(transaction: Transaction<DB>, orderId: string): Promise<string> {
  const { rows } = await sql<{ amounts: string }>`
    select order_amounts(orders)::text as amounts from orders where id = ${orderId}`.execute(transaction);
  return rows[0]?.amounts as string;
}

async function wasDone(transaction: Transaction<DB>, id: string): Promise<boolean> {
  const done = await transaction
    .selectFrom('order_corrections')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return done !== undefined;
}

/** @throws {Refused} */
function settle(
  order: DeskOrder,
  { dueCents, refundCents }: Unsettled,
  { how, reason, method }: Settlement,
): Settled {
  if (dueCents === 0 && refundCents === 0) return {};
  if (how === 'waive') {
    if (reason === null) throw new Refused('enter why you waive it', 'reason');
    return { waivedCents: dueCents > 0 ? dueCents : -refundCents, reason };
  }
  if (dueCents > 0) {
    if (how !== 'ask') throw new Refused('choose what to do about the difference');
    const problem = findAskProblem(order, dueCents);
    if (problem !== undefined) throw new Refused(`${problem}, so the difference can only be waived`);
    return { askedCents: dueCents };
  }
  if (how !== 'refund') throw new Refused('choose what to do about the difference');
  if (order.counterMethod !== null && method === null)
    throw new Refused('choose how you refunded the money', 'method');
  return { refundCents };
}

/** Withdraws what was asked for before: a late payment of it goes back. */
async function settleBalances(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { askedCents }: Settled,
): Promise<void> {
  if (order.due) {
    await transaction
      .updateTable('order_balances')
      .set({ withdrawn_at: sql<Date>`now()` })
      .where('order_id', '=', order.id)
      .where('payment_id', 'is', null)
      .where('withdrawn_at', 'is', null)
      .execute();
    await settleAlert(transaction, { kind: 'payment-amount-differs', subject: order.id });
  }
  if (askedCents === undefined) return;
  await transaction
    .insertInto('order_balances')
    .values({ order_id: order.id, amount: dollarsFromCents(askedCents) })
    .execute();
}

function describeDone({ hasEmail, counterMethod }: DeskOrder, settled: Settled): string {
  const mail = hasEmail ? ' The buyer will get an email.' : '';
  if (settled.askedCents !== undefined)
    return `Saved. The buyer will get an email with a link to pay ${formatDollars(settled.askedCents)}`;
  if (settled.refundCents === undefined) return `Saved.${mail}`;
  const amount = formatDollars(settled.refundCents);
  return counterMethod === null
    ? `Saved. ${amount} will be refunded.${mail}`
    : `Saved. ${amount} recorded as refunded.${mail}`;
}
