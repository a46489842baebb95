import type { Payments } from '#services';
import type { StripeOptions } from './stripe.ts';
import { testPayments } from './test-payments.ts';

type Options = Pick<StripeOptions, 'siteUrl' | 'log'> & { secret: string };

/** Payments by Stripe, or without its keys the test page's. */
export async function createPayments(
  keys: Omit<StripeOptions, keyof Options> | undefined,
  options: Options,
): Promise<Payments> {
  if (!keys) return testPayments(options);
  // Stripe's client is large, and a shop without a key has no use for it.
  const { stripePayments } = await import('./stripe.ts');
  return stripePayments({ ...keys, ...options });
}
