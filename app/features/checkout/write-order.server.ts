import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { dollarsFromCents } from '#domain/money.ts';
import { formatOrderName } from '#domain/order.ts';
import type { LineQuote } from '#domain/pricing.ts';
import type { ReturnTerms } from '#domain/return-terms.ts';
import { currentLegalVersion } from '#services/accepted-texts.server.ts';
import { toDestinationColumns } from './order-destination.server.ts';
import type { CheckoutLine, PricedPurchase } from './price-parts.server.ts';
import type { Purchase } from './read-order.server.ts';

/** What buyer and shop agree on. */
export interface AgreedOrder extends PricedPurchase {
  id: string;
  /** Its stock is held until then. */
  expiresAt: Date;
  /** Those of the settings: they stay as they are for this order. */
  returnTerms: ReturnTerms;
  buyer: { email: string | null; name: string | null; phone: string | null };
}

export interface NewOrder extends AgreedOrder {
  purchase: Purchase;
  userId: string | null;
  /** Null: staff made it. */
  origin: { browserId: string; network: string } | null;
}

/** Writes a pending order with its lines. The caller holds its stock and writes its taxes in the same transaction. */
export async function writeOrder(transaction: Transaction<DB>, order: NewOrder): Promise<void> {
  await transaction
    .insertInto('orders')
    .values({
      id: order.id,
      user_id: order.userId,
      browser_id: order.origin?.browserId ?? null,
      client_network: order.origin?.network ?? null,
      purchase: order.purchase,
      created_at: sql`now()`,
      ...toAgreedColumns(order),
    })
    .execute();
  await writeLines(transaction, order);
}

/** Replaces what was agreed in an open quote. The caller holds its stock and writes its taxes anew. */
export async function rewriteOrder(transaction: Transaction<DB>, order: AgreedOrder): Promise<void> {
  await transaction.deleteFrom('order_taxes').where('order_id', '=', order.id).execute();
  await transaction.deleteFrom('order_lines').where('order_id', '=', order.id).execute();
  await transaction
    .updateTable('orders')
    .set({ ...toAgreedColumns(order), payment_session_id: null, payment_url: null })
    .where('id', '=', order.id)
    .execute();
  await writeLines(transaction, order);
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
    return_terms: JSON.stringify(order.returnTerms),
    days_min: quote.days?.min ?? null,
    days_max: quote.days?.max ?? null,
    ...toDestinationColumns(order.destination),
    settings_version: order.settingsVersion,
    expires_at: order.expiresAt,
    email: order.buyer.email,
    customer_name: order.buyer.name,
    phone: order.buyer.phone,
    terms_version: currentLegalVersion('terms'),
    warranty_version: currentLegalVersion('warranty'),
  };
}

async function writeLines(transaction: Transaction<DB>, order: AgreedOrder): Promise<void> {
  await transaction
    .insertInto('order_lines')
    .values(order.lines.map(toLineRow(order)))
    .execute();
  await sql`
    insert into sold_vins (line_id, vin)
    select order_lines.id, donor_vin
    from order_lines join part_private_facts on part_private_facts.part_id = order_lines.part_id
    where order_id = ${order.id} and donor_vin is not null`.execute(transaction);
}

function toLineRow({ id, quote }: AgreedOrder) {
  return (line: CheckoutLine, index: number) => {
    const amounts = quote.lines[index] as LineQuote;
    return {
      order_id: id,
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
