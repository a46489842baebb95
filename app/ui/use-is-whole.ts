import { useDeferredValue } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/**
 * Whether a page shows what is below its first screen, too. After a link, that is rendered once the first screen is there. A
 * first page is whole, and so is one that opens further down: by Back or by an address with a fragment.
 */
export function useIsWhole(): boolean {
  const isFirst = useNavigationType() === 'POP';
  const { hash } = useLocation();
  return useDeferredValue(true, isFirst || hash !== '');
}
