import { useEffect } from 'react';
import type { ToastContent } from './toaster.tsx';
import { whenIdle } from './when-idle.ts';

let toaster: Promise<typeof import('./toaster.tsx')> | undefined;

/** This control gets the focus back from the toast that it caused. */
let lastActivated: Element | undefined;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element && target.closest('button, a, label, summary, [role=button]');
      if (control) lastActivated = control;
    },
    { capture: true },
  );
}

export function prepareToasts(): Promise<typeof import('./toaster.tsx')> {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    toaster = undefined;
    throw error;
  });
  return toaster;
}

/** Loads the toasts ahead of their use: without a network they could not load. */
export function usePreparedToasts(): void {
  useEffect(() => whenIdle(() => void prepareToasts().catch(() => undefined)), []);
}

/** Show important messages in the page as well. */
export async function showToast(toast: ToastContent): Promise<void> {
  const cause = lastActivated;
  // The page first shows the change that the click itself made.
  const [{ addToast }] = await Promise.all([prepareToasts(), nextPaint()]);
  addToast(toast, cause);
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Closes toasts caused by any control other than the last one used. */
export function closeOldToasts(): void {
  void toaster?.then(({ closeToastsExcept }) => closeToastsExcept(lastActivated), console.warn);
}
