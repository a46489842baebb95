import type { Destination } from '#core/addresses/destination.ts';
import { type PricedLine, splitCents } from './line.ts';
import type { PricingTerms } from './pricing-terms.ts';

/** The law wants this name on the invoice. */
export const BATTERY_FEE_NAME = 'California battery fee';

const FEE_STATE = 'CA';

/**
 * Computes the California battery fee of a line, in cents (docs/restricted-parts.md). It applies to new lead-acid batteries
 * that are shipped to California, or picked up there or at a place of an unknown state. Sales for resale have none.
 */
export function computeBatteryFee(
  { restriction, quantity }: Pick<PricedLine, 'restriction' | 'quantity'>,
  { pickupState, exempt }: Pick<PricingTerms, 'pickupState' | 'exempt'>,
  destination: Destination | null,
): number {
  const fee = restriction?.batteryFee;
  if (!fee || exempt || findState(destination, pickupState) !== FEE_STATE) return 0;
  return fee.pieceCents * quantity;
}

function findState(destination: Destination | null, pickupState: string | undefined): string | undefined {
  // Staff may sell at a counter without an address.
  if (destination?.kind === 'pickup') return pickupState ?? FEE_STATE;
  return destination?.country === 'US' ? destination.state : undefined;
}

/** Computes the share of units in the fee of a line, in cents. The shares of all units add up to it. */
export function shareBatteryFee(
  { quantity, batteryFeeCents }: { quantity: number; batteryFeeCents: number },
  units: number,
  earlier: number,
): number {
  return splitCents(batteryFeeCents, [earlier, units, quantity - earlier - units])[1] ?? 0;
}
