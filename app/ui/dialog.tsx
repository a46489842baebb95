import { createContext, type ReactNode, type RefObject, useContext, useState } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';
import { actionsClasses, backdropClasses, popupClasses } from './dialog-classes.ts';
import { type Leaving, LeaveGuard } from './leave-guard.tsx';
import { useEdits } from './use-edits.ts';

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' };

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof sizes;
  /** Where focus goes afterwards, when what had it before can't have it back: a button that was busy. */
  returnFocusTo?: RefObject<HTMLElement | null>;
  /** What was sent is on its way: the dialog stays until it has come to something. */
  busy?: boolean;
  /** There are changes outside of the fields, such as a picture that was chosen. */
  changed?: boolean;
  children: ReactNode;
}

/** Whether a dialog stands in another one. */
const InDialog = createContext(false);

/**
 * A task apart from the page. Escape, the cross and a press outside close it; focus goes back where it was. When its
 * fields hold changes, it asks before they are thrown away; a Cancel button of its own does not ask.
 */
export function Dialog({ open, onOpenChange, title, description, size = 'medium', ...props }: DialogProps) {
  const { busy = false, changed = false, returnFocusTo, children } = props;
  const nested = useContext(InDialog);
  const { handlers, hasEdits } = useEdits();
  /** Goes on with what was asked about: closing, or going back in the browser. */
  const [asking, setAsking] = useState<Pick<Leaving, 'goOn'> & Partial<Leaving>>();
  const hasChanges = () => changed || hasEdits();
  // Closed while it was asking: there is nothing to ask any more.
  if (!open && asking) setAsking(undefined);

  function change(next: boolean) {
    if (next || !hasChanges()) onOpenChange(next);
    else setAsking({ goOn: () => onOpenChange(false) });
  }

  /** Discarding closes the dialog too: the page that Back leads to may be one where it would stay open. */
  function askBeforeLeaving({ goOn, stay }: Leaving) {
    setAsking({
      goOn: () => {
        onOpenChange(false);
        goOn();
      },
      stay,
    });
  }

  function answer(discard: boolean) {
    setAsking(undefined);
    if (discard) asking?.goOn();
    else asking?.stay?.();
  }

  return (
    <InDialog value>
      <Base.Root open={open} onOpenChange={(next) => !busy && change(next)}>
        <Base.Portal>
          {/* Over another dialog too. */}
          <Base.Backdrop forceRender className={backdropClasses} />
          <Base.Popup
            {...handlers}
            className={classNames(popupClasses, sizes[size])}
            finalFocus={returnFocusTo}
          >
            {!nested && <LeaveGuard hasChanges={hasChanges} onLeave={askBeforeLeaving} />}
            <header className="border-b border-line py-4 pr-14 pl-4 sm:pl-6">
              <Base.Title className="text-xl">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-sm text-muted">{description}</Base.Description>
              )}
            </header>
            {children}
            {/* Last, so that focus starts in the dialog's first field. */}
            <Base.Close
              aria-label="Close"
              className="absolute top-2 right-2 grid size-11 place-items-center rounded-md text-muted hover:bg-hover hover:text-ink"
            >
              <Icon name="X" className="size-5" />
            </Base.Close>
          </Base.Popup>
        </Base.Portal>
        <ConfirmDialog
          open={asking !== undefined}
          onOpenChange={(next) => !next && answer(false)}
          title="Discard your changes?"
          confirmLabel="Discard Changes"
          cancelLabel="Keep Editing"
          onConfirm={() => answer(true)}
        >
          What you changed has not been saved.
        </ConfirmDialog>
      </Base.Root>
    </InDialog>
  );
}

/** What scrolls when the dialog is higher than the screen. A form may stand around it and the actions. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:px-6">{children}</div>;
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={actionsClasses}>{children}</footer>;
}
