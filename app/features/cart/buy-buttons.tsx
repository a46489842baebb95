import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { canBeBought, type Part } from '#domain/part.ts';
import { showToast } from '#ui/show-toast.ts';
import { AddWhenBack } from './add-when-back.tsx';
import { BuyButton } from './buy-button.tsx';
import { PartActions } from './part-actions.tsx';
import { addPart } from './add-part.ts';

interface BuyButtonsProps {
  part: Part;
  request: ReactNode;
}

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
            onBuy={addToCart}
          >
            Add to Cart
          </BuyButton>
          <BuyButton part={part} className="flex-1 px-3! whitespace-nowrap" onBuy={buyNow}>
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
