import type { PricedLine } from '#core/pricing/line.ts';
import { priceByDefaultTerms, type Totals } from '#core/pricing/pricing.ts';
import { centsFromDollars } from '#core/values/money.ts';
import type { CartItem } from './cart.ts';

/** Computes the cart's totals in cents, by the same rule as the server (Spec §9). */
export function computeCartTotals(items: readonly CartItem[]): Totals {
  return priceByDefaultTerms(items.map(toPricedLine));
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
