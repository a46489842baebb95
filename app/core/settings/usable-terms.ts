import type { Destination } from '#core/addresses/destination.ts';
import type { Shop } from './shop.ts';
import type { ShippingTerms } from '#core/pricing/pricing-terms.ts';

interface PricingSettings {
  business: Pick<Shop, 'locations'>;
  shipping: ShippingTerms;
}

/** The settings' shipping rules. Without a location, nothing can be picked up. */
export function shippingTerms({ business, shipping }: PricingSettings): ShippingTerms {
  if (!shipping.pickup.offered || business.locations.length > 0) return shipping;
  return { ...shipping, pickup: { ...shipping.pickup, offered: false } };
}

/** A destination can be older than the settings: null if it can no longer be chosen. */
export function findUsableDestination(
  destination: Destination | null,
  settings: PricingSettings,
): Destination | null {
  if (destination?.kind !== 'pickup') return destination;
  const { offered } = settings.shipping.pickup;
  const exists = settings.business.locations.some(({ name }) => name === destination.location);
  return offered && exists ? destination : null;
}
