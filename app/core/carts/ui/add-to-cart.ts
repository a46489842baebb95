import { useRouteLoaderData } from 'react-router';
import type { CardPart } from '#core/catalog/card-part.ts';
import { sayOffline, useNavigate } from '#kit/offline.ts';
import { showToast } from '#kit/show-toast.ts';
import type { RootData } from '../browser-pricing.ts';
import { MAX_QUANTITY, toCartItem } from '../cart.ts';
import { addAvailable } from '../cart-store.ts';

/** Returns what the buttons of a part share. `title` is the specification's: it differs between pages. */
export function useAddToCart(title: string) {
  const navigate = useNavigate();
  const root = useRouteLoaderData<RootData>('root');
  const goToCart = () => void navigate('/cart');

  function addToCart(part: CardPart, units = 1) {
    if (!addPart(part, units)) return;
    const sayAdded = async () => {
      const { showAdded } = await import('./show-added.tsx');
      await showAdded({ title, part, root, goToCart });
    };
    const sayKept = () => sayOffline(`${title}: ${part.name}. Your cart is kept in this browser.`);
    // The code that shows the message can't be loaded without a connection.
    if (navigator.onLine) sayAdded().catch(sayKept);
    else sayKept();
  }

  return { addToCart, goToCart, root };
}

/** Adds as many of the units as are available, and returns their number. With fewer, a toast says so. */
export function addPart(part: CardPart, wanted = 1): number {
  const added = addAvailable(toCartItem(part), wanted, part.stock);
  if (added < wanted) {
    const max = Math.min(part.stock, MAX_QUANTITY);
    void showToast({
      kind: 'error',
      title: `Only ${max} in stock`,
      description: `${part.name}: you ${added > 0 ? 'now' : 'already'} have ${max === 1 ? 'it' : 'all of them'} in your cart.`,
    });
  }
  return added;
}
