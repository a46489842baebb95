import { useState } from 'react';
import { MIN_PASSWORD, newPasswordProblem, passwordRule } from '#domain/account.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextField } from '#ui/text-field.tsx';
import { call } from './call.ts';
import { useSubmit } from './use-submit.ts';

interface ResetPasswordViewProps {
  /** Whose password it is; undefined while it is not known that the link is good. */
  email: string | undefined;
  /** With a session, or without one where there is a second step. */
  onDone: (signedIn: boolean) => void;
}

/** Spec §2, Reset password. */
export function ResetPasswordView({ email, onDone }: ResetPasswordViewProps) {
  const [finished, setFinished] = useState(false);
  const { busy, problem, onSubmit } = useSubmit(async ({ password = '', confirm = '' }) => {
    const wrong = newPasswordProblem(password, confirm);
    if (wrong) return wrong;
    try {
      const outcome = await call<{ user: object | null }>('PUT', '/auth/v1/user', {
        password,
        recovery: true,
      });
      if (!outcome.ok) {
        const error = outcome.error || 'Failed to update password';
        void showToast({ kind: 'error', title: 'Update Failed', description: error });
        return error;
      }
      setFinished(true);
      void showToast({
        kind: 'success',
        title: 'Password Updated',
        description: 'Your password has been successfully updated.',
      });
      onDone(outcome.data.user !== null);
      return undefined;
    } catch {
      void showToast({
        kind: 'error',
        title: 'Update Error',
        description: 'Something went wrong. Please try again.',
      });
      return 'Failed to update password. Please try again.';
    }
  });

  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <Card padding="roomy">
        <h1 className="mb-1 text-3xl">Reset Your Password</h1>
        <p className="mb-5 wrap-anywhere text-muted">{email ? `For ${email}` : 'Loading...'}</p>
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
          {problem && (
            <Alert tone="danger" announce>
              {problem}
            </Alert>
          )}
          {/* For password managers: whose password it is. */}
          <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
          <TextField
            label="New Password"
            name="password"
            type="password"
            autoComplete="new-password"
            hint={passwordRule}
            minLength={MIN_PASSWORD}
            disabled={!email}
            required
          />
          <TextField
            label="Confirm New Password"
            name="confirm"
            type="password"
            autoComplete="new-password"
            minLength={MIN_PASSWORD}
            disabled={!email}
            required
          />
          <Button type="submit" variant="primary" busy={busy} disabled={!email || finished}>
            {busy ? 'Updating Password...' : 'Update Password'}
          </Button>
        </form>
      </Card>
    </main>
  );
}
