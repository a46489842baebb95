import { useSyncExternalStore } from 'react';
import { readVisitor, subscribe, unknownVisitor, type VisitorState } from './visitor-store.ts';

/**
 * Who is looking at the page. Public pages are the same for everybody, so it is asked for once they are there; it is
 * followed through all tabs of the browser.
 */
export function useVisitor(): VisitorState {
  return useSyncExternalStore(subscribe, readVisitor, () => unknownVisitor);
}
