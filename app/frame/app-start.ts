import { useEffect } from 'react';

/** Finds the buttons of BuyButton. */
const BUY_BUTTONS = '[data-buy]';

/** A page that has not started after this time works as without JavaScript, and says what needs it. */
const LATE_MS = 4_000;

/**
 * Runs at the end of the body. The server sends buy buttons disabled; this script keeps their look while the app starts. It
 * also reserves the room of the vehicle that a search names, see START_SCRIPT.
 */
export const WAIT_SCRIPT = `{ const root = document.documentElement;
const setWaiting = (isWaiting) => { for (const button of document.querySelectorAll('${BUY_BUTTONS}')) button.ariaBusy = isWaiting || null; };
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
