import { useDeferredValue } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Whether a page shows what is below its first screen, too. After a link, that is rendered once the first screen is there. A
 * first page is whole, and so is one that Back opens, perhaps further down.
 */
export function useIsWhole(): boolean {
  return useDeferredValue(true, useNavigationType() === 'POP');
}
