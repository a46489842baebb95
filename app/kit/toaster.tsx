import { type ComponentType, type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
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

const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="alert"], [aria-invalid]';

/** Distances in pixels from the edges of the window. */
type Corner = Pick<CSSProperties, 'top' | 'bottom' | 'left' | 'right'>;

const corners: Corner[] = [
  { bottom: 16, left: 16 },
  { bottom: 16, right: 16 },
  { top: 16, left: 16 },
  { top: 16, right: 16 },
];
/** Dialogs have their buttons at the bottom, and the admin panel has a bar there. */
const cornersOfPhone: Corner[] = [
  { top: 8, left: 8 },
  { top: 8, right: 8 },
  { bottom: 72, left: 8 },
  { bottom: 72, right: 8 },
  { bottom: 8, left: 8 },
];

/** Finds the first corner where the toasts cover the fewest controls, and not what caused them if that is possible. */
function findCorner(toasts: HTMLElement, cause: Element | undefined): Corner {
  // An open dialog makes the controls behind it useless, so only its own count.
  const dialog = document.querySelector('[role="dialog"][data-open], [role="alertdialog"][data-open]');
  const boxes = [...(dialog ?? document).querySelectorAll(CONTROLS)]
    .filter((control) => !toasts.contains(control))
    .map((control) => ({ weight: control === cause ? 100 : 1, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0);
  const { width, height } = toasts.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const places = (matchMedia('(width >= 64rem)').matches ? corners : cornersOfPhone).map((corner) => {
    const left = Number(corner.left ?? clientWidth - Number(corner.right) - width);
    const top = Number(corner.top ?? clientHeight - Number(corner.bottom) - height);
    const covered = boxes
      .filter(
        ({ box }) =>
          box.left < left + width && box.right > left && box.top < top + height && box.bottom > top,
      )
      .reduce((sum, { weight }) => sum + weight, 0);
    return { corner, covered };
  });
  return places.reduce((best, place) => (place.covered < best.covered ? place : best)).corner;
}

function Toaster() {
  return (
    <Toast.Provider toastManager={manager} limit={3}>
      <Toasts />
    </Toast.Provider>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager<ToastData>();
  const viewport = useRef<HTMLDivElement>(null);
  const [corner, setCorner] = useState<Corner>();
  const isShown = toasts.length > 0;
  const first = toasts[0]?.data?.cause;
  // Toasts that join others don't move them.
  useLayoutEffect(() => {
    if (isShown && viewport.current) setCorner(findCorner(viewport.current, first));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isShown]);
  return (
    <Toast.Viewport
      ref={viewport}
      style={corner}
      className="fixed z-40 flex w-[calc(100%-1rem)] max-w-sm flex-col gap-2 lg:w-80"
    >
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
    // Base UI makes a toast a dialog, and hides errors from screen readers. But a toast asks nothing, and its button is in sight.
    <Toast.Root
      ref={root}
      toast={toast}
      role="group"
      aria-modal={undefined}
      aria-hidden={undefined}
      className={rootClasses}
    >
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
          aria-hidden={undefined}
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
