import { useState } from 'react';
import { useLocation } from 'react-router';

/**
 * A key for what moves when another page replaces this one: a new element does not count as moved. While it has the
 * focus, it stays on the same path. `selector`: the element.
 */
export function usePageKey(selector: string): string {
  const { key, pathname } = useLocation();
  const [shown, setShown] = useState({ key, pathname });
  const isNew =
    shown.key !== key && (shown.pathname !== pathname || !document.activeElement?.closest(selector));
  if (isNew) setShown({ key, pathname });
  return shown.key;
}
