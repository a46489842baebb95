import { clampQuantity, type CartItem, type LineTerms } from './cart.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { PricedLine } from '#core/pricing/line.ts';
import { priceAsSpecified, type Totals } from '#core/pricing/pricing.ts';

/** Removes a part from the cart (Spec §4, Cart). */
export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((line) => line.id !== id);
}

/** Sets the quantity of a line and removes the line at 0 or below (Spec §4, Cart). */
export function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  if (quantity <= 0) return removeItem(items, id);
  return items.map((line) => (line.id === id ? { ...line, quantity: clampQuantity(quantity) } : line));
}

/** Replaces the price, tax rate, and shipping cost of a line. */
export function setTerms(items: readonly CartItem[], id: string, terms: LineTerms): CartItem[] {
  return items.map((line) => {
    if (line.id !== id) return line;
    const { price: _, tax_rate: _tax, shipping_cost: _shipping, ...rest } = line;
    return { ...rest, ...terms };
  });
}

/** Checks whether a line costs the same under both terms, in cents. */
export function hasSameTerms(one: LineTerms, other: LineTerms): boolean {
  return (
    centsFromDollars(one.price) === centsFromDollars(other.price) &&
    one.tax_rate === other.tax_rate &&
    one.shipping_cost === other.shipping_cost
  );
}

/** Removes paid pieces from the cart. Pieces that were added later stay. */
export function removeBought(
  items: readonly CartItem[],
  bought: readonly { partId: string | null; quantity: number }[],
): CartItem[] {
  return bought.reduce<CartItem[]>(
    (rest, { partId, quantity }) => {
      const line = rest.find((item) => item.id === partId);
      return line ? setQuantity(rest, line.id, line.quantity - quantity) : rest;
    },
    [...items],
  );
}

/** Computes the cart's totals in cents, by the same rule as the server (Spec §9). */
export function computeCartTotals(items: readonly CartItem[]): Totals {
  return priceAsSpecified(items.map(toPricedLine));
}

/** Computes the sum of the lines' prices, in cents. */
export function computeSubtotal(items: readonly CartItem[]): number {
  return items.reduce((sum, { price, quantity }) => sum + centsFromDollars(price) * quantity, 0);
}

function toPricedLine(item: CartItem): PricedLine {
  return {
    unitPriceCents: centsFromDollars(item.price),
    quantity: item.quantity,
    taxRate: item.tax_rate,
    shippingCostCents: item.shipping_cost === undefined ? undefined : centsFromDollars(item.shipping_cost),
  };
}
