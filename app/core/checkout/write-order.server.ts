import { sql, type Transaction, type Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { formatOrderName } from '#core/orders/order.ts';
import type { LineQuote } from '#core/pricing/pricing.ts';
import type { ReturnTerms } from '#core/orders/return-terms.ts';
import { currentLegalVersion } from '#core/orders/accepted-texts.server.ts';
import { toDestinationColumns } from '#core/orders/order-destination.server.ts';
import type { CheckoutLine, PricedPurchase } from './price-parts.server.ts';
import type { Purchase } from '#core/payments/read-order.server.ts';
import type { HeldAmount, HeldByHolder } from './hold-limits.server.ts';
import type { PaymentRequestRow } from './payment-request.server.ts';
import { sumByPart } from '#core/payments/stock.server.ts';
import { toTaxRows } from './tax-rates.server.ts';

/** The purchase that buyer and shop agree on. */
export interface AgreedOrder extends PricedPurchase {
  id: string;
  /** The order holds its stock until then. */
  expiresAt: Date;
  /** The return terms of the settings stay as they are for this order. */
  returnTerms: ReturnTerms;
  buyer: { email: string | null; name: string | null; phone: string | null };
}

export interface NewOrder extends AgreedOrder {
  purchase: Purchase;
  userId: string | null;
  /** The origin is null if staff made the order. */
  origin: { browserId: string; network: string } | null;
}

type Placed =
  | { outcome: 'placed'; request: PaymentRequestRow }
  /** A price, the stock, the settings or the browser's orders have changed since the order was priced. */
  | { outcome: 'changed' }
  /** The holders already hold more than `rooms`. */
  | { outcome: 'refused'; held: HeldByHolder };

interface Seen {
  /** Pending orders of the browser, which the order does not end. */
  knownOrders: readonly string[];
  /** The amounts that the account or browser, and the network, may hold already. */
  rooms: readonly HeldAmount[];
}

/** Writes a pending order and holds its parts by one call, which waits for no round trip while it has locks. */
export async function placeOrder(
  database: Kysely<DB>,
  order: NewOrder,
  { knownOrders, rooms }: Seen,
): Promise<Placed> {
  const { columns, lines } = toRows(order);
  const holds = sumByPart(order.lines).map(({ partId, quantity }) => ({
    part_id: partId,
    quantity,
    facts: findFacts(order.lines, partId),
  }));
  const taxes = toTaxRows(order.id, order.quote, order.foundTaxes);
  const { rows } = await sql<{ placed: Placed }>`
    select place_order(
      ${JSON.stringify(columns)}::jsonb, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(taxes)}::jsonb,
      ${JSON.stringify(holds)}::jsonb, ${knownOrders}::uuid[], ${JSON.stringify(rooms)}::jsonb
    ) as placed`.execute(database);
  return (rows[0] as (typeof rows)[number]).placed;
}

function findFacts(lines: readonly CheckoutLine[], partId: string): string | undefined {
  return lines.find((line) => line.partId === partId)?.saleFacts;
}

/** Writes a pending order with its lines. The caller holds its stock and writes its taxes in the same transaction. */
export async function writeOrder(transaction: Transaction<DB>, order: NewOrder): Promise<void> {
  const { columns, lines } = toRows(order);
  await sql`select write_order(${JSON.stringify(columns)}::jsonb, ${JSON.stringify(lines)}::jsonb)`.execute(
    transaction,
  );
}

/** Builds the rows that the function write_order writes. */
export function toRows(order: NewOrder) {
  const columns = {
    id: order.id,
    user_id: order.userId,
    browser_id: order.origin?.browserId ?? null,
    client_network: order.origin?.network ?? null,
    purchase: order.purchase,
    ...toAgreedColumns(order),
  };
  return { columns, lines: order.lines.map(toLineRow(order)) };
}

/** Replaces what was agreed in an open quote. The caller holds its stock and writes its taxes anew. */
export async function rewriteOrder(transaction: Transaction<DB>, order: AgreedOrder): Promise<void> {
  await transaction.deleteFrom('order_taxes').where('order_id', '=', order.id).execute();
  await transaction.deleteFrom('order_lines').where('order_id', '=', order.id).execute();
  await transaction
    .updateTable('orders')
    .set({
      ...toAgreedColumns(order),
      terms_version: currentLegalVersion('terms'),
      warranty_version: currentLegalVersion('warranty'),
      payment_session_id: null,
      payment_url: null,
    })
    .where('id', '=', order.id)
    .execute();
  const lines = JSON.stringify(order.lines.map(toLineRow(order)));
  await sql`select write_order_lines(${order.id}, ${lines}::jsonb)`.execute(transaction);
}

function toAgreedColumns(order: AgreedOrder) {
  const { lines, quote } = order;
  return {
    product_name: formatOrderName(lines),
    amount: dollarsFromCents(quote.totalCents),
    tax: dollarsFromCents(quote.taxCents),
    shipping: dollarsFromCents(quote.shippingCents),
    core: dollarsFromCents(quote.coreCents),
    battery_fee: dollarsFromCents(quote.batteryFeeCents),
    core_return_days: quote.coreCents > 0 ? order.coreReturnDays : null,
    return_terms: order.returnTerms,
    days_min: quote.days?.min ?? null,
    days_max: quote.days?.max ?? null,
    ...toDestinationColumns(order.destination),
    settings_version: order.settingsVersion,
    expires_at: order.expiresAt,
    email: order.buyer.email,
    customer_name: order.buyer.name,
    phone: order.buyer.phone,
  };
}

/** Builds the row of each line of a priced purchase. */
export function toLineRow({ quote }: Pick<AgreedOrder, 'quote'>) {
  return (line: CheckoutLine, index: number) => {
    const amounts = quote.lines[index] as LineQuote;
    return {
      part_id: line.partId,
      part_name: line.name,
      oem_number: line.oemNumber,
      part_type: line.condition,
      origin: line.origin,
      rebuilder: line.rebuilder,
      stock_number: line.stockNumber,
      mileage: line.mileage,
      grade: line.grade,
      warranty: line.warranty,
      vehicle: line.vehicle,
      unit_price: dollarsFromCents(line.unitPriceCents),
      quantity: line.quantity,
      shipping: dollarsFromCents(amounts.shippingCents),
      tax: dollarsFromCents(amounts.taxCents),
      core: dollarsFromCents(amounts.coreCents),
      core_tax: dollarsFromCents(amounts.coreTaxCents),
      refunds_core_tax: amounts.refundsCoreTax,
      battery_fee: dollarsFromCents(amounts.batteryFeeCents),
      refunds_battery_fee: amounts.refundsBatteryFee,
      shipping_class: amounts.class,
    };
  };
}
