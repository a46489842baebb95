import { bounded, type CartItem, type LineTerms } from './cart.ts';
import { centsFromDollars } from './money.ts';
import { type PricedLine, priceOrder, type Totals } from './pricing.ts';

export function removeItem(items: readonly CartItem[], id: string): CartItem[] {
  return items.filter((line) => line.id !== id);
}

/** A line whose quantity drops to 0 or below is removed (Spec §4, Cart). */
export function setQuantity(items: readonly CartItem[], id: string, quantity: number): CartItem[] {
  if (quantity <= 0) return removeItem(items, id);
  return items.map((line) => (line.id === id ? { ...line, quantity: bounded(quantity) } : line));
}

/** The line at other terms than those it was added at. */
export function setTerms(items: readonly CartItem[], id: string, terms: LineTerms): CartItem[] {
  return items.map((line) => {
    if (line.id !== id) return line;
    const { price: _, tax_rate: _tax, shipping_cost: _shipping, ...rest } = line;
    return { ...rest, ...terms };
  });
}

/** Whether a line costs the same at both, in cents. */
export function sameTerms(one: LineTerms, other: LineTerms): boolean {
  return (
    centsFromDollars(one.price) === centsFromDollars(other.price) &&
    one.tax_rate === other.tax_rate &&
    one.shipping_cost === other.shipping_cost
  );
}

/** What is left of a cart when some of it was bought. Lines that were added meanwhile stay. */
export function takeOut(
  items: readonly CartItem[],
  bought: readonly { partId: string | null; quantity: number }[],
): CartItem[] {
  return bought.reduce<CartItem[]>(
    (left, { partId, quantity }) => {
      const line = left.find((item) => item.id === partId);
      return line ? setQuantity(left, line.id, line.quantity - quantity) : left;
    },
    [...items],
  );
}

export function cartTotals(items: readonly CartItem[]): Totals {
  return priceOrder(items.map(pricedLine));
}

function pricedLine(item: CartItem): PricedLine {
  return {
    unitPriceCents: centsFromDollars(item.price),
    quantity: item.quantity,
    taxRate: item.tax_rate,
    shippingCostCents: item.shipping_cost === undefined ? undefined : centsFromDollars(item.shipping_cost),
  };
}
