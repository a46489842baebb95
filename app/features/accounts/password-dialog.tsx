import { type ReactNode, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { call } from './call.ts';
import { useSubmit } from './use-submit.ts';

interface PasswordDialogProps<T> {
  /** The button that opens it, and the deed's verb. */
  button: string;
  title: string;
  description?: string;
  method?: 'POST' | 'DELETE';
  path: string;
  danger?: boolean;
  children?: ReactNode;
  onDone: (answer: T) => void;
}

/** Asks for the password once more before something that whoever finds a screen unlocked shall not do. */
export function PasswordDialog<T>(props: PasswordDialogProps<T>) {
  const { button, title, description, method = 'POST', path, danger, children, onDone } = props;
  const [open, setOpen] = useState(false);
  const { busy, problem, onSubmit } = useSubmit(async ({ password }) => {
    try {
      const outcome = await call<T>(method, path, { password });
      if (!outcome.ok) return outcome.error;
      setOpen(false);
      onDone(outcome.data);
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
