import { useEffect } from 'react';
import type { ToastContent } from './toaster.tsx';
import { whenIdle } from './when-idle.ts';
import { whenTouched } from './when-touched.ts';

let toaster: Promise<typeof import('./toaster.tsx')> | undefined;

/** A toast must not cover the last used control. */
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

/** Loads the toasts once the page is used: without a network they could not load. */
export function usePreparedToasts(): void {
  useEffect(() => {
    void whenTouched().then(() => whenIdle(() => void prepareToasts().catch(() => undefined)));
  }, []);
}

/** Show important messages in the page as well. */
export async function showToast(toast: ToastContent): Promise<void> {
  const cause = lastActivated;
  // What the click itself has changed is shown first.
  const [{ addToast }] = await Promise.all([prepareToasts(), nextPaint()]);
  addToast(toast, cause);
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** Those that another control caused than the one activated last. */
export function closeOldToasts(): void {
  void toaster?.then(({ closeToastsExcept }) => closeToastsExcept(lastActivated), console.warn);
}
