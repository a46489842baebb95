import type { Destination } from '#core/addresses/destination.ts';
import type { Shop } from './shop.ts';
import type { ShippingTerms } from '#core/pricing/pricing-terms.ts';

interface PricingSettings {
  business: Pick<Shop, 'locations'>;
  shipping: ShippingTerms;
}

/** Returns the settings' shipping rules. Nothing can be picked up if there is no location. */
export function shippingTerms({ business, shipping }: PricingSettings): ShippingTerms {
  if (!shipping.pickup.offered || business.locations.length > 0) return shipping;
  return { ...shipping, pickup: { ...shipping.pickup, offered: false } };
}

/** Returns null if a destination is older than the settings, and can no longer be chosen. */
export function findUsableDestination(
  destination: Destination | null,
  settings: PricingSettings,
): Destination | null {
  if (destination?.kind !== 'pickup') return destination;
  const { offered } = settings.shipping.pickup;
  const exists = settings.business.locations.some(({ name }) => name === destination.location);
  return offered && exists ? destination : null;
}
