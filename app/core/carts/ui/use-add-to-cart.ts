import { useRouteLoaderData } from 'react-router';
import type { CardPart } from '#core/catalog/card-part.ts';
import { sayOffline, useNavigate } from '#kit/offline.ts';
import { addPart } from './add-part.ts';
import type { RootData } from '../as-specified.ts';

/** What the buttons of a part share. `title` is the specification's: it differs between pages. */
export function useAddToCart(title: string) {
  const navigate = useNavigate();
  const root = useRouteLoaderData<RootData>('root');
  const goToCart = () => void navigate('/cart');

  function addToCart(part: CardPart, pieces = 1) {
    if (!addPart(part, pieces)) return;
    const sayAdded = async () => {
      const { showAdded } = await import('./show-added.tsx');
      await showAdded({ title, part, root, goToCart });
    };
    const sayKept = () => sayOffline(`${title}: ${part.name}. Your cart is kept in this browser.`);
    // What shows the message can't be loaded without a connection.
    if (navigator.onLine) sayAdded().catch(sayKept);
    else sayKept();
  }

  return { addToCart, goToCart, root };
}
