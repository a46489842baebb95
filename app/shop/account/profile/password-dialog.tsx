import { type ReactNode, useState } from 'react';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { TextField } from '#kit/text-field.tsx';
import { sendRequest } from '../send-request.ts';
import { useSubmit } from '../use-submit.ts';

interface PasswordDialogProps<T> {
  button: string;
  title: string;
  description?: string;
  method?: 'POST' | 'DELETE';
  path: string;
  danger?: boolean;
  children?: ReactNode;
  onDone: (data: T) => void;
}

/** Asks for the password again, in case the user left an unlocked screen. */
export function PasswordDialog<T>(props: PasswordDialogProps<T>) {
  const { button, title, description, method = 'POST', path, danger, children, onDone } = props;
  const [open, setOpen] = useState(false);
  const { busy, problem, onSubmit } = useSubmit(async ({ password }) => {
    try {
      const result = await sendRequest<T>(method, path, { password });
      if (!result.ok) return result.error;
      setOpen(false);
      onDone(result.data);
      return undefined;
    } catch {
      return 'Something went wrong. Please try again.';
    }
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>{button}</Button>
      <Dialog
        open={open}
        busy={busy}
        onOpenChange={setOpen}
        size="small"
        title={title}
        description={description}
      >
        <form method="post" onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody>
            {children}
            <TextField
              label="Your password"
              name="password"
              type="password"
              autoComplete="current-password"
              error={problem}
              required
            />
          </DialogBody>
          <DialogActions>
            <Button onClick={() => setOpen(false)} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" variant={danger ? 'danger' : 'primary'} busy={busy}>
              {button}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
