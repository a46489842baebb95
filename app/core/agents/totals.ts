import { sum } from '#core/pricing/line.ts';
import type { LineQuote, Quote } from '#core/pricing/pricing.ts';
import type { Total } from './ucp.ts';

/** The amounts of a purchase or a line, in cents. Shipping is null until it is known. */
export interface Amounts {
  subtotalCents: number;
  shippingCents: number | null;
  isPickup: boolean;
  coreCents: number;
  batteryFeeCents: number;
  /** The tax of each jurisdiction. */
  taxes: readonly { name: string; cents: number }[];
}

/** Lists amounts in the order in which platforms show them. The last one is the sum of the others. */
export function toTotals({
  subtotalCents,
  shippingCents,
  isPickup,
  coreCents,
  batteryFeeCents,
  taxes,
}: Amounts): Total[] {
  const parts: Total[] = [
    { type: 'subtotal', display_text: 'Parts', amount: subtotalCents },
    ...(shippingCents === null
      ? []
      : [
          {
            type: 'fulfillment' as const,
            display_text: isPickup ? 'Pickup' : 'Shipping',
            amount: shippingCents,
          },
        ]),
    ...fee('Core charge', coreCents),
    ...fee('California battery fee', batteryFeeCents),
    ...taxes
      .filter(({ cents }) => cents > 0)
      .map(({ name, cents }) => ({ type: 'tax' as const, display_text: name, amount: cents })),
  ];
  const isEstimate = shippingCents === null;
  return [
    ...parts,
    {
      type: 'total',
      display_text: isEstimate ? 'Total before shipping and tax' : 'Total',
      amount: sum(parts.map(({ amount }) => amount)),
    },
  ];
}

function fee(name: string, cents: number): Total[] {
  return cents === 0 ? [] : [{ type: 'fee', display_text: name, amount: cents }];
}

/** The amounts of a quote. One that is not priced yet has neither shipping nor tax. */
export function amountsOf(quote: Quote, isPickup: boolean): Amounts {
  if (quote.status !== 'priced') {
    const { subtotalCents, coreCents } = quote;
    return { subtotalCents, coreCents, shippingCents: null, isPickup, batteryFeeCents: 0, taxes: [] };
  }
  const { subtotalCents, shippingCents, coreCents, batteryFeeCents, taxCents } = quote;
  const named = quote.taxes.map((tax) => ({
    name: tax.level === 'flat' ? 'Tax' : `${tax.name} tax`,
    cents: tax.taxCents,
  }));
  return {
    subtotalCents,
    shippingCents,
    isPickup,
    coreCents,
    batteryFeeCents,
    taxes: sum(named.map(({ cents }) => cents)) === taxCents ? named : [{ name: 'Tax', cents: taxCents }],
  };
}

/** The amounts of a line of a priced quote. */
export function amountsOfLine(line: LineQuote, isPickup: boolean): Amounts {
  return {
    subtotalCents: line.partCents,
    shippingCents: line.shippingCents,
    isPickup,
    coreCents: line.coreCents,
    batteryFeeCents: line.batteryFeeCents,
    taxes: [{ name: 'Tax', cents: line.taxCents + line.coreTaxCents }],
  };
}
