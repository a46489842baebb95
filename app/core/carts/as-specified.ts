import type { CardPart } from '#core/catalog/card-part.ts';
import { needsServerPricing } from '#core/pricing/needs-server-pricing.ts';
import { mayBeRestricted } from '#core/catalog/restricted/restricted-words.ts';

/** The settings that the root route knows. */
export interface RootData {
  isPricedAsSpecified: boolean;
  hasBackInStockMail: boolean;
  restrictedWords: string;
}

/** Checks whether the browser may price the part by the specification's rules. The server prices all others. */
export function isAsSpecified(part: CardPart, root: RootData | undefined): boolean {
  if (root?.isPricedAsSpecified === false || needsServerPricing(part)) return false;
  return !mayBeRestricted(part, root?.restrictedWords ?? '');
}
