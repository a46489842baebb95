import { useSyncExternalStore } from 'react';
import { readVisitor, subscribe, unknownVisitor, type VisitorState } from './visitor-store.ts';

/**
 * Returns who uses this browser, kept current across tabs. Public pages are the same for every visitor, so the client
 * fetches this after the page has loaded.
 */
export function useVisitor(): VisitorState {
  return useSyncExternalStore(subscribe, readVisitor, () => unknownVisitor);
}
