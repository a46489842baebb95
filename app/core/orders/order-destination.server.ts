import type { Destination, ShipTo } from '#core/addresses/destination.ts';
import type { DayRange } from '#core/pricing/pricing-terms.ts';

/** The columns of an order that tell its destination. */
export const destinationColumns = ['fulfillment', 'ship_to', 'pickup_location'] as const;

export interface DestinationColumns {
  fulfillment: string;
  ship_to: unknown;
  pickup_location: string | null;
}

/** Returns null if the order ships to an address that the cart did not ask for. */
export function toDestination({ ship_to, pickup_location }: DestinationColumns): Destination | null {
  if (pickup_location !== null) return { kind: 'pickup', location: pickup_location };
  return ship_to === null ? null : { kind: 'ship', ...(ship_to as Omit<ShipTo, 'kind'>) };
}

export function toDestinationColumns(destination: Destination | null) {
  if (destination?.kind === 'pickup') {
    return { fulfillment: 'pickup', ship_to: null, pickup_location: destination.location };
  }
  const { kind: fulfillment = 'ship', ...place } = destination ?? {};
  return { fulfillment, ship_to: destination && place, pickup_location: null };
}

/** Returns null if the settings did not say how long it takes. */
export function toDays(order: { days_min: number | null; days_max: number | null }): DayRange | null {
  const { days_min: min, days_max: max } = order;
  return min === null || max === null ? null : { min, max };
}
