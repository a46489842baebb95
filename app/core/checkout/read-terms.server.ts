import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import { type Destination, taxedPlace } from '#core/addresses/destination.ts';
import type { PricingTerms } from '#core/pricing/pricing-terms.ts';
import { findUsableDestination, shippingTerms } from '#core/settings/usable-terms.ts';
import type { Settings } from '#core/settings/settings.ts';
import { readSettings } from '#core/settings/settings.server.ts';

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
