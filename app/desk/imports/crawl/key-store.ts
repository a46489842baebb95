import { useSyncExternalStore } from 'react';

/** Spec §3 gives this name. */
const STORAGE_KEY = 'firecrawl_api_key';

const listeners = new Set<() => void>();

export function readKey(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Null removes the key. Returns false if the browser stores nothing. */
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

/** Undefined on the server and during hydration. */
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
