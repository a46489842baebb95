import type { FreeShippingRule } from '#domain/pricing/free-shipping.ts';
import type { PricedLine } from '#domain/pricing/line.ts';
import type { ShopLocation } from '#domain/shop.ts';

/** What the cart must know of the settings. */
export interface CartTerms {
  /** The specification's rules hold: the browser prices an ordinary cart alone. */
  isAsSpecified: boolean;
  /** Null: whether a line ships free depends on more than its price. */
  freeShipping: FreeShippingRule | null;
  /** Besides the United States, two letters each. */
  countries: string[];
  /** Where shoppers can pick up. */
  locations: ShopLocation[];
  /** Hours until an order can be picked up. */
  readyHours: number;
  /** Days to return an old part. */
  coreReturnDays: number;
  /** Parts with these words may be restricted (mayBeRestricted): the server prices them. */
  restrictedWords: string;
}

/** Whether a part has a class or a core charge of its own, which only the server prices. */
export function isSpecial({
  shippingClass,
  coreChargeCents,
}: Pick<PricedLine, 'shippingClass' | 'coreChargeCents' | 'shippingCostCents'>): boolean {
  return (shippingClass ?? 'parcel') !== 'parcel' || Boolean(coreChargeCents);
}
