import { useState, type ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { showToast } from '../show-toast.ts';
import { sendAction } from './send-action.ts';
import { followRemoval, rememberPlace } from '../form/place-in-list.ts';

interface ConfirmActionProps {
  title: string;
  children?: ReactNode;
  confirmLabel: string;
  busyLabel?: string;
  address: string;
  body?: FormData;
  /** Such as 'Error deleting part'. */
  failure: string;
  /** Also after Cancel. */
  onClose: () => void;
  /** In the place of loading the page again, such as to leave the page of what was deleted. */
  onDone?: () => Promise<void>;
}

export function ConfirmAction({
  title,
  children,
  confirmLabel,
  busyLabel = 'Deleting...',
  address,
  body,
  failure,
  onClose,
  onDone,
}: ConfirmActionProps) {
  const [busy, setBusy] = useState(false);
  const [findFocus] = useState(() => rememberPlace(document.activeElement));
  const { revalidate } = useRevalidator();

  async function confirm() {
    setBusy(true);
    const { done, message, note } = await sendAction(address, { method: 'DELETE', body, failure });
    await (done && onDone ? onDone() : revalidate());
    onClose();
    if (done && !onDone) followRemoval(findFocus);
    if (message) await showToast({ title: message, description: note, kind: done ? 'success' : 'error' });
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={title}
      confirmLabel={busy ? busyLabel : confirmLabel}
      busy={busy}
      returnFocusTo={findFocus}
      onConfirm={() => void confirm()}
    >
      {children}
    </ConfirmDialog>
  );
}
