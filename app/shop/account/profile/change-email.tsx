import { useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { sendRequest } from '../send-request.ts';
import { useSubmit } from '../use-submit.ts';

/** Both addresses get a mail. The new one has to be confirmed. */
export function ChangeEmail({ email, mailbox }: { email: string; mailbox: boolean }) {
  const [open, setOpen] = useState(false);
  const [sentTo, setSentTo] = useState<string>();
  const { busy, problem, problemId, errorOf, onSubmit } = useSubmit(async (fields) => {
    try {
      const result = await sendRequest('POST', '/auth/v1/email', fields);
      if (!result.ok)
        return {
          text: result.error,
          fields: [result.code === 'invalid_credentials' ? 'password' : 'email'],
        };
      setSentTo(fields.email?.trim());
      setOpen(false);
      return undefined;
    } catch {
      return 'Something went wrong. Please try again.';
    }
  });
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
      <Button onClick={() => setOpen(true)}>Change Email Address</Button>
      <Dialog
        open={open}
        busy={busy}
        onOpenChange={setOpen}
        size="small"
        title="Change your email address"
        description="We'll send a link to the new address and notify your current one."
      >
        <form method="post" noValidate onSubmit={onSubmit} className="flex min-h-0 flex-1 flex-col">
          <DialogBody>
            <div className="grid gap-4">
              {problem && (
                <Alert id={problemId} tone="danger" announce>
                  {problem}
                </Alert>
              )}
              <TextField
                label="New Email Address"
                name="email"
                errorId={errorOf('email')}
                type="email"
                autoComplete="email"
                maxLength={320}
                required
              />
              <TextField
                label="Your Password"
                name="password"
                errorId={errorOf('password')}
                type="password"
                autoComplete="current-password"
                required
              />
            </div>
          </DialogBody>
          <DialogActions>
            <Button onClick={() => setOpen(false)} disabled={busy}>
              Cancel
            </Button>
            <Button type="submit" variant="primary" busy={busy}>
              Send Link
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </div>
  );
}
