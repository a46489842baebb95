import type { CardPart } from '#core/catalog/card-part.ts';
import { isSpecial } from '#core/pricing/is-special.ts';
import { mayBeRestricted } from '#core/catalog/restricted/restricted-words.ts';

/** What the root route knows of the settings. */
export interface RootData {
  isPricedAsSpecified: boolean;
  hasBackInStockMail: boolean;
  restrictedWords: string;
}

/** Whether the specification's rules hold for the part. Only the server prices others. */
export function isAsSpecified(part: CardPart, root: RootData | undefined): boolean {
  if (root?.isPricedAsSpecified === false || isSpecial(part)) return false;
  return !mayBeRestricted(part, root?.restrictedWords ?? '');
}
