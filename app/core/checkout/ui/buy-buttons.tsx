import type { ReactNode } from 'react';
import { partWithVehicle } from '#core/catalog/part-address.ts';
import type { CardPart } from '#core/catalog/card-part.ts';
import { canBeBought } from '#core/catalog/part.ts';
import { AddWhenBack, BuyButton } from '#core/carts/ui/buy-button.tsx';
import { PartActions } from './part-actions.tsx';
import { addPart, useAddToCart } from '#core/carts/ui/add-to-cart.ts';

interface BuyButtonsProps {
  part: CardPart;
  request: ReactNode;
  /** The field for `units`, before the buttons. */
  quantity?: ReactNode;
  units?: number;
}

/** Buy Now goes to the cart, which asks first if the part doesn't fit the shopper's vehicle. */
export function BuyButtons({ part, request, quantity, units = 1 }: BuyButtonsProps) {
  const { addToCart, goToCart } = useAddToCart('Added to Cart');

  function buyNow(now: CardPart) {
    addPart(now, units);
    goToCart();
  }

  return (
    <PartActions part={part}>
      {canBeBought(part) ? (
        <>
          {quantity}
          <BuyButton
            part={part}
            variant="primary"
            className="add-button"
            aria-label={`Add to Cart: ${partWithVehicle(part)}`}
            onBuy={(now) => addToCart(now, units)}
          >
            Add to Cart
          </BuyButton>
          <BuyButton
            part={part}
            className="buy-now"
            aria-label={`Buy Now: ${partWithVehicle(part)}`}
            title="Opens your cart"
            onBuy={buyNow}
          >
            Buy Now
          </BuyButton>
        </>
      ) : (
        <AddWhenBack part={part} onAdd={addToCart}>
          {request}
        </AddWhenBack>
      )}
    </PartActions>
  );
}
