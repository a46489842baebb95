import { useEffect } from 'react';
import { ADD_FORM } from '#core/carts/ui/add-form.tsx';

const BUY_BUTTONS = `[form="${ADD_FORM}"]`;

/** After this time, a page works as without scripts. */
const LATE_MS = 4_000;

/**
 * Runs at the end of the body. Buy buttons are disabled until the app has started: else a click leads to the cart's page. Reserves the
 * room of the vehicle that a search names, see START_SCRIPT.
 */
export const WAIT_SCRIPT = `{ const root = document.documentElement;
const setWaiting = (isWaiting) => { for (const button of document.querySelectorAll('${BUY_BUTTONS}')) { button.disabled = isWaiting; button.ariaBusy = isWaiting || null; } };
root.dataset.starting = '';
setWaiting(true);
setTimeout(() => { if ('starting' in root.dataset) { root.dataset.starting = 'late'; setWaiting(false); } }, ${LATE_MS});
try { if (!localStorage.garage && document.querySelector('[data-vehicle]')) root.dataset.garage = ''; } catch {} }`;

export function useAppStart() {
  useEffect(() => {
    delete document.documentElement.dataset.starting;
    for (const button of document.querySelectorAll<HTMLButtonElement>(BUY_BUTTONS)) {
      button.disabled = false;
      button.ariaBusy = null;
    }
  }, []);
}
