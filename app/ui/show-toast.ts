import type { ToastContent } from './toaster.tsx';

let toaster: Promise<typeof import('./toaster.tsx')> | undefined;

/** A toast must not cover the last used control. */
let lastActivated: Element | undefined;

let activations = 0;

if (typeof document !== 'undefined') {
  document.addEventListener(
    'click',
    ({ target }) => {
      const control = target instanceof Element && target.closest('button, a, label, summary, [role=button]');
      if (!control) return;
      lastActivated = control;
      activations += 1;
    },
    { capture: true },
  );
  // A sent form has new messages.
  document.addEventListener('submit', closeOldToasts, { capture: true });
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
  const cause = { control: lastActivated, activation: activations };
  const { addToast } = await prepareToasts();
  addToast(toast, cause);
}

/** Those that something else than the last activated control caused. */
export function closeOldToasts(): void {
  const latest = activations;
  void toaster?.then(({ closeToastsBefore }) => closeToastsBefore(latest), console.warn);
}
