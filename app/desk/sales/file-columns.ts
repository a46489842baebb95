import { describeReason, returnKinds, returnStates } from '#core/orders/return.ts';
import { readRefundReason, refundReasons } from '#core/orders/refund-reason.ts';
import type { JournalLine } from '#core/sales/journal.ts';
import { type Amounts, type JurisdictionTax, moneyPlaces, nameJurisdiction } from '#core/sales/movements.ts';
import type { OrderRow, SoldLineRow } from '#core/sales/read-orders.server.ts';
import type { TransactionRow } from '#core/sales/read-transactions.server.ts';
import { transactionKinds } from '#core/payments/payout.ts';
import type { RefundRow } from '#core/sales/read-refunds.server.ts';
import type { ReturnRow } from '#core/sales/read-returns.server.ts';
import { formatReturnNumber } from '#core/returns/return-number.ts';
import type { CsvCell } from '#core/values/csv.ts';
import { dollarsFromCents } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';

/** Header -> cell. Amounts of money are in cents here, and in dollars with two decimals in the file. */
export type Columns<Row> = Record<string, (row: Row) => CsvCell>;

const money =
  <Row>(read: (row: Row) => number) =>
  (row: Row): CsvCell => ({ cents: read(row) });

const ofLevel =
  (level: JurisdictionTax['level']) =>
  ({ taxes }: Amounts): CsvCell => ({ cents: sumTax(taxes.filter((tax) => tax.level === level)) });

function sumTax(taxes: readonly JurisdictionTax[]): number {
  return taxes.reduce((sum, { cents }) => sum + cents, 0);
}

/** The tax by jurisdiction. The columns of the levels add up to the tax. */
const taxColumns: Columns<Amounts> = {
  tax: money(({ taxCents }) => taxCents),
  tax_state: ofLevel('state'),
  tax_county: ofLevel('county'),
  tax_city: ofLevel('city'),
  tax_district: ofLevel('district'),
  tax_other: money(({ taxCents, taxes }) => taxCents - sumTax(taxes.filter(({ level }) => level !== 'flat'))),
  tax_by_jurisdiction: ({ taxes }) =>
    taxes.map((tax) => `${nameJurisdiction(tax)} ${dollarsFromCents(tax.cents)}`).join('; '),
};

function partsCents({ totalCents, taxCents, coreCents, batteryFeeCents }: Amounts): number {
  return totalCents - taxCents - coreCents - batteryFeeCents;
}

export const orderColumns: Columns<OrderRow> = {
  order: ({ number }) => formatOrderNumber(number),
  placed_utc: (row) => row.placed_utc,
  placed: (row) => row.placed,
  paid_utc: (row) => row.paid_utc,
  paid: (row) => row.paid,
  status: ({ status }) => status,
  state: ({ state }) => state ?? '',
  payment_method: ({ place }) => moneyPlaces[place],
  subtotal: money((row) => partsCents(row) - row.shippingCents),
  shipping: money(({ shippingCents }) => shippingCents),
  core_charges: money(({ coreCents }) => coreCents),
  california_battery_fee: money(({ batteryFeeCents }) => batteryFeeCents),
  ...taxColumns,
  total: money(({ totalCents }) => totalCents),
  charged_to_date: money(({ chargedCents }) => chargedCents),
  refunded_to_date: money(({ refundedCents }) => refundedCents),
  payment_id: ({ paymentId }) => paymentId,
};

export const lineColumns: Columns<SoldLineRow> = {
  order: ({ number }) => formatOrderNumber(number),
  paid_utc: (row) => row.paid_utc,
  paid: (row) => row.paid,
  part: ({ part }) => part ?? '',
  oem_number: ({ oemNumber }) => oemNumber ?? '',
  condition: ({ condition }) => condition ?? '',
  quantity: ({ quantity }) => quantity,
  unit_price: money(({ unitPriceCents }) => unitPriceCents),
  total: money(({ totalCents }) => totalCents),
};

export const refundColumns: Columns<RefundRow> = {
  order: ({ number }) => formatOrderNumber(number),
  refunded_utc: (row) => row.refunded_utc,
  refunded: (row) => row.refunded,
  reason: describeRefundRow,
  payment_method: ({ place }) => moneyPlaces[place],
  parts_and_shipping: money(partsCents),
  core_charges: money(({ coreCents }) => coreCents),
  california_battery_fee: money(({ batteryFeeCents }) => batteryFeeCents),
  ...taxColumns,
  total: money(({ totalCents }) => totalCents),
  payment_id: ({ paymentId }) => paymentId,
  refund_id: ({ refundId }) => refundId ?? '',
};

/** Examples: 'Missing part', 'Return: It arrived damaged', 'Reversed: Goodwill'. */
function describeRefundRow({ reason, cause, returnKind, returnReason, isReversal }: RefundRow): string {
  const why =
    returnKind === null
      ? refundReasons[readRefundReason({ reason, cause })].label
      : returnKind === 'return'
        ? `${returnKinds.return}: ${describeReason(returnKind, returnReason)}`
        : returnKinds[returnKind];
  return isReversal ? `Reversed: ${why}` : why;
}

export const returnColumns: Columns<ReturnRow> = {
  return: ({ number }) => formatReturnNumber(number),
  order: ({ order }) => formatOrderNumber(order),
  asked_utc: (row) => row.asked_utc,
  asked: (row) => row.asked,
  kind: ({ kind }) => returnKinds[kind],
  reason: ({ kind, reason }) => (kind === 'return' ? describeReason(kind, reason) : ''),
  state: ({ state }) => returnStates[state],
  last_step_utc: (row) => row.last_step_utc,
  last_step: (row) => row.last_step,
  units_announced: ({ announced }) => announced,
  units_received: ({ received }) => received,
  parts_without_tax: money(({ settlement }) =>
    settlement ? settlement.partsCents - settlement.taxCents : 0,
  ),
  tax: money(({ settlement }) => settlement?.taxCents ?? 0),
  shipping: money(({ settlement }) => settlement?.shippingCents ?? 0),
  return_shipping: money(({ settlement }) => settlement?.postageCents ?? 0),
  restocking_fee: money(({ settlement }) => -(settlement?.restockingCents ?? 0)),
  deduction: money(({ settlement }) => -(settlement?.deductedCents ?? 0)),
  total: money(({ settlement }) => settlement?.totalCents ?? 0),
};

export const feeColumns: Columns<TransactionRow> = {
  transaction: ({ id }) => id,
  happened_utc: (row) => row.happened_utc,
  happened: (row) => row.happened,
  kind: ({ transaction }) => transactionKinds[transaction],
  type: ({ type }) => type,
  order: ({ number }) => (number === null ? '' : formatOrderNumber(number)),
  gross: money(({ amountCents }) => amountCents),
  fee: money(({ feeCents }) => feeCents),
  net: money(({ amountCents, feeCents }) => amountCents - feeCents),
  payout: ({ payoutId }) => payoutId,
  arrives: ({ arrivesOn }) => arrivesOn,
};

export const journalColumns: Columns<JournalLine> = {
  day: ({ day }) => day,
  account: ({ account }) => account,
  debit: money(({ debitCents }) => debitCents),
  credit: money(({ creditCents }) => creditCents),
};
