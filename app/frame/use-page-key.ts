import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * Returns a key for an element that another page would move: a new element does not count as moved. The key stays on the
 * same path while the focus is in the element.
 * @param selector Finds the element.
 */
export function usePageKey(selector: string): string {
  const { key, pathname } = useLocation();
  const [shown, setShown] = useState({ key, pathname });
  const isNew =
    shown.key !== key && (shown.pathname !== pathname || !document.activeElement?.closest(selector));
  if (isNew) setShown({ key, pathname });
  return shown.key;
}
