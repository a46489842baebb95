import type { ToastContent } from './toaster.tsx';

let toaster: Promise<typeof import('./toaster.tsx')> | undefined;

/** What was pressed last, by pointer or by key: what a toast answers, and so must not lie over. */
let pressed: Element | undefined;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element && target.closest('button, a, label, summary, [role=button]');
      if (control) pressed = control;
    },
    { capture: true },
  );
}

/** Fetches the toaster ahead of need, so that a failing network can still be told of. Call it when idle. */
export function prepareToasts(): Promise<typeof import('./toaster.tsx')> {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    toaster = undefined;
    throw error;
  });
  return toaster;
}

/** Shows a short message that goes away by itself. What must not be missed is also said in the page. */
export async function showToast(toast: ToastContent): Promise<void> {
  const cause = pressed;
  const { addToast } = await prepareToasts();
  addToast(toast, cause);
}
