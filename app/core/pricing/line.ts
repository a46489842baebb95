import type { Restriction } from '#core/catalog/restricted/restriction.ts';
import type { ShippingClass } from '#core/catalog/shipping-class.ts';

/** A line of a cart or an order. All amounts are in cents. Missing and null fields follow the shop's rules. */
export interface PricedLine {
  unitPriceCents: number;
  quantity: number;
  /** 0.08 is 8 %. */
  taxRate?: number | null | undefined;
  /** Cost of the whole line. */
  shippingCostCents?: number | null | undefined;
  /** Finds the rules for the part's kind. */
  category?: string | null | undefined;
  /** Decides whether the tax on a core comes back. */
  condition?: string | null | undefined;
  shippingClass?: ShippingClass | null | undefined;
  /** Per unit. */
  weightPounds?: number | null | undefined;
  lengthIn?: number | null | undefined;
  widthIn?: number | null | undefined;
  heightIn?: number | null | undefined;
  /** Per unit. 0 means no charge. */
  coreChargeCents?: number | null | undefined;
  /** Restrictions by law (restrictLine). */
  restriction?: Restriction | undefined;
}

/** Computes the price of a line in cents, without core charge, tax and shipping. */
export function computeLineCents(line: Pick<PricedLine, 'unitPriceCents' | 'quantity'>): number {
  return line.unitPriceCents * line.quantity;
}

/** Finds the rules for a category, in any letter case. */
export function findKind<Kind extends { category: string }>(
  kinds: readonly Kind[],
  category: string | null | undefined,
): Kind | undefined {
  if (!category || kinds.length === 0) return undefined;
  const key = categoryKey(category);
  return kinds.find((kind) => categoryKey(kind.category) === key);
}

/** Returns the same key for all spellings of a category. */
export function categoryKey(category: string): string {
  return category.trim().toLowerCase();
}

/** Splits cents in proportion to the shares. The results are whole and add up to `cents`. */
export function splitCents(cents: number, shares: readonly number[]): number[] {
  const whole = sum(shares);
  if (whole === 0) return shares.map(() => 0);
  let shared = 0;
  let given = 0;
  return shares.map((share) => {
    shared += share;
    const before = given;
    given = Math.round(cents * (shared / whole));
    return given - before;
  });
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
