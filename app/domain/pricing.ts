/** All amounts in cents. */
export interface PricedLine {
  unitPriceCents: number;
  quantity: number;
  /** 0.08 is 8 %, the default. */
  taxRate?: number | null | undefined;
  /** For the whole line. Default: the shop's rule. */
  shippingCostCents?: number | null | undefined;
}

export interface Totals {
  subtotalCents: number;
  taxCents: number;
  shippingCents: number;
  totalCents: number;
}

const DEFAULT_TAX_RATE = 0.08;

export const FREE_SHIPPING_ABOVE_CENTS = 100_00;

export const LINE_SHIPPING_CENTS = 15_00;

/** Rates are integers, thousandths of a percent, so that the tax is rounded only once. */
const RATE_UNIT = 100_000;

/** Prices an order in cents (Spec §9). The tax is summed over the lines and rounded once, half a cent up. */
export function priceOrder(lines: readonly PricedLine[]): Totals {
  const subtotalCents = sum(lines, computeLineCents);
  const taxUnits = sum(
    lines,
    (line) => computeLineCents(line) * toRateUnits(line.taxRate ?? DEFAULT_TAX_RATE),
  );
  const shippingCents = sum(lines, computeShippingCents);
  return addTotal({ subtotalCents, taxCents: Math.round(taxUnits / RATE_UNIT), shippingCents });
}

/** Prices one piece at the shop's default rates, not the part's own (Spec §9, Buy Now). */
export function priceBuyNow(unitPriceCents: number): Totals {
  return priceOrder([{ unitPriceCents, quantity: 1 }]);
}

/** Computes the price of a line in cents, without tax and shipping. */
export function computeLineCents(line: Pick<PricedLine, 'unitPriceCents' | 'quantity'>): number {
  return line.unitPriceCents * line.quantity;
}

function computeShippingCents(line: PricedLine): number {
  if (line.shippingCostCents !== null && line.shippingCostCents !== undefined) return line.shippingCostCents;
  return computeLineCents(line) > FREE_SHIPPING_ABOVE_CENTS ? 0 : LINE_SHIPPING_CENTS;
}

function toRateUnits(rate: number): number {
  return Math.round(rate * RATE_UNIT);
}

function addTotal(amounts: Omit<Totals, 'totalCents'>): Totals {
  return { ...amounts, totalCents: amounts.subtotalCents + amounts.taxCents + amounts.shippingCents };
}

function sum(lines: readonly PricedLine[], amount: (line: PricedLine) => number): number {
  return lines.reduce((total, line) => total + amount(line), 0);
}
