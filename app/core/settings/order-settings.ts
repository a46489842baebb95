import { z } from '#core/values/zod-in-browsers.ts';
import { cents, whole } from './fields.ts';

export const orderSettings = z
  .strictObject({
    /** Business days from the payment until a part is shipped or ready. */
    handlingDays: whole(0, 60, 'business days').default(1),
    /** What staff may refund of one order without an admin. The default is also in the function staff_refund_limit. */
    staffRefundLimitCents: cents(1_000_000_00).default(200_00),
    /** Doubtful orders from this amount on wait for a person. */
    reviewFromCents: cents(1_000_000_00).default(200_00),
    /** How long a quote holds its parts, at most. The provider's payment pages last no longer than a day. */
    quoteHours: whole(1, 24, 'hours').default(24),
  })
  .prefault({});

/** The shortest page lifetime that Stripe allows. */
export const PAYMENT_PAGE_MINUTES = 30;
