import { useMemo } from 'react';
import { useOwnHolds } from '#core/accounts/own-holds.ts';
import { useAddToCart } from '#core/carts/ui/add-to-cart.ts';
import { BuyButton } from '#core/carts/ui/buy-button.tsx';
import type { CardPart } from '#core/catalog/card-part.ts';
import { partAddress, partWithVehicle } from '#core/catalog/part-address.ts';
import { isInStock, OUT_OF_STOCK_CONDITION } from '#core/catalog/part.ts';
import { stockNewsTexts } from '#core/live/live.ts';
import { useLivePart } from '#core/live/ui/live-store.ts';
import { formatDollars } from '#core/values/money.ts';
import { Link } from '#kit/link.tsx';
import { type CardOffer, type ListedPart, toOfferedPart } from './listed-part.ts';

interface PartOffersProps {
  part: ListedPart;
  /** The title of the message after Add to Cart. */
  addedText: string;
}

/** Lists the other offers of a card's part. */
export function PartOffers({ part, addedText }: PartOffersProps) {
  const { addToCart } = useAddToCart(addedText);
  const { offers = [], moreOffers } = part;
  return (
    <div role="group" className="part-offers" aria-label="Other offers">
      {offers.map((offer) => (
        <OfferLine key={offer.id} part={part} offer={offer} onAdd={addToCart} />
      ))}
      {moreOffers && (
        <p>
          <Link to={`${partAddress(part)}#offers`}>
            {moreOffers} more {moreOffers === 1 ? 'offer' : 'offers'}
          </Link>
        </p>
      )}
    </div>
  );
}

interface OfferLineProps {
  /** The part of the card. */
  part: CardPart;
  offer: CardOffer;
  onAdd: (part: CardPart) => void;
}

function OfferLine({ part: listed, offer, onAdd }: OfferLineProps) {
  const loaded = useMemo(() => toOfferedPart(listed, offer), [listed, offer]);
  const { part, news } = useLivePart(loaded);
  const isHeld = useOwnHolds(part.id).length > 0;
  const price = part.priceCents ? formatDollars(part.priceCents) : 'Price on request';
  const stock = isInStock(part) ? `In Stock: ${part.stock}` : 'Out of Stock';
  const facts = [
    part.condition === OUT_OF_STOCK_CONDITION ? null : part.condition,
    part.warranty && `Warranty ${part.warranty}`,
    isHeld ? 'Held for you' : news.stock ? stockNewsTexts[news.stock] : stock,
  ].flatMap((fact) => fact?.replaceAll(' ', '\u00A0') || []);
  return (
    <p>
      <Link to={partAddress(part)} prefetch="intent">
        <b>{price}</b> {facts.join('\u00A0· ')}
      </Link>
      {loaded.priceCents && (
        <BuyButton
          part={loaded}
          className="whitespace-nowrap"
          aria-label={`Add to Cart: ${partWithVehicle(part)}, ${price}`}
          onBuy={onAdd}
        >
          Add to Cart
        </BuyButton>
      )}
    </p>
  );
}
