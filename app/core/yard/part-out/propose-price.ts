import type { KnownPrices } from '#core/part-changes/known-prices.ts';
import { dollarsFromCents } from '#core/values/money.ts';

/** Proposes what such parts were sold for, else what the cheapest one costs now: dollars and cents. Empty if nothing is known. */
export function proposePrice(known: KnownPrices | undefined): string {
  const cents = known?.medianCents ?? known?.lowestCents ?? null;
  return cents === null ? '' : dollarsFromCents(cents);
}
