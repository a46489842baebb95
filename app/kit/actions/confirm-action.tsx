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
  /** Example: 'Error deleting part'. */
  failure: string;
  /** Runs after Cancel too. */
  onClose: () => void;
  /** Replaces the reload of the page. It can leave the page of something that was deleted. */
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
