import type { ReactNode, RefObject } from 'react';
import { Dialog as Base } from '@base-ui/react/dialog';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';
import { actionsClasses, backdropClasses, popupClasses } from './dialog-classes.ts';

const sizes = { small: 'sm:max-w-md', medium: 'sm:max-w-lg', large: 'sm:max-w-3xl' };

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof sizes;
  /** Where focus goes afterwards, when what had it before can't have it back: a button that was busy. */
  returnFocusTo?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A task apart from the page. Escape, the cross and a press outside close it; focus goes back where it was. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'medium', returnFocusTo, children } = props;
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClasses} />
        <Base.Popup className={classNames(popupClasses, sizes[size])} finalFocus={returnFocusTo}>
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
    </Base.Root>
  );
}

/** What scrolls when the dialog is higher than the screen. A form may stand around it and the actions. */
export function DialogBody({ children }: { children: ReactNode }) {
  return <div className="min-h-0 flex-1 overflow-y-auto p-4 sm:px-6">{children}</div>;
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <footer className={actionsClasses}>{children}</footer>;
}
