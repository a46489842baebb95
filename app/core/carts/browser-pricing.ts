import type { CardPart } from '#core/catalog/card-part.ts';
import { needsServerPricing } from '#core/pricing/needs-server-pricing.ts';
import { mayBeRestricted } from '#core/catalog/restricted/restricted-words.ts';

/** root.tsx reads these settings for each page. */
export interface RootData {
  hasDefaultPricing: boolean;
  hasBackInStockMail: boolean;
  restrictedWords: string;
}

/** Tells whether the browser prices the part, by the default terms. The server prices all others. */
export function isPricedInBrowser(part: CardPart, root: RootData | undefined): boolean {
  if (root?.hasDefaultPricing === false || needsServerPricing(part)) return false;
  return !mayBeRestricted(part, root?.restrictedWords ?? '');
}
