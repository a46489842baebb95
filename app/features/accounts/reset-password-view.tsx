import { useState } from 'react';
import { newPasswordProblem } from '#domain/account.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showToast } from '#ui/show-toast.ts';
import { TextLink } from '#ui/text-link.tsx';
import { call } from './call.ts';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useSubmit } from './use-submit.ts';

export const LINK_ERROR = 'This password reset link is invalid or has expired.';

interface ResetPasswordViewProps {
  /** Whose password it is; undefined without a link that is good. */
  email: string | undefined;
  /** What was wrong with the form, as a browser without script has sent it. */
  refused: string | undefined;
  /** With a session, or without one where there is a second step. */
  onDone: (signedIn: boolean) => void;
}

/** Spec §2, Reset password. */
export function ResetPasswordView({ email, refused, onDone }: ResetPasswordViewProps) {
  const [finished, setFinished] = useState(false);
  const { busy, problem, onSubmit } = useSubmit(async ({ password = '', confirm = '' }) => {
    const wrong = newPasswordProblem(password, confirm);
    if (wrong) return wrong;
    try {
      const outcome = await call<{ user: object | null }>('PUT', '/auth/v1/user', {
        password,
        recovery: true,
        email,
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

  const wrong = problem ?? refused;
  return (
    <main className="mx-auto w-full max-w-md px-gutter py-8 sm:py-12">
      <Card padding="roomy">
        <h1 className="mb-1 text-3xl">Reset Your Password</h1>
        <p className="mb-5 wrap-anywhere text-muted">{email ? `For ${email}` : LINK_ERROR}</p>
        {!email && (
          <p className="mb-5">
            <TextLink to="/auth?view=reset">Ask for a new link</TextLink>
          </p>
        )}
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
          {wrong && (
            <Alert tone="danger" announce>
              {wrong}
            </Alert>
          )}
          {/* For password managers: whose password it is. */}
          <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
          <NewPasswordFields disabled={!email} />
          <Button type="submit" variant="primary" busy={busy} disabled={!email || finished}>
            {busy ? 'Updating Password...' : 'Update Password'}
          </Button>
        </form>
      </Card>
    </main>
  );
}
