import type { KnownPrices } from '#core/part-changes/known-prices.ts';

/** The owner's terms: the worth of the rest of a car, its costs, and the margin to keep. */
export interface BidTerms {
  /** Cents for the hulk, converters and cores. */
  scrapCents: number;
  /** Cents for the auction's fees, towing and other costs. */
  feesCents: number;
  /** Percent of what the car brings that the owner keeps. */
  marginPercent: number;
}

export const defaultTerms: BidTerms = { scrapCents: 0, feesCents: 0, marginPercent: 50 };

/**
 * Returns what one part of a kind brings within a year, in cents: the median of what such parts were sold for, times the share of the
 * year's supply that was sold. One that no one bought here brings nothing.
 * @param ofCar how many such parts the car adds to the supply: 2 headlights, 4 wheels.
 */
export function expectPart({ sold, medianCents, listed }: KnownPrices, ofCar: number): number {
  if (medianCents === null) return 0;
  return Math.round(medianCents * Math.min(1, sold / (listed + ofCar)));
}

/** Returns the most that a car may cost, in cents, so that the margin is kept. 0 if nothing is left. */
export function highestBid(partsCents: number, { scrapCents, feesCents, marginPercent }: BidTerms): number {
  const kept = (partsCents + scrapCents) * (1 - marginPercent / 100);
  return Math.max(0, Math.floor((kept - feesCents) / 100) * 100);
}
