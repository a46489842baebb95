import { useNavigate } from 'react-router';
import { canBeBought, type Part } from '#domain/part.ts';
import { Button } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { showToast } from '#ui/show-toast.ts';
import { addPart } from './add-part.ts';

/** What a shopper can do with a part among the results (Spec §2, Home). */
export function BuyButtons({ part }: { part: Part }) {
  const navigate = useNavigate();

  function addToCart() {
    if (addPart(part)) void showToast({ kind: 'success', title: 'Added to Cart', description: part.name });
  }

  function buyNow() {
    addPart(part);
    void navigate('/cart');
  }

  if (!canBeBought(part)) return <ButtonLink to={requestAddress(part)}>Request Part</ButtonLink>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" className="flex-1 px-3! whitespace-nowrap" onClick={addToCart}>
        Add to Cart
      </Button>
      <Button className="flex-1 px-3! whitespace-nowrap" onClick={buyNow}>
        Buy Now
      </Button>
    </div>
  );
}

/** The request page, told what is known of the part. */
export function requestAddress({ make, model, year, name, oemNumber }: Part): string {
  const known = Object.entries({ make, model, year, part: name, oem: oemNumber });
  const told = known.flatMap(([field, value]) => (value === null ? [] : [[field, String(value)]]));
  return `/request?${new URLSearchParams(told)}`;
}
