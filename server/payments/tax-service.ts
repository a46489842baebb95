import { type TaxService, TaxServiceError } from '#core/pricing/tax-service.server.ts';
import type { StripeTaxOptions } from './stripe-tax.ts';

/** Creates the service, which is not available without Stripe's keys. */
export async function createTaxService(
  keys: Omit<StripeTaxOptions, 'log'> | undefined,
  log: StripeTaxOptions['log'],
): Promise<TaxService> {
  if (!keys) {
    return {
      isAvailable: false,
      async calculate() {
        throw new TaxServiceError('The tax service needs STRIPE_SECRET_KEY');
      },
    };
  }
  const { createStripeTax } = await import('./stripe-tax.ts');
  return createStripeTax({ ...keys, log });
}
