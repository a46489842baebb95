import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { canBeBought, type Part } from '#domain/part.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/show-toast.ts';
import { PartActions } from './part-actions.tsx';
import { addPart } from './add-part.ts';

interface BuyButtonsProps {
  part: Part;
  request: ReactNode;
}

export function BuyButtons({ part, request }: BuyButtonsProps) {
  const navigate = useNavigate();

  function addToCart() {
    if (addPart(part)) void showToast({ kind: 'success', title: 'Added to Cart', description: part.name });
  }

  function buyNow() {
    addPart(part);
    void navigate('/cart');
  }

  return (
    <PartActions part={part}>
      {canBeBought(part) ? (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" className="flex-1 px-3! whitespace-nowrap" onClick={addToCart}>
            Add to Cart
          </Button>
          <Button className="flex-1 px-3! whitespace-nowrap" onClick={buyNow}>
            Buy Now
          </Button>
        </div>
      ) : (
        request
      )}
    </PartActions>
  );
}
