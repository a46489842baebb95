import { useCallback, useSyncExternalStore } from 'react';
import { type NavigateFunction, useNavigate as useRouterNavigate } from 'react-router';

const PAGE_STAYS = 'This page stays as it is, and your cart is kept in this browser.';

/** The page's note about the connection. Null if it shows none. */
let said: string | null = null;
const listeners = new Set<() => void>();

function change(text: string | null): void {
  said = text;
  for (const listener of listeners) listener();
}

/** Says in the page that the browser is offline. `kept` says what became of the visitor's last action. */
export function sayOffline(kept = PAGE_STAYS): void {
  change(kept);
}

export function useOfflineNote(): { kept: string | null; dismiss: () => void } {
  const kept = useSyncExternalStore(
    subscribe,
    () => said,
    () => null,
  );
  return { kept, dismiss: () => change(null) };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stays on the page while the browser is offline, because a page that can't load would replace it. */
export function useNavigate(): NavigateFunction {
  const navigate = useRouterNavigate();
  return useCallback<NavigateFunction>(
    (to: unknown, ...options: unknown[]) => {
      const staysHere = typeof to === 'string' && to.startsWith('#');
      if (navigator.onLine || staysHere)
        return (navigate as (...given: unknown[]) => Promise<void>)(to, ...options);
      sayOffline();
      return Promise.resolve();
    },
    [navigate],
  );
}

/** Stops links and forms that would leave the page while the browser is offline. Returns a stop function. */
export function stayWhileOffline(): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal };
  const stay = (event: Event) => {
    event.preventDefault();
    sayOffline();
  };
  // This runs after the page's own handlers, which cancel the events that they handle.
  window.addEventListener(
    'click',
    (event) => !navigator.onLine && !event.defaultPrevented && isToPage(event) && stay(event),
    options,
  );
  window.addEventListener(
    'submit',
    (event) => !navigator.onLine && !event.defaultPrevented && stay(event),
    options,
  );
  window.addEventListener('online', () => change(null), options);
  return () => controller.abort();
}

function isToPage({ target }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null;
  if (!link?.href || link.origin !== location.origin) return false;
  const isHere = link.pathname === location.pathname && link.search === location.search;
  return !isHere || link.hash === '';
}
