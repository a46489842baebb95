import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { canBeBought, isInStock, type Part } from '#domain/part.ts';
import { requestAddressOf } from '#domain/request-address.ts';
import { Button } from '#ui/button.tsx';
import { ButtonLink } from '#ui/button-link.tsx';
import { noteEvent } from '#audit/browser';
import { showToast } from '#ui/show-toast.ts';
import { addPart } from './add-part.ts';
import { PartActions } from './part-actions.tsx';
import { CheckoutError, payInNewTab } from './payment-tab.ts';

/** Most who look at the page don't pay here: what does is fetched when the button is touched. */
const loadCheckout = () => import('./checkout.ts');

/** What a shopper can do with a part on the junkyard page, where Buy Now pays for that one part (Spec §2, §9). */
export function BuyAtOnceButtons({ part }: { part: Part }) {
  return (
    <PartActions part={part}>
      <Buttons part={part} />
    </PartActions>
  );
}

function Buttons({ part }: { part: Part }) {
  const [busy, setBusy] = useState(false);
  /** The part as it was when a payment for its last piece was begun. */
  const [taken, setTaken] = useState<Part>();
  const { revalidate } = useRevalidator();

  function addToCart() {
    if (addPart(part)) void showToast({ kind: 'success', title: 'Added to cart', description: part.name });
  }

  async function buyNow() {
    setBusy(true);
    noteEvent('cart_buy_now', { quantity: 1 }, ['part', part.id]);
    try {
      await payInNewTab(async () => {
        const { buyNowRequest, createPayment } = await loadCheckout();
        return createPayment(buyNowRequest(part));
      });
      if (part.stock === 1) setTaken(part);
    } catch (error) {
      const told = error instanceof CheckoutError;
      const paid = told && 'paid' in error;
      void showToast({ kind: paid ? 'success' : 'error', title: told ? error.message : 'Checkout error' });
      // It may be refused because the page is older than the part's price or stock.
      if (told) void revalidate();
    } finally {
      setBusy(false);
    }
  }

  const prepare = () => void loadCheckout().catch(() => undefined);

  if (taken === part) return null;
  if (!isInStock(part)) return <Button disabled>Notify Me</Button>;
  if (!canBeBought(part)) return <ButtonLink to={requestAddressOf(part)}>Request Part</ButtonLink>;
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" className="flex-1 whitespace-nowrap" onClick={addToCart}>
        Add to Cart
      </Button>
      <Button
        className="flex-1 whitespace-nowrap"
        busy={busy}
        onClick={() => void buyNow()}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        Buy Now
      </Button>
    </div>
  );
}
