import type { Payments } from '#core/payments/payments.server.ts';
import type { StripeOptions } from './stripe.ts';
import { createTestPayments } from './test-payments.ts';

type Options = Pick<StripeOptions, 'siteUrl' | 'log'> & { secret: string };

export async function createPayments(
  keys: Omit<StripeOptions, keyof Options> | undefined,
  options: Options,
): Promise<Payments> {
  if (!keys) return createTestPayments(options);
  const { createStripePayments } = await import('./stripe.ts');
  return createStripePayments({ ...keys, ...options });
}
