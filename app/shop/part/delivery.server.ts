import type { ShippingOffer } from '#core/pricing/offered-shipping.ts';
import { shippingTerms } from '#core/settings/usable-terms.ts';
import type { Settings } from '#core/settings/settings.ts';
import { formatAddress } from '#core/settings/shop.ts';

/** The settings' terms for sending or picking up one unit of a part. */
export interface DeliveryTerms {
  /** The costs and times of sending it. The list is empty if it is not sent without a question. */
  offers: ShippingOffer[];
  /** Null if pickup is not offered. */
  pickup: { places: string[]; readyHours: number } | null;
}

export function toDelivery(settings: Settings, offers: ShippingOffer[]): DeliveryTerms {
  const { pickup } = shippingTerms(settings);
  const places = settings.business.locations.map(
    (location) => `${location.name}, ${formatAddress(location)}`,
  );
  return { offers, pickup: pickup.offered ? { places, readyHours: pickup.readyHours } : null };
}
