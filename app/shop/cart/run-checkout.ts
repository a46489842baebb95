import { type CartItem, countItems } from '#core/carts/cart.ts';
import { recordEvent } from '#core/audit/record-event.ts';
import { showToast } from '#kit/show-toast.ts';
import type { CheckoutBody, RefusedItem } from '#core/checkout/create-payment.ts';
import {
  AlreadyPaid,
  CheckoutRefused,
  buildCheckoutRequest,
  type QuotedCart,
} from '#core/checkout/checkout.ts';
import { settleCart } from '#core/checkout/settle-cart.ts';

export type OnCheckout = (request: CheckoutBody) => Promise<void>;

export interface CheckoutSteps {
  onCheckout: OnCheckout;
  onRefused: (items: readonly RefusedItem[]) => void;
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
