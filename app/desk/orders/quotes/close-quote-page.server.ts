import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';

/** The reason why a quote stays as it is, for the person. */
export class QuoteRefused extends Error {
  override readonly name = 'QuoteRefused';
}

interface CloseQuotePage {
  database: Database;
  payments: Payments;
  /** Without a trailing slash. */
  siteUrl: string;
  orderId: string;
  sessionId: string;
}

/**
 * Closes the payment page of a quote, so that nothing can be paid there. If the buyer has paid, that payment counts.
 * The quote stays open: 'Pay' opens another page. @throws {QuoteRefused}
 */
export async function closeQuotePage(options: CloseQuotePage): Promise<void> {
  const { database, payments, siteUrl, orderId, sessionId } = options;
  try {
    const { state, event } = await payments.closePage(sessionId);
    if (state === 'open' || state === 'processing')
      throw new QuoteRefused('an online payment is being confirmed. Wait a minute');
    if (state !== 'paid') return;
    await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId }, source: 'asked' });
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    // The provider does not know the page after a change of keys. It can't be paid.
    if (error.unknown) return;
    throw new QuoteRefused(
      'the payment provider does not respond, so the buyer could pay on the open page. Try again',
      { cause: error },
    );
  }
  throw new QuoteRefused('the buyer has just paid online');
}
