import type { ToastContent } from './toaster.tsx';

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

/** Call it when idle, so that a network failure can be shown later. */
export function prepareToasts(): Promise<typeof import('./toaster.tsx')> {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    toaster = undefined;
    throw error;
  });
  return toaster;
}

/** Show important messages in the page as well. */
export async function showToast(toast: ToastContent): Promise<void> {
  const cause = lastActivated;
  const { addToast } = await prepareToasts();
  addToast(toast, cause);
}

/** Those that another control caused than the one activated last. */
export function closeOldToasts(): void {
  void toaster?.then(({ closeToastsExcept }) => closeToastsExcept(lastActivated), console.warn);
}
