import { useNavigate, useRouteLoaderData } from 'react-router';
import type { Part } from '#domain/part.ts';
import { showToast } from '#ui/show-toast.ts';
import { addPart } from './add-part.ts';
import type { RootData } from './as-specified.ts';

/** What the buttons of a part share. `title` is the specification's: it differs between pages. */
export function useAddToCart(title: string) {
  const navigate = useNavigate();
  const root = useRouteLoaderData<RootData>('root');
  const goToCart = () => void navigate('/cart');

  function addToCart(part: Part, pieces = 1) {
    if (!addPart(part, pieces)) return;
    import('./show-added.tsx').then(
      ({ showAdded }) => showAdded({ title, part, root, goToCart }),
      () => showToast({ kind: 'success', title, description: part.name }),
    );
  }

  return { addToCart, goToCart, root };
}
