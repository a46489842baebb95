import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

declare global {
  interface Window {
    /** What somebody did before the page's scripts were there. */
    early?: {
      /** What was clicked last. */
      button?: HTMLButtonElement | null;
      /** What was filled in last. */
      field?: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
      hear: (event: Event) => void;
    };
  }
}

/** A script in the page itself: notes what is clicked and filled in before the others run. Links, forms and menus need none. */
export const BEFORE_SCRIPTS = `{ const early = window.early = { hear({ type, target, isComposing }) {
if (type === 'click') early.button = target.closest('button[type="button"]:not([popovertarget])');
else if (!isComposing && target.matches('select, textarea, input:not([type="file"], [type="checkbox"], [type="radio"])')) early.field = target;
} };
addEventListener('click', early.hear);
addEventListener('input', early.hear); }`;

/** Whether Back or Forward has led to another address before the router was there to show its page. */
export function hasLeftPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!window.early || !loaded) return false;
  const address = new URL(loaded.name);
  return address.pathname + address.search !== pathname + search;
}

/** Makes up for what was done before these scripts were there: what was filled in and clicked takes effect now. */
export function useEarlyInput() {
  const { pathname, search } = useLocation();
  const opened = useRef({ pathname, search });
  useEffect(() => {
    const { early } = window;
    if (!early) return;
    if (hasLeftPage(opened.current)) location.reload();
    delete window.early;
    removeEventListener('click', early.hear);
    removeEventListener('input', early.hear);
    if (early.field?.isConnected) changeAgain(early.field);
    if (early.button?.isConnected) early.button.click();
  }, []);
}

/** To React, a field has changed if it holds something else than what React has put or seen there. */
function changeAgain(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) {
  const { value } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
}
