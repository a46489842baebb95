import { createContext, type ReactNode, type RefObject, useContext, useState } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';
import { actionsClasses, backdropClasses, popupClasses } from './dialog-classes.ts';
import { type BlockedNavigation, LeaveGuard } from './leave-guard.tsx';
import { useEdits } from './use-edits.ts';

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-3xl', wide: 'sm:max-w-6xl' };

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof sizes;
  /** Set it if the trigger can't receive the focus or may be gone. Null means that the trigger gets the focus. */
  returnFocusTo?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  busy?: boolean;
  /** True if something besides the fields has unsaved changes, such as a picture. */
  changed?: boolean;
  children: ReactNode;
}

const InDialog = createContext(false);

/** Asks before unsaved changes are discarded. */
export function Dialog({ open, onOpenChange, title, description, size = 'medium', ...props }: DialogProps) {
  const { busy = false, changed = false, returnFocusTo, children } = props;
  const nested = useContext(InDialog);
  const { handlers, hasEdits } = useEdits();
  const [pending, setPending] = useState<Pick<BlockedNavigation, 'proceed'> & Partial<BlockedNavigation>>();
  const hasChanges = () => changed || hasEdits();
  if (!open && pending) setPending(undefined);

  function requestChange(next: boolean) {
    if (next || !hasChanges()) onOpenChange(next);
    else setPending({ proceed: () => onOpenChange(false) });
  }

  /** Closes the dialog too, which could stay open on the previous page. */
  function confirmNavigation({ proceed, reset }: BlockedNavigation) {
    setPending({
      proceed: () => {
        onOpenChange(false);
        proceed();
      },
      reset,
    });
  }

  function finish(discard: boolean) {
    setPending(undefined);
    if (discard) pending?.proceed();
    else pending?.reset?.();
  }

  return (
    <InDialog value>
      <Base.Root open={open} onOpenChange={(next) => !busy && requestChange(next)}>
        <Base.Portal>
          <Base.Backdrop forceRender className={backdropClasses} />
          <Base.Popup
            {...handlers}
            className={classNames(popupClasses, sizes[size])}
            finalFocus={returnFocusTo}
          >
            {!nested && <LeaveGuard hasChanges={hasChanges} onLeave={confirmNavigation} />}
            <div className="border-b border-line py-4 pr-14 pl-4 sm:pl-6">
              <Base.Title className="text-xl">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>
              )}
            </div>
            {children}
            {/* The button comes last, so that the focus starts in the dialog's first field. */}
            <Base.Close
              aria-label="Close"
              className="absolute top-2 right-2 grid size-11 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
            >
              <Icon name="X" className="size-5" />
            </Base.Close>
          </Base.Popup>
        </Base.Portal>
        <ConfirmDialog
          open={pending !== undefined}
          onOpenChange={(next) => !next && finish(false)}
          title="Discard your changes?"
          confirmLabel="Discard changes"
          cancelLabel="Keep editing"
          onConfirm={() => finish(true)}
        >
          Your changes have not been saved.
        </ConfirmDialog>
      </Base.Root>
    </InDialog>
  );
}

export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:px-6">{children}</div>;
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={actionsClasses}>{children}</div>;
}
