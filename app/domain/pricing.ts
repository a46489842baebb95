/** What a line needs for its price. All amounts in cents. */
export interface PricedLine {
  unitPriceCents: number;
  quantity: number;
  /** Share of the price: 0.08 is 8 %. Missing: the default. */
  taxRate?: number | null | undefined;
  /** For the whole line. Missing: the shop's rule. */
  shippingCostCents?: number | null | undefined;
}

/** All amounts in cents. */
export interface Totals {
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  totalCents: number;
}

/** Spec §9: 8 % on an item that has no tax rate of its own. */
const DEFAULT_TAX_RATE = 0.08;

/** Spec §9: above this amount, in cents, a line ships free. */
export const FREE_SHIPPING_ABOVE_CENTS = 100_00;

/** Spec §9: what a line ships for below that, in cents. */
export const LINE_SHIPPING_CENTS = 15_00;

/** Rates are kept to a thousandth of a percent, so that tax is summed in whole numbers and rounded only once. */
const RATE_UNIT = 100_000;

/**
 * What an order costs: the one rule by which the cart shows and the server charges (Spec §9). Tax is summed over the
 * lines and rounded once, half a cent up.
 */
export function priceOrder(lines: readonly PricedLine[]): Totals {
  const subtotalCents = sum(lines, lineCents);
  const taxUnits = sum(lines, (line) => lineCents(line) * rateUnits(line.taxRate ?? DEFAULT_TAX_RATE));
  const shippingCents = sum(lines, lineShippingCents);
  return withTotal({ subtotalCents, taxCents: Math.round(taxUnits / RATE_UNIT), shippingCents });
}

/** Buy Now pays for one part at the shop's own rates, whatever the part's (Spec §9, Buy Now). */
export function priceBuyNow(unitPriceCents: number): Totals {
  return priceOrder([{ unitPriceCents, quantity: 1 }]);
}

export function lineCents(line: Pick<PricedLine, 'unitPriceCents' | 'quantity'>): number {
  return line.unitPriceCents * line.quantity;
}

function lineShippingCents(line: PricedLine): number {
  if (line.shippingCostCents !== null && line.shippingCostCents !== undefined) return line.shippingCostCents;
  return lineCents(line) > FREE_SHIPPING_ABOVE_CENTS ? 0 : LINE_SHIPPING_CENTS;
}

function rateUnits(rate: number): number {
  return Math.round(rate * RATE_UNIT);
}

function withTotal(parts: Omit<Totals, 'totalCents'>): Totals {
  return { ...parts, totalCents: parts.subtotalCents + parts.taxCents + parts.shippingCents };
}

function sum(lines: readonly PricedLine[], amount: (line: PricedLine) => number): number {
  return lines.reduce((total, line) => total + amount(line), 0);
}
