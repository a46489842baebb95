import { type ComponentType, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Toast } from '@base-ui/react/toast';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';

export interface ToastContent {
  title: string;
  description?: string;
  kind?: 'info' | 'success' | 'error';
  /** The form says it too: an alert of the form interrupts a screen reader, the toast does not. Typing closes the toast. */
  isInForm?: boolean;
  /** Replaces the toast with this id. */
  id?: string;
  /** Stands below the text, and makes the toast stay longer. `close` gives the focus back. */
  more?: ComponentType<{ close: () => void }>;
}

interface ToastData {
  cause: Element | undefined;
  more: ToastContent['more'];
}

const manager = Toast.createToastManager<ToastData>();

/** Toast id -> control that caused it */
const causes = new Map<string, Element | undefined>();

/** The ids of toasts whose forms say the same. */
const inForms = new Set<string>();

const kinds = {
  info: { icon: 'Info', look: 'bg-blue-100 text-blue-800' },
  success: { icon: 'CircleCheck', look: 'bg-green-100 text-green-800' },
  error: { icon: 'CircleAlert', look: 'bg-red-100 text-red-800' },
} as const;

export function addToast(
  { title, description, kind = 'info', isInForm = false, id: given, more }: ToastContent,
  cause?: Element,
) {
  const id = manager.add({
    ...(given && { id: given }),
    title,
    description,
    type: kind,
    timeout: kind === 'error' || more ? 10_000 : 5_000,
    priority: kind === 'error' && !isInForm ? 'high' : 'low',
    data: { cause, more },
  });
  causes.set(id, cause);
  if (isInForm) inForms.add(id);
}

export function closeToastsExcept(cause: Element | undefined) {
  for (const [id, control] of causes) {
    if (control === cause) continue;
    causes.delete(id);
    manager.close(id);
  }
}

// A sent form has new messages.
document.addEventListener('submit', () => manager.close(), { capture: true });

document.addEventListener('input', () => {
  for (const id of inForms) manager.close(id);
  inForms.clear();
});

// Sliding toasts would pass over controls.
const rootClasses =
  'overflow-hidden rounded-md border border-line-strong bg-raised text-ink shadow-raised data-limited:hidden ' +
  'transition-opacity duration-(--slow) data-ending-style:opacity-0 data-starting-style:opacity-0';

function Toaster() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toasts />
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastData>();
  // Toasts stand in a corner beside dialogs. On small screens they are at the top, because dialogs have buttons at the bottom.
  return (
    <Toast.Viewport className="fixed inset-x-2 top-2 z-40 flex max-w-sm flex-col gap-2 lg:top-auto lg:bottom-4 lg:left-4 lg:w-80">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </Toast.Viewport>
  );
}

function OneToast({ toast }: { toast: Toast.Root.ToastObject<ToastData> }) {
  const { cause, more: More } = toast.data ?? {};
  const root = useRef<HTMLDivElement>(null);

  function close() {
    const hasFocus = root.current?.contains(document.activeElement);
    manager.close(toast.id);
    if (hasFocus && cause instanceof HTMLElement) cause.focus({ preventScroll: true });
  }

  useEffect(() => {
    if (!More) return;
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && manager.close(toast.id);
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [More, toast.id]);

  const { icon, look } = kinds[(toast.type ?? 'info') as keyof typeof kinds];
  return (
    <Toast.Root ref={root} toast={toast} className={rootClasses}>
      <Toast.Content className="flex">
        <div className={classNames('grid w-12 shrink-0 place-items-center', look)}>
          <Icon name={icon} className="size-5" />
        </div>
        <div className="min-w-0 flex-1 self-center py-2.5 pl-3">
          <Toast.Title render={<p />} className="font-semibold" />
          <Toast.Description className="text-sm text-muted" />
        </div>
        <Toast.Close
          aria-label="Dismiss"
          className="m-1 grid size-10 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
        >
          <Icon name="X" className="size-4" />
        </Toast.Close>
      </Toast.Content>
      {More && <More close={close} />}
    </Toast.Root>
  );
}

// A separate root keeps this code out of pages without toasts.
const container = document.createElement('div');
document.body.append(container);
const reactRoot = createRoot(container);
flushSync(() => reactRoot.render(<Toaster />));
