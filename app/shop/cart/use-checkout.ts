import { useEffect, useState } from 'react';
import { recordEvent } from '#core/audit/record-event.ts';
import { type CartItem, countItems } from '#core/carts/cart.ts';
import {
  AlreadyPaid,
  buildCheckoutRequest,
  CheckoutRefused,
  type QuotedCart,
  startCheckout,
} from '#core/checkout/checkout.ts';
import type { CheckoutBody, RefusedItem } from '#core/checkout/create-payment.ts';
import { readBrowserKey } from '#core/checkout/browser-key.ts';
import { settleCart } from '#core/checkout/ui/own-payments.ts';
import { useNavigate } from '#kit/offline.ts';
import { showToast, usePreparedToasts } from '#kit/show-toast.ts';

type OnRefused = (items: readonly RefusedItem[]) => void;

export function useCheckout(onRefused: OnRefused) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  usePreparedToasts();
  useEffect(() => void readBrowserKey(), []);

  /** @param quoted the server's answer, if it prices the cart. */
  async function checkOut(items: readonly CartItem[], quoted?: QuotedCart) {
    setBusy(true);
    const steps = { onCheckout: startCheckout, onRefused, navigate, quoted };
    await runCheckout(items, steps).finally(() => setBusy(false));
  }

  return { busy, checkOut };
}

interface CheckoutSteps {
  onCheckout: (request: CheckoutBody) => Promise<void>;
  onRefused: OnRefused;
  navigate: (address: string) => unknown;
  quoted?: QuotedCart | undefined;
}

/** Pays for the items. Shows why that failed, and empties a cart that is already paid for. */
export async function runCheckout(
  items: readonly CartItem[],
  { onCheckout, onRefused, navigate, quoted }: CheckoutSteps,
): Promise<void> {
  recordEvent('cart_checkout', { lines: items.length, pieces: countItems(items) });
  try {
    await onCheckout(buildCheckoutRequest(items, quoted));
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
  }
}
