import type { Database } from '#core/platform/database.server.ts';
import { PaymentProviderError, type Payments } from '#core/payments/payments.server.ts';
import { Refused } from '#core/values/refused.ts';
import { applyPaymentEvent } from '#core/payments/apply-payment-event.server.ts';

interface CloseQuotePage {
  database: Database;
  payments: Payments;
  /** Has no trailing slash. */
  siteUrl: string;
  orderId: string;
  sessionId: string;
}

/**
 * Closes the payment page of a quote, so that nothing can be paid there. If the buyer has paid, that payment counts.
 * The quote stays open: 'Pay' opens another page. @throws {Refused}
 */
export async function closeQuotePage(options: CloseQuotePage): Promise<void> {
  const { database, payments, siteUrl, orderId, sessionId } = options;
  try {
    const { state, event } = await payments.closePage(sessionId);
    if (state === 'open' || state === 'processing')
      throw new Refused('an online payment is being confirmed. Wait a minute');
    if (state !== 'paid') return;
    await applyPaymentEvent({ database, siteUrl, event: { ...event, orderId }, source: 'asked' });
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    // After a change of keys, the provider does not know the page, which can't be paid then.
    if (error.unknown) return;
    throw new Refused(
      'the payment provider does not respond, so the buyer could pay on the open page. Try again',
    );
  }
  throw new Refused('the buyer has just paid online');
}
