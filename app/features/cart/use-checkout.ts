import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CartItem } from '#domain/cart.ts';
import { prepareToasts } from '#ui/show-toast.ts';
import { whenIdle } from '#ui/when-idle.ts';
import type { QuotedCart } from './checkout.ts';
import { type CheckoutSteps, runCheckout } from './run-checkout.ts';

export function useCheckout(steps: Omit<CheckoutSteps, 'navigate'>) {
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  // Without a network they could not load.
  useEffect(() => whenIdle(() => void prepareToasts().catch(() => undefined)), []);

  /** With what the server has answered, if it prices the cart. */
  async function checkOut(items: readonly CartItem[], quoted?: QuotedCart) {
    setBusy(true);
    await runCheckout(items, { ...steps, navigate, quoted }).finally(() => setBusy(false));
  }

  return { busy, checkOut };
}
