import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { followRemoval, rememberPlace } from './place-in-list.ts';
import { type Fields, useAction } from './use-action.ts';

interface ConfirmActionProps {
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  busyLabel?: string;
  variant?: 'danger' | 'primary';
  address?: string;
  fields: Fields;
  /** Begins the message when no answer comes: 'Error deleting part'. */
  failure: string;
  /** Is called after Cancel, and after the action, whatever it answers. */
  onClose: () => void;
}

/** Asks before an action. If the control that asked is gone then, the focus goes on beside it. */
export function ConfirmAction({
  title,
  children,
  confirmLabel,
  fields,
  onClose,
  ...props
}: ConfirmActionProps) {
  const { cancelLabel, busyLabel = 'Deleting...', variant = 'danger', address, failure } = props;
  const [findFocus] = useState(() => rememberPlace(document.activeElement));
  const { busy, send } = useAction({
    address,
    failure,
    onSettled({ done }) {
      onClose();
      if (done) followRemoval(findFocus);
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      confirmLabel={busy ? busyLabel : confirmLabel}
      cancelLabel={cancelLabel}
      variant={variant}
      busy={busy}
      returnFocusTo={findFocus}
      onConfirm={() => send(fields)}
    >
      {children}
    </ConfirmDialog>
  );
}
