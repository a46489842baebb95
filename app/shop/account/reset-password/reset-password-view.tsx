import { useState } from 'react';
import { findNewPasswordProblem } from '#core/accounts/account.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Card } from '#kit/card.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { showToast } from '#kit/show-toast.ts';
import { TextLink } from '#kit/text-link.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { TRY_AGAIN } from '../try-again.ts';

export const LINK_ERROR = 'This password reset link is invalid or has expired.';

interface ResetPasswordViewProps {
  email: string | undefined;
  actionError: string | undefined;
  /** `signedIn` is false when the account has a second step. */
  onDone: (signedIn: boolean) => void;
}

export function ResetPasswordView({ email, actionError, onDone }: ResetPasswordViewProps) {
  const [finished, setFinished] = useState(false);
  const { busy, problem, problemId, errorOf, form } = useCall({
    lost: {
      problem: 'Failed to update password. Please try again.',
      toast: { title: 'Update Error', description: TRY_AGAIN },
    },
    async call({ password = '', confirm = '' }) {
      const invalid = findNewPasswordProblem(password, confirm);
      if (invalid) return { problem: invalid, fields: ['password', 'confirm'] };
      const body = { password, recovery: true, email };
      const answer = await sendJson<{ user: object | null }>('PUT', '/auth/v1/user', body);
      if (!answer.ok) {
        const error = answer.error || 'Failed to update password';
        return {
          problem: error,
          fields: answer.code === 'weak_password' ? ['password'] : [],
          toast: { title: 'Update Failed', description: error },
        };
      }
      setFinished(true);
      void showToast({
        kind: 'success',
        title: 'Password Updated',
        description: 'Your password has been successfully updated.',
      });
      onDone(answer.data.user !== null);
      return undefined;
    },
  });

  const error = problem ?? actionError;
  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <Card padding="roomy">
        <h1 className="mb-1 text-3xl">Reset Your Password</h1>
        <p className="mb-5 wrap-anywhere text-muted">{email ? `For ${email}` : LINK_ERROR}</p>
        {!email && (
          <p className="mb-5">
            <TextLink to="/auth?view=reset">Request a new link</TextLink>
          </p>
        )}
        <form method="post" {...form} noValidate className="grid gap-4">
          {error && (
            <Alert id={problemId} tone="danger" announce>
              {error}
            </Alert>
          )}
          {/* Password managers read the email address. */}
          <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
          <NewPasswordFields disabled={!email} errorId={errorOf('password')} />
          <Button type="submit" variant="primary" busy={busy} disabled={!email || finished}>
            {busy ? 'Updating Password...' : 'Update Password'}
          </Button>
        </form>
      </Card>
    </main>
  );
}
