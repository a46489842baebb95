import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Destination, taxedPlace } from '#domain/destination.ts';
import type { PricingTerms } from '#domain/pricing/pricing-terms.ts';
import { findUsableDestination, shippingTerms } from '#domain/pricing/usable-terms.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { readSettingsVersion } from '#settings';

/** Reads what a price depends on besides the parts and the taxes, in the transaction that charges it. */
export async function readTerms(
  database: Kysely<DB>,
  requested: Destination | null,
): Promise<{ terms: PricingTerms; settings: Settings; settingsVersion: number }> {
  const { settings, version } = await readSettingsVersion(database);
  const destination = findUsableDestination(requested, settings);
  return {
    settings,
    settingsVersion: version,
    terms: {
      shipping: shippingTerms(settings),
      tax: settings.tax,
      cores: settings.cores,
      destination,
      pickupState: (destination && taxedPlace(destination, settings.business.locations)?.state) ?? undefined,
      taxRates: null,
      exempt: false,
    },
  };
}
