import { useSyncExternalStore } from 'react';
import { readVisitor, subscribe, unknownVisitor, type VisitorState } from '../visitor-store.ts';

/** Returns the visitor, updated across tabs. The client loads it later, because public pages are the same for all visitors. */
export function useVisitor(): VisitorState {
  return useSyncExternalStore(subscribe, readVisitor, () => unknownVisitor);
}
