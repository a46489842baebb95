import { useRef, useState } from 'react';
import { findNewPasswordProblem } from '#core/accounts/account.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { showToast } from '#kit/show-toast.ts';
import { TextLink } from '#kit/text-link.tsx';
import { CurrentPasswordDialog } from './current-password-dialog.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';

const CHECK_MAIL = 'Please check your email to confirm the password change.';
const FAILED = 'Failed to update password. Please try again.';

export function ChangePasswordForm({ email, mailbox }: { email: string; mailbox: boolean }) {
  const element = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(false);
  const [pending, setPending] = useState<string>();
  const { busy, problem, problemId, errorOf, form } = useCall({
    lost: { problem: FAILED, toast: { title: 'Update Failed', description: FAILED } },
    async call({ password = '', confirm = '' }) {
      setSent(false);
      const invalid = findNewPasswordProblem(password, confirm);
      if (invalid) return { problem: invalid, fields: ['password', 'confirm'] };
      const error = await change({ password });
      if (error === undefined) return undefined;
      return { problem: error, toast: { title: 'Update Failed', description: error } };
    },
  });

  async function change(body: { password: string; current_password?: string }) {
    const answer = await sendJson('PUT', '/auth/v1/user', body);
    if (!answer.ok && answer.code === 'reauthentication_needed') {
      setPending(body.password);
      return undefined;
    }
    if (!answer.ok) return answer.error || FAILED;
    element.current?.reset();
    setPending(undefined);
    setSent(true);
    void showToast({ kind: 'success', title: 'Password Change Initiated', description: CHECK_MAIL });
    return undefined;
  }

  return (
    <>
      <form ref={element} method="post" {...form} noValidate className="grid gap-4 sm:max-w-md">
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
        <Button type="submit" variant="primary" busy={busy} className="justify-self-start">
          Change Password
        </Button>
      </form>
      {pending !== undefined && (
        <CurrentPasswordDialog
          onClose={() => setPending(undefined)}
          onConfirm={(current) => change({ password: pending, current_password: current })}
          lost={FAILED}
        />
      )}
    </>
  );
}
