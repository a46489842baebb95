import type { Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Destination, taxedPlace } from '#domain/destination.ts';
import type { PricingTerms } from '#domain/pricing/pricing-terms.ts';
import { findUsableDestination, shippingTerms } from '#domain/pricing/usable-terms.ts';
import { readSettingsVersion } from '#settings';
import { readTaxRates } from './tax-rates.server.ts';

/** Reads what a price depends on besides the parts, in the transaction that charges it. */
export async function readTerms(
  transaction: Transaction<DB>,
  requested: Destination | null,
): Promise<{ terms: PricingTerms; settingsVersion: number }> {
  const { settings, version } = await readSettingsVersion(transaction);
  const { locations } = settings.business;
  const destination = findUsableDestination(requested, settings);
  const place = destination && taxedPlace(destination, locations);
  return {
    settingsVersion: version,
    terms: {
      shipping: shippingTerms(settings),
      tax: settings.tax,
      cores: settings.cores,
      destination,
      taxRates: place && settings.tax.mode !== 'flat' ? await readTaxRates(transaction, place) : null,
      exempt: false,
    },
  };
}
