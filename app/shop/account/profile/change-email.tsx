import { useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { PasswordField } from '#kit/password-field.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { TRY_AGAIN } from '../try-again.ts';

/** Both addresses get a mail. The new one has to be confirmed. */
export function ChangeEmail({ email, mailbox }: { email: string; mailbox: boolean }) {
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  return (
    <div className="mt-4 grid justify-items-start gap-4">
      {sentTo !== undefined && (
        <Alert tone="success" announce className="wrap-anywhere">
          Please check your email: we sent a link to {sentTo}. Your address stays {email} until you confirm
          the new one.
          {mailbox && (
            <p className="mt-1">
              This shop sends no email: <TextLink to="/mailbox">read it in the mailbox</TextLink>.
            </p>
          )}
        </Alert>
      )}
      <Button onClick={() => setOpen(true)}>Change email address</Button>
      {open && <EmailDialog onSent={setSentTo} onClose={() => setOpen(false)} />}
    </div>
  );
}

interface EmailDialogProps {
  onSent: (email: string) => void;
  onClose: () => void;
}

function EmailDialog({ onSent, onClose }: EmailDialogProps) {
  const form = useCall({
    lost: { problem: TRY_AGAIN },
    async call({ email = '', password }) {
      const answer = await sendJson('POST', '/auth/v1/email', { email, password });
      if (!answer.ok) {
        const field = answer.code === 'invalid_credentials' ? 'password' : 'email';
        return { problem: answer.error, fields: [field] };
      }
      onSent(email.trim());
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title="Change your email address"
      description="We'll send a link to the new address and notify your current one."
      submitLabel="Send link"
      onClose={onClose}
    >
      <TextField
        label="New email address"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={320}
        required
      />
      <PasswordField label="Your password" name="password" autoComplete="current-password" required />
    </FormDialog>
  );
}
