import { toCardPart, toCardTerms } from '#core/catalog/card-part.ts';
import { partFromRow } from '#core/catalog/catalog-row.ts';
import { canBeBought, type Part } from '#core/catalog/part.ts';
import type { RestrictedTerms } from '#core/catalog/restricted/restricted-kinds.ts';
import { listRestrictedWords } from '#core/catalog/restricted/restricted-words.ts';
import { MAX_OFFERS, type OtherOffers } from '#core/search/offer-groups.server.ts';
import type { PartRow } from '#core/search/search-parts.server.ts';
import { keepOwnWarranties } from '#core/settings/part-terms.ts';
import type { Shop } from '#core/settings/shop.ts';
import type { CardOffer, ListedPart } from './listed-part.ts';
import { PAGE_SIZE } from './results-address.ts';

interface Terms {
  business: Pick<Shop, 'warranty'>;
  restricted: RestrictedTerms;
}

/**
 * Keeps what the rows of a list show. A page shows as many other offers as it has room for rows, so that it stays small if many
 * rows have some.
 */
export function toListedParts(
  parts: readonly Part[],
  offers: ReadonlyMap<string, OtherOffers<PartRow>>,
  { business, restricted }: Terms,
): ListedPart[] {
  const words = listRestrictedWords(restricted);
  const perRow = Math.min(Math.floor(Math.max(parts.length, PAGE_SIZE) / offers.size), MAX_OFFERS);
  return keepOwnWarranties(parts, business).map((part) => {
    const card: ListedPart = toCardPart(part, words);
    const { parts: rows = [], buyable = 0 } = offers.get(part.id) ?? {};
    const others = keepOwnWarranties(rows.slice(0, perRow).map(partFromRow), business);
    const more = buyable - others.filter(canBeBought).length;
    if (others.length > 0) card.offers = others.map((other) => toCardOffer(other, words));
    if (more > 0) card.moreOffers = more;
    return card;
  });
}

function toCardOffer(part: Part, words: string): CardOffer {
  const { id, name, condition, priceCents, stock, warranty } = part;
  return {
    id,
    name,
    condition,
    priceCents,
    stock,
    ...(warranty !== null && { warranty }),
    ...toCardTerms(part, words),
  };
}
