import type { FreeShippingRule } from '#core/pricing/free-shipping.ts';
import type { ShopLocation } from '#core/settings/shop.ts';

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
