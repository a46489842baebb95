import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Destination, taxedPlace } from '#domain/destination.ts';
import type { PricingTerms } from '#domain/pricing/pricing-terms.ts';
import { findUsableDestination, shippingTerms } from '#domain/pricing/usable-terms.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { readSettings } from '#settings';

/** What a price depends on besides the parts and the taxes. */
interface Terms {
  terms: PricingTerms;
  settings: Settings;
}

export async function readTerms(database: Kysely<DB>, requested: Destination | null): Promise<Terms> {
  return toTerms(await readSettings(database), requested);
}

export function toTerms(settings: Settings, requested: Destination | null): Terms {
  const destination = findUsableDestination(requested, settings);
  return {
    settings,
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
