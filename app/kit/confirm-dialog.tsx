import type { ReactNode, RefObject } from 'react';
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { actionsClasses, backdropClasses, popupClasses } from './dialog-classes.ts';

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  children?: ReactNode;
  /** A verb ('Delete part'), not 'OK'. */
  confirmLabel: ReactNode;
  cancelLabel?: ReactNode;
  variant?: 'danger' | 'primary';
  busy?: boolean;
  /**
   * Set it if the trigger may be gone, or acts when it receives the focus, as a tab does. Null means that the trigger gets
   * the focus.
   */
  returnFocusTo?: RefObject<HTMLElement | null> | (() => HTMLElement | null);
  onConfirm: () => void;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  children,
  onConfirm,
  ...props
}: ConfirmDialogProps) {
  const { confirmLabel, cancelLabel = 'Cancel', variant = 'danger', busy, returnFocusTo } = props;
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <AlertDialog.Portal>
        {/* The backdrop also covers another dialog. */}
        <AlertDialog.Backdrop forceRender className={backdropClasses} />
        <AlertDialog.Popup className={classNames(popupClasses, 'sm:max-w-md')} finalFocus={returnFocusTo}>
          <div className="min-h-0 flex-1 overflow-y-auto p-5 sm:px-6">
            <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
            <AlertDialog.Description render={<div />} className="mt-2 text-muted">
              {children}
            </AlertDialog.Description>
          </div>
          <div className={actionsClasses}>
            <AlertDialog.Close render={<Button disabled={busy} />}>{cancelLabel}</AlertDialog.Close>
            <Button variant={variant} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
