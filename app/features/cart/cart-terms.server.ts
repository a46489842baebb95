import { isDeepStrictEqual } from 'node:util';
import { shippingTerms } from '#domain/pricing/usable-terms.ts';
import { listRestrictedWords } from '#domain/restricted/restricted-words.ts';
import { defaultSettings, type Settings } from '#domain/settings/settings.ts';
import type { CartTerms } from './cart-terms.ts';

/** Whether prices follow the specification's rules (Spec §9). */
export function isPricedAsSpecified(settings: Settings): boolean {
  return isDeepStrictEqual(pricingTopics(settings), pricingTopics(defaultSettings));
}

export function toCartTerms(settings: Settings): CartTerms {
  const { countries, pickup } = shippingTerms(settings);
  return {
    isAsSpecified: isPricedAsSpecified(settings),
    countries: countries.map(({ country }) => country),
    locations: pickup.offered ? settings.business.locations : [],
    readyHours: pickup.readyHours,
    coreReturnDays: settings.cores.returnDays,
    restrictedWords: listRestrictedWords(settings.restricted),
  };
}

function pricingTopics({ shipping, tax, cores }: Settings) {
  return { shipping, tax, cores };
}
