import type { OrderStatus } from '../order.ts';

/** `late` means that the payment arrived after the parts were sold to someone else, and is refunded. */
export type QuoteState = 'open' | 'paid' | 'late' | 'expired' | 'canceled';

export const quoteStateLabels: Record<QuoteState, string> = {
  open: 'Open',
  paid: 'Paid',
  late: 'Paid too late',
  expired: 'Expired',
  canceled: 'Canceled',
};

interface QuoteFacts {
  status: OrderStatus;
  isPaid: boolean;
  isSold: boolean;
  /** True if staff canceled it. */
  isCanceled: boolean;
  /** Its parts are held until then. */
  expiresAt: Date;
}

/** Computes whether a quote can be paid, and why not. It can't be paid after its time, even before the job ends it. */
export function computeQuoteState(facts: QuoteFacts, now: Date): QuoteState {
  const { status, isPaid, isSold, isCanceled, expiresAt } = facts;
  if (isPaid) return isSold ? 'paid' : 'late';
  if (isCanceled) return 'canceled';
  return status === 'pending' && now < expiresAt ? 'open' : 'expired';
}

/** Lists the hours for which a quote can hold its parts, up to the setting. */
export function listQuoteHours(maxHours: number): number[] {
  return [1, 2, 4, 8, 12, 24].filter((hours) => hours < maxHours).concat(maxHours);
}

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Computes when a quote's payment page ends: with the quote, but the provider refuses pages that last less than `minMinutes`,
 * or more than a day. The shop closes the page when the quote ends.
 */
export function computePageEnd(askedAt: Date, expiresAt: Date, minMinutes: number): Date {
  const earliest = askedAt.getTime() + minMinutes * MINUTE_MS;
  const latest = askedAt.getTime() + 24 * HOUR_MS - 5 * MINUTE_MS;
  return new Date(Math.min(Math.max(earliest, expiresAt.getTime()), latest));
}
