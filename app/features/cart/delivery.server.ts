import type { ShippingOffer } from '#domain/pricing/offered-shipping.ts';
import { shippingTerms } from '#domain/pricing/usable-terms.ts';
import type { Settings } from '#domain/settings/settings.ts';
import { formatAddress } from '#domain/shop.ts';

/** How one piece of a part gets to the shopper, as the settings say. */
export interface DeliveryTerms {
  /** What sending it costs, and how long it takes. Empty: it is not sent without a question. */
  offers: ShippingOffer[];
  /** Null: not offered. */
  pickup: { places: string[]; readyHours: number } | null;
}

export function toDelivery(settings: Settings, offers: ShippingOffer[]): DeliveryTerms {
  const { pickup } = shippingTerms(settings);
  const places = settings.business.locations.map(
    (location) => `${location.name}, ${formatAddress(location)}`,
  );
  return { offers, pickup: pickup.offered ? { places, readyHours: pickup.readyHours } : null };
}
