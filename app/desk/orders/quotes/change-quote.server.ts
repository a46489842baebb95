import type { Transaction } from 'kysely';
import { logAdminAction } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';
import type { TaxCalculation } from '#core/pricing/tax-calculation.ts';
import { addJob } from '#core/platform/jobs.server.ts';
import { readSettings } from '#core/settings/settings.server.ts';
import type { Database } from '#core/platform/database.server.ts';
import type { Payments } from '#core/payments/payments.server.ts';
import type { TaxService } from '#core/pricing/tax-service.server.ts';
import {
  type AnsweredCalculation,
  withTaxService,
  writeOrderTaxes,
} from '#core/checkout/tax-rates.server.ts';
import { endHold, holdStock, readHeldUnits } from '#core/payments/stock.server.ts';
import { rewriteOrder } from '#core/checkout/write-order.server.ts';
import { Refused } from '#core/values/refused.ts';
import { closeQuotePage } from './close-quote-page.server.ts';
import { lockQuote } from '#core/orders/quotes/lock-quote.server.ts';
import {
  HOUR_MS,
  lockSales,
  type Made,
  previewSale,
  refuseQuote,
  toQuoteColumns,
} from './make-sale.server.ts';
import { priceSale, refuseSoldMeanwhile } from './price-sale.server.ts';
import type { Sale, ShopForStaff } from './sale.ts';

interface ChangeQuote {
  database: Database;
  payments: Payments;
  taxService: TaxService;
  /** Has no trailing slash. */
  siteUrl: string;
  staff: ShopForStaff;
  orderId: string;
  sale: Sale;
  /** Latest change that the person has seen. */
  seen: string | null;
}

/** The buyer can open another page after one was closed, and before the change. */
const MAX_ROUNDS = 3;

/**
 * Changes an open quote. Number and links stay. A payment page of the amounts before is closed first; without the
 * provider's answer, nothing changes. The same form changes it once, however often it is sent.
 */
export async function changeQuote(options: ChangeQuote): Promise<Made> {
  const { database, taxService, orderId, sale } = options;
  // A refused change must not close the buyer's page.
  const preview = await previewSale({ database, taxService, sale, changes: orderId });
  if ('problems' in preview) return preview;
  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const closed = await closeOpenPage(options);
      const result = await withTaxService(taxService, (answered) =>
        database
          .as(options.staff, (transaction) => writeChange(transaction, options, { answered, closed }))
          .catch(refuseSoldMeanwhile),
      );
      if ('error' in result) return refuse(result.error);
      if (!('isPageOpened' in result)) return result;
    }
    return refuse('The buyer is opening the payment page. Try again');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refuse(`The quote cannot be changed: ${error.message}`);
  }
}

function refuse(reason: string): Made {
  return { problems: { form: reason } };
}

/** Returns the page that is closed now. */
async function closeOpenPage(options: ChangeQuote): Promise<string | null> {
  const { database, orderId, sale, seen } = options;
  const quote = await database.as({ role: 'service_role' }, (transaction) => lockQuote(transaction, orderId));
  const isMeant = quote?.state === 'open' && quote.changeId === seen && quote.changeId !== sale.id;
  if (!isMeant || !quote.page) return null;
  await closeQuotePage({ ...options, sessionId: quote.page.sessionId });
  return quote.page.sessionId;
}

async function writeChange(
  transaction: Transaction<DB>,
  { staff, orderId, sale, seen }: ChangeQuote,
  { answered, closed }: { answered: AnsweredCalculation | undefined; closed: string | null },
): Promise<Made | { ask: TaxCalculation } | { isPageOpened: true }> {
  const made = await transaction
    .selectFrom('quotes')
    .select('created_by')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  await lockSales(transaction, made?.created_by ?? staff.userId);
  const quote = await lockQuote(transaction, orderId);
  if (quote?.changeId === sale.id) return { number: quote.number };
  if (quote?.state !== 'open') return refuse('This quote is no longer open');
  if (quote.changeId !== seen)
    return refuse('Someone else changed this quote. Open it again to see the changes');
  if (quote.page && quote.page.sessionId !== closed) return { isPageOpened: true };

  const held = await readHeldUnits(transaction, orderId);
  const priced = await priceSale(transaction, { sale, answered, locks: true, held });
  if ('ask' in priced || 'problems' in priced) return priced;
  const refusal = await refuseQuote(transaction, priced, quote.createdBy, orderId);
  if (refusal !== undefined) return refuse(refusal);

  const expiresAt =
    sale.hours === null ? quote.expiresAt : new Date(quote.now.getTime() + sale.hours * HOUR_MS);
  await endHold(transaction, orderId, 'released');
  const { returns } = (await readSettings(transaction)).business;
  await rewriteOrder(transaction, {
    id: orderId,
    expiresAt,
    ...priced,
    returnTerms: returns,
    buyer: sale.buyer,
  });
  await writeOrderTaxes(transaction, orderId, priced.quote, priced.foundTaxes);
  await holdStock(transaction, { id: orderId, expiresAt }, priced.lines);
  await transaction
    .updateTable('quotes')
    .set({ ...toQuoteColumns(sale), change_id: sale.id, page_key: null, page_asked_at: null })
    .where('order_id', '=', orderId)
    .execute();
  await logAdminAction(transaction, 'change_quote', {
    resourceType: 'orders',
    resourceId: orderId,
    order: formatOrderNumber(quote.number),
    total_before: quote.totalCents / 100,
    total: priced.quote.totalCents / 100,
    ...(sale.tax && { tax_reason: sale.tax.reason }),
  });
  await addJob(transaction, 'end-hold', { orderId }, { key: `hold:${orderId}`, runAt: expiresAt });
  return { number: quote.number };
}
