import { sql, type Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import {
  checkHold,
  type HeldAmount,
  countUnitsInStock,
  sumLines,
} from '#core/checkout/hold-limits.server.ts';
import { centsFromDollars } from '#core/values/money.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import { findChargeProblem } from '#core/orders/payment.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import { readNow } from '#core/platform/read-now.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import {
  type AnsweredCalculation,
  withTaxService,
  writeOrderTaxes,
} from '#core/checkout/tax-rates.server.ts';
import type { PricedPurchase } from '#core/checkout/price-parts.server.ts';
import { holdStock, readHeldUnits } from '#core/payments/stock.server.ts';
import { writeOrder } from '#core/checkout/write-order.server.ts';
import { priceSale, refuseSoldMeanwhile } from './price-sale.server.ts';
import type { Sale, ShopForStaff } from './sale.ts';
import type { DraftProblems, DraftTotals } from '#core/orders/quotes/sale-draft.ts';
import { takePayment } from './take-payment.server.ts';

interface MakeSale {
  database: Database;
  taxService: TaxService;
  /** Has no trailing slash. */
  siteUrl: string;
  staff: ShopForStaff;
  sale: Sale;
}

export const HOUR_MS = 3_600_000;

export type Made = { number: number } | { problems: DraftProblems };

/**
 * Makes a quote, which holds its parts, or a sale at the counter, which is paid at once. The same form makes one order,
 * however often it is sent.
 */
export async function makeSale(options: MakeSale): Promise<Made> {
  const result = await withTaxService(options.taxService, (answered) =>
    options.database
      .as(options.staff, (transaction) => writeSale(transaction, options, answered))
      .catch(refuseSoldMeanwhile),
  );
  return 'error' in result ? { problems: { form: result.error } } : result;
}

/** Computes what a sale would cost. Changes nothing. */
export async function previewSale({
  database,
  taxService,
  sale,
  changes,
}: Pick<MakeSale, 'database' | 'taxService' | 'sale'> & {
  /** Order of the quote that is changed. */
  changes?: string | undefined;
}): Promise<{ totals: DraftTotals } | { problems: DraftProblems }> {
  const result = await withTaxService(taxService, (answered) =>
    database.as({ role: 'service_role' }, async (transaction) => {
      const held = changes === undefined ? undefined : await readHeldUnits(transaction, changes);
      return priceSale(transaction, { sale, answered, locks: false, held });
    }),
  );
  if ('error' in result) return { problems: { form: result.error } };
  if ('problems' in result) return result;
  const { subtotalCents, shippingCents, taxCents, coreCents, batteryFeeCents, totalCents } = result.quote;
  return { totals: { subtotalCents, shippingCents, taxCents, coreCents, batteryFeeCents, totalCents } };
}

async function writeSale(
  transaction: Transaction<DB>,
  { siteUrl, staff, sale }: MakeSale,
  answered: AnsweredCalculation | undefined,
): Promise<Made | { ask: TaxCalculation }> {
  await lockSales(transaction, staff.userId);
  const earlier = await findEarlier(transaction, sale.id, staff.userId);
  if (earlier) return earlier;
  const priced = await priceSale(transaction, { sale, answered, locks: true });
  if ('ask' in priced || 'problems' in priced) return priced;
  const isQuote = sale.kind === 'quote';
  const refusal = isQuote ? await refuseQuote(transaction, priced, staff.userId) : undefined;
  if (refusal !== undefined) return { problems: { form: refusal } };

  const heldMs = isQuote && sale.hours !== null ? sale.hours * HOUR_MS : 0;
  const now = await readNow(transaction);
  const order = { id: sale.id, expiresAt: new Date(now.getTime() + heldMs) };
  await writeOrder(transaction, {
    ...order,
    ...priced,
    returnTerms: (await readSettings(transaction)).business.returns,
    purchase: sale.kind,
    userId: null,
    buyer: sale.buyer,
    origin: null,
  });
  await writeOrderTaxes(transaction, order.id, priced.quote, priced.foundTaxes);
  await holdStock(transaction, order, priced.lines);
  await transaction
    .insertInto('quotes')
    .values({ order_id: order.id, ...toQuoteColumns(sale) })
    .execute();
  const { number } = await transaction
    .selectFrom('orders')
    .select('number')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  await logAdminAction(transaction, isQuote ? 'make_quote' : 'sell_at_counter', {
    resourceType: 'orders',
    resourceId: order.id,
    order: formatOrderNumber(number),
    total: priced.quote.totalCents / 100,
    ...(sale.tax && { tax_reason: sale.tax.reason }),
    ...(sale.payment && { method: sale.payment.method }),
  });
  if (isQuote) {
    const options = { key: `hold:${order.id}`, runAt: order.expiresAt };
    await addJob(transaction, 'end-hold', { orderId: order.id }, options);
  } else if (sale.payment) {
    await takePayment(transaction, { orderId: order.id, siteUrl, ...sale.payment });
  }
  return { number: Number(number) };
}

/** Makes and changes the quotes of one person one after the other, so that their number stays bounded. */
export async function lockSales(transaction: Transaction<DB>, staffId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sales of ${staffId}`}, 0))`.execute(transaction);
}

export function toQuoteColumns({ note, tax, shippingCents }: Sale) {
  return { note, tax_reason: tax?.reason ?? null, shipping_by_hand: shippingCents !== null };
}

async function findEarlier(
  transaction: Transaction<DB>,
  orderId: string,
  staffId: string,
): Promise<Made | undefined> {
  const order = await transaction
    .selectFrom('orders')
    .leftJoin('quotes', 'quotes.order_id', 'orders.id')
    .select(['number', 'created_by'])
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!order) return undefined;
  return order.created_by === staffId
    ? { number: Number(order.number) }
    : { problems: { form: 'This form was used before. Please start again' } };
}

/** `changes` is the order of the quote that is changed: the units it holds count as free. */
export async function refuseQuote(
  transaction: Transaction<DB>,
  { lines, quote }: PricedPurchase,
  staffId: string,
  changes: string | null = null,
): Promise<string | undefined> {
  const { phone } = (await readSettings(transaction)).business;
  const refusal = checkHold({
    kind: 'staff',
    held: await readHeldByStaff(transaction, staffId, changes),
    requested: sumLines(lines),
    unitsInStock: await countUnitsInStock(transaction),
    phone,
  });
  return refusal?.message ?? findChargeProblem(quote.totalCents);
}

async function readHeldByStaff(
  transaction: Transaction<DB>,
  staffId: string,
  except: string | null,
): Promise<HeldAmount> {
  const { rows } = await sql<Record<'lines' | 'pieces' | 'dollars', string>>`
    select coalesce(sum(held.lines), 0) as lines, coalesce(sum(held.pieces), 0) as pieces,
      coalesce(sum(amount - tax - shipping - core - battery_fee), 0) as dollars
    from quotes join orders on orders.id = order_id, lateral (
      select count(*) as lines, sum(quantity) as pieces from stock_holds
      where stock_holds.order_id = orders.id and outcome is null
    ) as held
    where created_by = ${staffId} and orders.status = 'pending' and held.lines > 0
      and orders.id is distinct from ${except}::uuid`.execute(transaction);
  const [row] = rows as [(typeof rows)[number]];
  return { lines: Number(row.lines), pieces: Number(row.pieces), cents: centsFromDollars(row.dollars) };
}
