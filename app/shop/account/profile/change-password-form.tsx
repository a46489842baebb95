import { useRef, useState } from 'react';
import { findNewPasswordProblem } from '#core/accounts/account.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextLink } from '#kit/text-link.tsx';
import { sendRequest } from '../send-request.ts';
import { CurrentPasswordDialog } from './current-password-dialog.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { useSubmit } from '../use-submit.ts';

const CHECK_MAIL = 'Please check your email to confirm the password change.';
const FAILED = 'Failed to update password. Please try again.';

export function ChangePasswordForm({ email, mailbox }: { email: string; mailbox: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const [sent, setSent] = useState(false);
  const [pending, setPending] = useState<{ password: string; form: HTMLFormElement }>();
  const { busy, problem, problemId, errorOf, onSubmit } = useSubmit(
    async ({ password = '', confirm = '' }, form) => {
      setSent(false);
      const invalid = findNewPasswordProblem(password, confirm);
      if (invalid) return { text: invalid, fields: ['password', 'confirm'] };
      const error = await change({ password }, form);
      if (error)
        void showToast({ kind: 'error', isInForm: true, title: 'Update Failed', description: error });
      return error;
    },
  );

  async function change(body: { password: string; current_password?: string }, form: HTMLFormElement) {
    try {
      const result = await sendRequest('PUT', '/auth/v1/user', body);
      if (!result.ok && result.code === 'reauthentication_needed') {
        setPending({ password: body.password, form });
        return undefined;
      }
      if (!result.ok) return result.error || FAILED;
    } catch {
      return FAILED;
    }
    form.reset();
    setPending(undefined);
    setSent(true);
    void showToast({ kind: 'success', title: 'Password Change Initiated', description: CHECK_MAIL });
    return undefined;
  }

  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4 sm:max-w-md">
        {problem && (
          <Alert id={problemId} tone="danger" announce>
            {problem}
          </Alert>
        )}
        {sent && (
          <Alert tone="success">
            {CHECK_MAIL}
            {mailbox && (
              <p className="mt-1">
                This shop sends no email: <TextLink to="/mailbox">read it in the mailbox</TextLink>.
              </p>
            )}
          </Alert>
        )}
        {/* Password managers read the email address. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <NewPasswordFields errorId={errorOf('password')} />
        <p className="text-sm text-muted">
          You will receive an email to confirm the change. Your old password works until then.
        </p>
        <Button ref={button} type="submit" variant="primary" busy={busy} className="justify-self-start">
          Change Password
        </Button>
      </form>
      <CurrentPasswordDialog
        open={pending !== undefined}
        onClose={() => setPending(undefined)}
        returnFocusTo={button}
        onConfirm={async (current) =>
          pending && change({ password: pending.password, current_password: current }, pending.form)
        }
      />
    </>
  );
}
