import type { RefObject } from 'react';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { TextField } from '#kit/text-field.tsx';
import { useSubmit } from '../use-submit.ts';

interface CurrentPasswordDialogProps {
  open: boolean;
  onClose: () => void;
  returnFocusTo: RefObject<HTMLElement | null>;
  /** Returns an error message if the password is wrong. */
  onConfirm: (currentPassword: string) => Promise<string | undefined>;
}

export function CurrentPasswordDialog(props: CurrentPasswordDialogProps) {
  const { open, onClose, returnFocusTo, onConfirm } = props;
  const { busy, problem, onSubmit } = useSubmit(({ current = '' }) => onConfirm(current));
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      size="small"
      returnFocusTo={returnFocusTo}
      title="Enter your current password"
      description="You signed in more than 10 minutes ago."
    >
      <form method="post" onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <TextField
            label="Current Password"
            name="current"
            type="password"
            autoComplete="current-password"
            error={problem}
            required
          />
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Continue
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
