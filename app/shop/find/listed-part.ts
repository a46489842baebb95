import type { CardPart, CardTerms } from '#core/catalog/card-part.ts';

/** A part of a list, with the other offers of its row. */
export interface ListedPart extends CardPart {
  /** Best first. */
  offers?: CardOffer[];
  /** The number of further offers that can be bought. */
  moreOffers?: number;
}

/** Another offer of a listed part. Has what its line shows, and what its button needs. */
export type CardOffer = Pick<CardPart, 'id' | 'name' | 'condition' | 'priceCents' | 'stock'> &
  CardTerms & { warranty?: string };

/** Offers of one row have the same number and vehicle. */
export function toOfferedPart({ make, model, year, oemNumber, imageUrl }: CardPart, offer: CardOffer) {
  return { make, model, year, oemNumber, imageUrl, summary: '', description: '', ...offer };
}

/** Lists all offers that a page shows. */
export function listShown(parts: readonly ListedPart[]): (CardPart | CardOffer)[] {
  return parts.flatMap((part) => [part, ...(part.offers ?? [])]);
}
