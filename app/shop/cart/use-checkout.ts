import { useEffect, useState } from 'react';
import { useNavigate } from '#kit/offline.ts';
import type { CartItem } from '#core/carts/cart.ts';
import { usePreparedToasts } from '#kit/show-toast.ts';
import { readBrowserKey } from '#core/checkout/send-browser-key.ts';
import type { QuotedCart } from '#core/checkout/checkout.ts';
import { type CheckoutSteps, runCheckout } from './run-checkout.ts';

export function useCheckout(steps: Omit<CheckoutSteps, 'navigate'>) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  usePreparedToasts();
  useEffect(() => void readBrowserKey(), []);

  /** With what the server has answered, if it prices the cart. */
  async function checkOut(items: readonly CartItem[], quoted?: QuotedCart) {
    setBusy(true);
    await runCheckout(items, { ...steps, navigate, quoted }).finally(() => setBusy(false));
  }

  return { busy, checkOut };
}
