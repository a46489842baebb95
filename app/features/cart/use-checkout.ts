import { useEffect, useState } from 'react';
import { useNavigate } from '#ui/offline.ts';
import type { CartItem } from '#domain/cart.ts';
import { usePreparedToasts } from '#ui/show-toast.ts';
import { readBrowserKey } from './browser-key.ts';
import type { QuotedCart } from './checkout.ts';
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
