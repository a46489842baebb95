import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type CartItem, countItems } from '#domain/cart.ts';
import { recordEvent } from '#audit/browser';
import { prepareToasts, showToast } from '#ui/show-toast.ts';
import { whenIdle } from '#ui/when-idle.ts';
import type { CheckoutBody, RefusedItem } from '#domain/create-payment.ts';
import { AlreadyPaid, CheckoutRefused, buildCheckoutRequest } from './checkout.ts';
import { settleCart } from './settle-cart.ts';

export type OnCheckout = (request: CheckoutBody) => Promise<void>;

export function useCheckout(onCheckout: OnCheckout, onRefused: (items: readonly RefusedItem[]) => void) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  // Without a network they could not load.
  useEffect(() => whenIdle(() => void prepareToasts().catch(() => undefined)), []);

  async function checkOut(items: readonly CartItem[]) {
    setBusy(true);
    recordEvent('cart_checkout', { lines: items.length, pieces: countItems(items) });
    try {
      await onCheckout(buildCheckoutRequest(items));
    } catch (error) {
      if (error instanceof AlreadyPaid) {
        settleCart(error.paid.sessionId, error.paid.bought);
        void showToast({ kind: 'success', title: error.message });
        await navigate(`/payment-success?session_id=${encodeURIComponent(error.paid.sessionId)}`);
        return;
      }
      const refused = error instanceof CheckoutRefused;
      if (refused) onRefused(error.items);
      void showToast({
        kind: 'error',
        title: refused ? error.message : 'Checkout failed. Please try again.',
      });
    } finally {
      setBusy(false);
    }
  }

  return { busy, checkOut };
}
