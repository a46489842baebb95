import type { OrderAmounts } from './price-correction.server.ts';
import type { DayRange } from '#core/pricing/pricing-terms.ts';
import type { Unsettled } from '#core/orders/correction.ts';

export type HowToSettle = 'ask' | 'refund' | 'waive';

/** What a correction would do to the money of an order. Amounts are in cents. */
export interface CorrectionPreview extends Unsettled {
  /** Id of the correction if it is saved. */
  id: string;
  before: OrderAmounts;
  after: OrderAmounts;
  /** What the buyer was asked to pay before and has not paid. It is part of what is due. */
  askedCents: number;
  /** True if the buyer can be asked to pay what is due. */
  canAsk: boolean;
  /** Business days until it arrives. */
  days: DayRange | null;
}
