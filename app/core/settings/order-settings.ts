import { z } from '#core/values/zod-in-browsers.ts';
import { cents, whole } from './fields.ts';

export const orderSettings = z
  .strictObject({
    /** Business days from the payment until a part is shipped or ready. */
    handlingDays: whole(0, 60, 'business days').default(1),
    /** Maximum that staff may refund of one order without an admin. The function staff_refund_limit has the same default. */
    staffRefundLimitCents: cents(1_000_000_00).default(200_00),
    /** Doubtful orders of this amount or more wait for a person. */
    reviewFromCents: cents(1_000_000_00).default(200_00),
    /** Maximum hours that a quote holds its parts. The provider's payment pages last no longer than a day. */
    quoteHours: whole(1, 24, 'hours').default(24),
  })
  .prefault({});

/** The shortest page lifetime that Stripe allows. */
export const PAYMENT_PAGE_MINUTES = 30;
