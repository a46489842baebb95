import type { ShippingOffer } from '#core/pricing/offered-shipping.ts';
import { shippingTerms } from '#core/settings/usable-terms.ts';
import type { Settings } from '#core/settings/settings.ts';
import { formatAddress } from '#core/settings/shop.ts';

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
