import type { ReactNode } from 'react';
import { partWithVehicle } from '#domain/part-address.ts';
import { canBeBought, type Part } from '#domain/part.ts';
import { AddLabel } from './add-label.tsx';
import { AddWhenBack } from './add-when-back.tsx';
import { BuyButton } from './buy-button.tsx';
import { PartActions } from './part-actions.tsx';
import { addPart } from './add-part.ts';
import { useAddToCart } from './use-add-to-cart.ts';

interface BuyButtonsProps {
  part: Part;
  request: ReactNode;
  /** A field for `pieces`, before the buttons. */
  quantity?: ReactNode;
  pieces?: number;
}

/** Buy Now goes to the cart, which asks first if the part doesn't fit the shopper's vehicle. */
export function BuyButtons({ part, request, quantity, pieces = 1 }: BuyButtonsProps) {
  const { addToCart, goToCart } = useAddToCart('Added to Cart');

  function buyNow(now: Part) {
    addPart(now, pieces);
    goToCart();
  }

  return (
    <PartActions part={part}>
      {canBeBought(part) ? (
        <div className="flex flex-wrap items-end gap-2">
          {quantity}
          <BuyButton
            part={part}
            variant="primary"
            className="flex-1 px-3! whitespace-nowrap"
            aria-label={`Add to Cart: ${partWithVehicle(part)}`}
            onBuy={(now) => addToCart(now, pieces)}
          >
            <AddLabel />
          </BuyButton>
          <BuyButton
            part={part}
            className="buy-now flex-1 px-3! whitespace-nowrap"
            aria-label={`Buy Now: ${partWithVehicle(part)}`}
            title="Adds it and opens your cart"
            onBuy={buyNow}
          >
            Buy Now
          </BuyButton>
        </div>
      ) : (
        <AddWhenBack part={part} onAdd={addToCart}>
          {request}
        </AddWhenBack>
      )}
    </PartActions>
  );
}
