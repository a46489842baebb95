import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { addJob } from '#jobs';
import { holdMinutes } from '#domain/hold-limits.ts';
import { orderName } from '#domain/order.ts';
import { chargeProblem, PAYMENT_MINUTES } from '#domain/payment.ts';
import type { Totals } from '#domain/pricing.ts';
import type { Database, Payments, Visitor } from '#services';
import type { CheckoutRequest } from './checkout-request.server.ts';
import { giveUpOrder } from './give-up-order.server.ts';
import { amountOf, lockHolder, refuseHold } from './hold-limits.server.ts';
import { priceParts, type Refusal } from './price-parts.server.ts';
import { holdStock } from './stock.server.ts';

export interface CreatePayment {
  database: Database;
  payments: Payments;
  request: CheckoutRequest;
  /** Who buys; a guest may. */
  user: Visitor['user'];
  /** The random id of the buyer's browser. */
  browserId: string;
  /** The network that the request comes from (domain/network.ts). */
  network: string;
  /** The unpaid order of an earlier try from the same browser: what it holds is this buyer's own. */
  earlierOrderId: string | undefined;
}

export type CreatedPayment = { orderId: string; url: string };

/**
 * Writes a pending order with copies of its lines and holds its stock, in one transaction, then makes the hosted page.
 * When the page can't be made, the hold is given back at once.
 *
 * @throws {PaymentProviderError}
 */
export async function createPayment(options: CreatePayment): Promise<CreatedPayment | Refusal> {
  const { database, payments, request, user, browserId, network, earlierOrderId } = options;
  if (earlierOrderId !== undefined) await giveUpOrder({ database, payments, orderId: earlierOrderId });

  const orderId = randomUUID();
  const begunAt = Date.now();
  const endAfter = (minutes: number) => new Date(begunAt + minutes * 60_000);
  const holder = { userId: user?.id ?? null, browserId, network };
  const purchase = await database.as({ role: 'service_role' }, async (transaction) => {
    await lockHolder(transaction, holder);
    const priced = await priceParts(transaction, request);
    if ('error' in priced) return priced;
    const refusal = refuseCharge(priced.totals) ?? (await refuseHold(transaction, holder, priced.lines));
    if (refusal) return refusal;
    const order = {
      id: orderId,
      expiresAt: endAfter(holdMinutes(amountOf(priced.lines), user !== null)),
    };
    await writeOrder(transaction, {
      ...order,
      ...priced,
      user,
      browserId,
      network,
      purchase: request.purchase,
    });
    await holdStock(transaction, order, priced.lines);
    await addJob(transaction, 'end-hold', { orderId }, { key: `hold:${orderId}`, runAt: order.expiresAt });
    return priced;
  });
  if ('error' in purchase) return purchase;

  try {
    const page = await payments.createPage({
      orderId,
      expiresAt: endAfter(PAYMENT_MINUTES),
      lines: purchase.lines,
      taxCents: purchase.totals.taxCents,
      shippingCents: purchase.totals.shippingCents,
      email: user?.email,
    });
    await database.as({ role: 'service_role' }, (transaction) =>
      transaction
        .updateTable('orders')
        .set({ payment_session_id: page.sessionId, payment_url: page.url })
        .where('id', '=', orderId)
        .execute(),
    );
    return { orderId, url: page.url };
  } catch (error) {
    await giveUpOrder({ database, payments, orderId, status: 'failed' });
    throw error;
  }
}

/** The provider would not take such a total: no order is written for it. */
function refuseCharge({ totalCents }: Totals): Refusal | undefined {
  const error = chargeProblem(totalCents);
  return error === undefined ? undefined : { error, items: [] };
}

type PricedOrder = Exclude<Awaited<ReturnType<typeof priceParts>>, Refusal> & {
  id: string;
  expiresAt: Date;
  user: Visitor['user'];
  browserId: string;
  network: string;
  purchase: CheckoutRequest['purchase'];
};

async function writeOrder(transaction: Transaction<DB>, order: PricedOrder): Promise<void> {
  const { lines, totals } = order;
  const dollars = (cents: number) => (cents / 100).toFixed(2);
  await transaction
    .insertInto('orders')
    .values({
      id: order.id,
      user_id: order.user?.id ?? null,
      browser_id: order.browserId,
      client_network: order.network,
      product_name: orderName(lines),
      amount: dollars(totals.totalCents),
      tax: dollars(totals.taxCents),
      shipping: dollars(totals.shippingCents),
      purchase: order.purchase,
      expires_at: order.expiresAt,
      email: order.user?.email ?? null,
      created_at: sql`now()`,
    })
    .execute();
  await transaction
    .insertInto('order_lines')
    .values(
      lines.map((line) => ({
        order_id: order.id,
        part_id: line.partId,
        part_name: line.name,
        oem_number: line.oemNumber,
        part_type: line.condition,
        unit_price: dollars(line.unitPriceCents),
        quantity: line.quantity,
      })),
    )
    .execute();
}
