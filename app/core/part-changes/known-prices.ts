import { formatShortDollars } from '#core/values/money.ts';

/** Holds what the shop knows about the price of parts of one name or kind, for one make and model. */
export interface KnownPrices {
  /** Units sold in the last 12 months. */
  sold: number;
  /** Cents. Null if none was sold. */
  medianCents: number | null;
  /** Parts that are offered now. */
  listed: number;
  /** Cents. Null if none is offered. */
  lowestCents: number | null;
}

export interface Sale {
  /** Cents per unit. */
  cents: number;
  units: number;
}

/** Sums up sales and the prices of offers, in cents. */
export function summarizePrices(sales: readonly Sale[], offers: readonly number[]): KnownPrices {
  return {
    sold: sales.reduce((sum, { units }) => sum + units, 0),
    medianCents: findMedian(sales),
    listed: offers.length,
    lowestCents: offers.length === 0 ? null : Math.min(...offers),
  };
}

/** Each unit counts. The median of an even number is between two prices, in whole cents. */
function findMedian(sales: readonly Sale[]): number | null {
  const sorted = sales.toSorted((one, other) => one.cents - other.cents);
  const units = sorted.reduce((sum, sale) => sum + sale.units, 0);
  const at = (place: number) => {
    let passed = 0;
    return sorted.find((sale) => (passed += sale.units) > place)?.cents;
  };
  const [lower, upper] = [at(Math.floor((units - 1) / 2)), at(Math.floor(units / 2))];
  return lower === undefined || upper === undefined ? null : Math.round((lower + upper) / 2);
}

/** Example: 'Sold 3 in a year, median $140; 2 listed, from $120'. */
export function describePrices({ sold, medianCents, listed, lowestCents }: KnownPrices): string {
  const texts = [
    medianCents !== null && `Sold ${sold} in a year, median ${formatShortDollars(medianCents)}`,
    lowestCents !== null && `${listed} listed, from ${formatShortDollars(lowestCents)}`,
  ].filter((text) => text !== false);
  return texts.join('; ') || 'No sales or offers like this yet';
}
