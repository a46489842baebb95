import { createContext, use, useSyncExternalStore } from 'react';
import { readVisitor, subscribe, unknownVisitor, type VisitorState } from '../visitor-store.ts';

/** The visitor of a private page. The client loads that of a public page later, because it is the same for all visitors. */
export const LoadedVisitor = createContext(unknownVisitor);

/** Returns the visitor, updated across tabs. */
export function useVisitor(): VisitorState {
  const loaded = use(LoadedVisitor);
  return useSyncExternalStore(subscribe, readVisitor, () => loaded);
}
