import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { CardPart } from '#core/catalog/card-part.ts';
import { canBeBought, isInStock } from '#core/catalog/part.ts';
import { partAddress, partWithVehicle } from '#core/catalog/part-address.ts';
import { formatPartRequestUrl } from '#core/catalog/request-url.ts';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { recordEvent } from '#core/audit/record-event.ts';
import { showToast } from '#kit/show-toast.ts';
import { addPart, useAddToCart } from '#core/carts/ui/add-to-cart.ts';
import { AddWhenBack, BuyButton } from '#core/carts/ui/buy-button.tsx';
import { isPricedInBrowser } from '#core/carts/browser-pricing.ts';
import { readBrowserKey } from '#core/checkout/browser-key.ts';
import { BuyNowButton } from './buy-now-button.tsx';
import { PartActions } from '#core/checkout/ui/part-actions.tsx';
import { CheckoutError, payInNewTab } from '#core/checkout/payment-tab.ts';

const loadCheckout = () => import('#core/checkout/checkout.ts');

/** Buy Now pays for this part only (Spec §2, §9). If the shop has other rules, the cart asks its questions first. */
export function DirectPayButtons({ part }: { part: CardPart }) {
  return (
    <PartActions part={part}>
      <Buttons part={part} />
    </PartActions>
  );
}

function Buttons({ part }: { part: CardPart }) {
  const [busy, setBusy] = useState(false);
  /** The part whose last unit this visitor holds, until the page has new data. */
  const [heldPart, setHeldPart] = useState<CardPart>();
  const [refusals, setRefusals] = useState(0);
  const { addToCart, goToCart, root } = useAddToCart('Added to cart');

  function buyNow(now: CardPart) {
    if (isPricedInBrowser(now, root)) return void payNow(now);
    addPart(now);
    goToCart();
  }

  async function payNow(now: CardPart) {
    setBusy(true);
    recordEvent('cart_buy_now', { quantity: 1 }, ['part', part.id]);
    try {
      await payInNewTab(async () => {
        const { buildBuyNowRequest, createPayment } = await loadCheckout();
        return createPayment(buildBuyNowRequest(now));
      });
      if (now.stock === 1) setHeldPart(part);
    } catch (error) {
      const isKnown = error instanceof CheckoutError;
      const paid = isKnown && 'paid' in error;
      void showToast({ kind: paid ? 'success' : 'error', title: isKnown ? error.message : 'Checkout error' });
      if (isKnown) setRefusals((before) => before + 1);
    } finally {
      setBusy(false);
    }
  }

  function prepare() {
    readBrowserKey();
    void loadCheckout().catch(() => undefined);
  }

  if (heldPart === part) return null;
  if (!canBeBought(part)) {
    return (
      <AddWhenBack part={part} onAdd={addToCart}>
        {isInStock(part) ? (
          <ButtonLink to={formatPartRequestUrl(part)} aria-label={`Request Part: ${partWithVehicle(part)}`}>
            Request Part
          </ButtonLink>
        ) : root?.hasBackInStockMail ? (
          <ButtonLink
            to={`${partAddress(part)}#notify`}
            reloadDocument
            aria-label={`Notify Me: ${partWithVehicle(part)}`}
          >
            Notify Me
          </ButtonLink>
        ) : (
          <Button disabled aria-label={`Notify Me: ${partWithVehicle(part)}`}>
            Notify Me
          </Button>
        )}
      </AddWhenBack>
    );
  }
  return (
    <>
      <BuyButton
        part={part}
        variant="primary"
        className="add-button"
        aria-label={`Add to Cart: ${partWithVehicle(part)}`}
        onBuy={addToCart}
      >
        Add to Cart
      </BuyButton>
      <BuyNowButton
        part={part}
        title={isPricedInBrowser(part, root) ? 'Checks out this part only' : 'Opens your cart'}
        busy={busy}
        onBuy={buyNow}
        onPointerEnter={prepare}
        onFocus={prepare}
      />
      {refusals > 0 && <Reload key={refusals} />}
    </>
  );
}

/** Reloads the page's data. It is separate, because each state of the router renders a component that can reload data. */
function Reload() {
  const { revalidate } = useRevalidator();
  useEffect(() => void revalidate(), [revalidate]);
  return null;
}
