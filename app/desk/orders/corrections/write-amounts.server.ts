import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { alertMissingZip, toTaxRows } from '#core/checkout/tax-rates.server.ts';
import { combineTaxRows, type TaxRow } from '#core/orders/correction.ts';
import type { DeskOrder } from '#core/orders/desk-order.server.ts';
import { centsFromDollars, dollarsFromCents } from '#core/values/money.ts';
import type { PricedCorrection } from './price-correction.server.ts';

/**
 * Writes the amounts of a corrected order, its lines and its taxes. What was paid stays, and says itself if it is another amount.
 * `waits` is true if nothing may leave until the buyer has paid the rest.
 */
export async function writeAmounts(
  transaction: Transaction<DB>,
  order: DeskOrder,
  priced: PricedCorrection,
  { waits }: { waits: boolean },
): Promise<void> {
  const { after, quote, lines } = priced;
  const paidCents = order.chargedCents ?? order.amountCents;
  const isPaid = paidCents === after.totalCents;
  await transaction
    .updateTable('orders')
    .set({
      amount: dollarsFromCents(after.totalCents),
      tax: dollarsFromCents(after.taxCents),
      shipping: dollarsFromCents(after.shippingCents),
      core: dollarsFromCents(after.coreCents),
      battery_fee: dollarsFromCents(after.batteryFeeCents),
      charged: isPaid ? null : dollarsFromCents(paidCents),
      ...(waits
        ? { amount_review: 'waiting' }
        : (!isPaid || order.amountReview !== null) && { amount_review: 'accepted' }),
      days_min: quote.days?.min ?? null,
      days_max: quote.days?.max ?? null,
      settings_version: priced.settingsVersion,
      // A core charge that the order did not have before is due as the settings say.
      ...(after.coreCents > 0 !== order.coreCents > 0 && {
        core_return_days: after.coreCents > 0 ? priced.coreReturnDays : null,
      }),
    })
    .where('id', '=', order.id)
    .execute();
  for (const { id, amounts, quote: line } of lines) {
    await transaction
      .updateTable('order_lines')
      .set({
        tax: dollarsFromCents(amounts.taxCents),
        shipping: dollarsFromCents(amounts.shippingCents),
        core: dollarsFromCents(amounts.coreCents),
        core_tax: dollarsFromCents(amounts.coreTaxCents),
        battery_fee: dollarsFromCents(amounts.batteryFeeCents),
        ...(line && {
          refunds_core_tax: line.refundsCoreTax,
          refunds_battery_fee: line.refundsBatteryFee,
          shipping_class: line.class,
        }),
      })
      .where('id', '=', id)
      .execute();
  }
  await writeTaxes(transaction, order, priced);
}

async function writeTaxes(
  transaction: Transaction<DB>,
  order: DeskOrder,
  { after, quote, foundTaxes, keptShare }: PricedCorrection,
): Promise<void> {
  const before = await transaction
    .selectFrom('order_taxes')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const kept = { taxCents: after.taxCents - quote.taxCents, share: keptShare };
  const rows = combineTaxRows(
    before.map(toTaxRow),
    kept,
    toTaxRows(order.id, quote, foundTaxes).map(toTaxRow),
  );
  await transaction.deleteFrom('order_taxes').where('order_id', '=', order.id).execute();
  if (rows.length > 0) {
    await transaction
      .insertInto('order_taxes')
      .values(
        rows.map((row, position) => ({
          order_id: order.id,
          position,
          level: row.level,
          name: row.name,
          state: row.state,
          rate: row.rate,
          taxable: dollarsFromCents(row.taxableCents),
          exempt: dollarsFromCents(row.exemptCents),
          tax: dollarsFromCents(row.taxCents),
          certificate_id: row.certificateId,
        })),
      )
      .execute();
  }
  await alertMissingZip(transaction, order.id, foundTaxes);
}

interface StoredTax {
  level: string;
  name: string;
  state: string | null;
  rate: string | number;
  taxable: string;
  exempt: string;
  tax: string;
  certificate_id: string | null;
}

function toTaxRow(row: StoredTax): TaxRow {
  return {
    level: row.level,
    name: row.name,
    state: row.state,
    rate: Number(row.rate),
    taxableCents: centsFromDollars(row.taxable),
    exemptCents: centsFromDollars(row.exempt),
    taxCents: centsFromDollars(row.tax),
    certificateId: row.certificate_id,
  };
}
