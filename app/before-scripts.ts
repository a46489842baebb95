import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

declare global {
  interface Window {
    /** What somebody did before the page's scripts were there. */
    early?: {
      /** The address that the page was made for. */
      address: string;
      button?: HTMLButtonElement | null;
      hearClick: (event: MouseEvent) => void;
    };
  }
}

/** A script for the page itself, which hears what is done before the others come. Links, forms and menus need none. */
export const BEFORE_SCRIPTS = `const early = window.early = { address: location.pathname + location.search, hearClick({ target }) { early.button = target.closest('button[type="button"]:not([popovertarget])'); } };
addEventListener('click', early.hearClick);`;

/** Whether Back or Forward has led to another address before the router was there to show its page. */
export function hasLeftPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  return window.early !== undefined && window.early.address !== pathname + search;
}

/** Makes up for what was done before these scripts were there: clicks that button, now with effect. */
export function useEarlyDeeds() {
  const { pathname, search } = useLocation();
  const opened = useRef({ pathname, search });
  useEffect(() => {
    const { early } = window;
    if (!early) return;
    if (hasLeftPage(opened.current)) location.reload();
    delete window.early;
    removeEventListener('click', early.hearClick);
    if (early.button?.isConnected) early.button.click();
  }, []);
}
