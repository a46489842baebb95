import type { RouterContextProvider } from 'react-router';
import { limitsContext } from '#core/limits/limits.server.ts';
import { PaymentProviderError } from '#core/payments/payments.server.ts';
import { requestContext } from '#core/platform/request.server.ts';

const TOO_MANY = 'Too many payments were started from your network. Please wait before trying again.';
const FAILED = 'The payment page could not be opened. Please try again.';

interface PageRefusal {
  error: string;
  status: 429 | 502 | 503;
  headers: Record<string, string>;
}

/**
 * Opens a payment page within the limits of an order or visitor, and of the visitor's address. An answer without a new page
 * does not count. If the provider fails, the answer says so.
 * @param payer the order or visitor.
 */
export async function openLimitedPage<
  Opened extends { isNew: boolean } | { state: string } | { error: string },
>(
  context: Readonly<RouterContextProvider>,
  payer: string,
  open: () => Promise<Opened>,
  failed = FAILED,
): Promise<Opened | PageRefusal> {
  const limits = context.get(limitsContext);
  const { clientAddress, logError } = context.get(requestContext);
  // Requests are counted first, to limit concurrent ones.
  const counted = [
    ['open-payment-page', payer],
    ['open-payment-page-from-address', clientAddress],
  ] as const;
  const allowance = await limits.takeAll(counted);
  if (!allowance.allowed) {
    const headers = { 'Retry-After': String(allowance.seconds) };
    return allowance.counted
      ? { error: TOO_MANY, status: 429, headers }
      : { error: failed, status: 503, headers };
  }
  let opensPage = false;
  try {
    const opened = await open();
    opensPage = 'isNew' in opened && opened.isNew;
    return opened;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    logError(error);
    return { error: failed, status: 502, headers: {} };
  } finally {
    if (!opensPage) await limits.giveBackAll(counted);
  }
}
