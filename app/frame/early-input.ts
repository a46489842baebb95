import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

declare global {
  interface Window {
    earlyInput?: {
      button?: HTMLButtonElement | null;
      timer?: number;
      field?: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null;
      record: (event: Event) => void;
    };
  }
}

/** Reserves the room of the vehicle that a search names, see START_SCRIPT. Records the last click and input before the other scripts run. What needs them is sent as a form if they are late. Links, forms and menus work without scripts. */
export const EARLY_INPUT_SCRIPT = `{ const sendLate = (form, button) => { clearTimeout(earlyInput.timer); earlyInput.timer = setTimeout(() => { if (window.earlyInput) { earlyInput.button = earlyInput.field = null; form.requestSubmit(button); } }, 4000); };
const earlyInput = window.earlyInput = { record(event) {
const { type, target, isComposing } = event;
if (target.matches('[data-step]') && type === 'input') sendLate(target.form);
if (type === 'click') {
const button = earlyInput.button = target.closest('button[type="button"]:not([popovertarget]), [form="add-to-cart"]');
if (button?.type === 'submit') { event.preventDefault(); sendLate(button.form, button); }
} else if (!isComposing && target.matches('select, textarea, input:not([type="file"], [type="checkbox"], [type="radio"])')) earlyInput.field = target;
} };
addEventListener('click', earlyInput.record);
addEventListener('input', earlyInput.record);
try { if (!localStorage.garage && document.querySelector('[data-vehicle]')) document.documentElement.dataset.garage = ''; } catch {} }`;

/** Whether Back or Forward changed the URL before the router started. */
export function hasLeftPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  if (!window.earlyInput || !loaded) return false;
  const address = new URL(loaded.name);
  return address.pathname + address.search !== pathname + search;
}

export function useEarlyInputReplay() {
  const { pathname, search } = useLocation();
  const opened = useRef({ pathname, search });
  useEffect(() => {
    const { earlyInput } = window;
    if (!earlyInput) return;
    if (hasLeftPage(opened.current)) location.reload();
    clearTimeout(earlyInput.timer);
    delete window.earlyInput;
    removeEventListener('click', earlyInput.record);
    removeEventListener('input', earlyInput.record);
    if (earlyInput.field?.isConnected) replayChange(earlyInput.field);
    if (earlyInput.button?.isConnected) earlyInput.button.click();
  }, []);
}

/** React ignores a change to the value that it knows, so this resets the value first. */
function replayChange(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) {
  const { value } = field;
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }));
}
