import { useSyncExternalStore } from 'react';

/** Spec §3: the key is kept in the browser's local storage under a fixed name. */
const STORAGE_KEY = 'firecrawl_api_key';

const listeners = new Set<() => void>();

/** The key as it is now, in whichever tab it was changed last; null without one. */
export function readKey(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Keeps the key, or forgets it (null). False when the browser keeps nothing. */
export function storeKey(key: string | null): boolean {
  try {
    if (key === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, key);
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** The key, followed through all tabs. Undefined on the server, and until the page has been hydrated. */
export function useKey(): string | null | undefined {
  return useSyncExternalStore(subscribe, readKey, () => undefined);
}

function subscribe(listener: () => void) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === STORAGE_KEY || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
