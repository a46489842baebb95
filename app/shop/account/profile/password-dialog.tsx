import { type ReactNode, useState } from 'react';
import { Button } from '#kit/button.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { PasswordField } from '#kit/password-field.tsx';
import { TRY_AGAIN } from '../try-again.ts';

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
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{props.button}</Button>
      {open && <OpenDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function OpenDialog<T>(props: PasswordDialogProps<T> & { onClose: () => void }) {
  const { button, method = 'POST', path, danger, children, onDone, onClose, ...dialog } = props;
  const form = useCall({
    lost: { problem: TRY_AGAIN },
    async call({ password }) {
      if (!password) return { problem: 'Please enter your password.', fields: ['password'] };
      const answer = await sendJson<T>(method, path, { password });
      if (!answer.ok) return { problem: answer.error, fields: ['password'] };
      onClose();
      onDone(answer.data);
      return undefined;
    },
  });
  return (
    <FormDialog
      {...dialog}
      form={form}
      size="small"
      submitLabel={button}
      isDangerous={danger}
      onClose={onClose}
    >
      {children}
      <PasswordField label="Your password" name="password" autoComplete="current-password" required />
    </FormDialog>
  );
}
