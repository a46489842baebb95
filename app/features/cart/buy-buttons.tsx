import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { partWithVehicle } from '#domain/part-address.ts';
import { canBeBought, type Part } from '#domain/part.ts';
import { showToast } from '#ui/show-toast.ts';
import { AddLabel } from './add-label.tsx';
import { AddWhenBack } from './add-when-back.tsx';
import { BuyButton } from './buy-button.tsx';
import { PartActions } from './part-actions.tsx';
import { addPart } from './add-part.ts';

interface BuyButtonsProps {
  part: Part;
  request: ReactNode;
}

/** Buy Now goes to the cart, which asks first if the part doesn't fit the shopper's vehicle. */
export function BuyButtons({ part, request }: BuyButtonsProps) {
  const navigate = useNavigate();

  function addToCart(now: Part) {
    if (addPart(now)) void showToast({ kind: 'success', title: 'Added to Cart', description: part.name });
  }

  function buyNow(now: Part) {
    addPart(now);
    void navigate('/cart');
  }

  return (
    <PartActions part={part}>
      {canBeBought(part) ? (
        <div className="flex flex-wrap gap-2">
          <BuyButton
            part={part}
            variant="primary"
            className="flex-1 px-3! whitespace-nowrap"
            aria-label={`Add to Cart: ${partWithVehicle(part)}`}
            onBuy={addToCart}
          >
            <AddLabel />
          </BuyButton>
          <BuyButton
            part={part}
            className="buy-now flex-1 px-3! whitespace-nowrap"
            aria-label={`Buy Now: ${partWithVehicle(part)}`}
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
