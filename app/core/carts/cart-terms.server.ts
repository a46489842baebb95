import { isDeepStrictEqual } from 'node:util';
import type { FreeShippingRule } from '#core/pricing/free-shipping.ts';
import type { ShippingTerms } from '#core/pricing/pricing-terms.ts';
import { shippingTerms } from '#core/settings/usable-terms.ts';
import { listRestrictedWords } from '#core/catalog/restricted/restricted-words.ts';
import { defaultSettings, type Settings } from '#core/settings/settings.ts';
import type { ShopLocation } from '#core/settings/shop.ts';

/** Tells whether the owner has left all pricing at its defaults (Spec §9). */
export function hasDefaultPricing(settings: Settings): boolean {
  return isDeepStrictEqual(pricingTopics(settings), pricingTopics(defaultSettings));
}

export function toCartTerms(settings: Settings): CartTerms {
  const shipping = shippingTerms(settings);
  const { countries, pickup } = shipping;
  return {
    hasDefaultPricing: hasDefaultPricing(settings),
    freeShipping: findFreeShippingRule(shipping),
    countries: countries.map(({ country }) => country),
    locations: pickup.offered ? settings.business.locations : [],
    readyHours: pickup.readyHours,
    coreReturnDays: settings.cores.returnDays,
    restrictedWords: listRestrictedWords(settings.restricted),
  };
}

/** Categories and sizes can make a line something else than parcels. */
function findFreeShippingRule(shipping: ShippingTerms): FreeShippingRule | null {
  const { lineCents, freeAboveCents, kinds, maxParcelPounds, maxParcelInches } = shipping;
  const isSimple = kinds.length === 0 && maxParcelPounds === null && maxParcelInches === null;
  return isSimple ? { lineCents, freeAboveCents } : null;
}

function pricingTopics({ shipping, tax, cores }: Settings) {
  return { shipping, tax, cores };
}

export interface CartTerms {
  /** If true, the browser prices an ordinary cart alone. */
  hasDefaultPricing: boolean;
  /** The rule is null if free shipping depends on more than a line's price. */
  freeShipping: FreeShippingRule | null;
  /** The countries besides the United States, by two letters each. */
  countries: string[];
  /** The places where shoppers can pick up. */
  locations: ShopLocation[];
  /** Hours until an order can be picked up. */
  readyHours: number;
  /** Days to return an old part. */
  coreReturnDays: number;
  /** Parts with these words may be restricted (mayBeRestricted): the server prices them. */
  restrictedWords: string;
}
