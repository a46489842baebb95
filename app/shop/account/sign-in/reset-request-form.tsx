import { useEffect } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { ButtonLink } from '#kit/button-link.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
import type { Notice } from './auth-notice.tsx';
import { TRY_AGAIN } from '../try-again.ts';
import { useDraft } from '../use-draft.ts';

const CHECK_MAIL = 'Please check your email for password reset instructions.';
const FAILED = 'Failed to send reset email.';

export function ResetRequestForm({ onSent }: { onSent: (notice: Notice) => void }) {
  const { ref, onInput } = useDraft('auth');
  const { busy, problem, problemId, errorOf, form } = useCall({
    lost: { problem: FAILED, toast: { title: 'Reset Error', description: TRY_AGAIN } },
    async call({ email }) {
      const answer = await sendJson('POST', '/auth/v1/recover', { email });
      if (!answer.ok)
        return {
          problem: answer.error || FAILED,
          fields: answer.code === 'validation_failed' ? ['email'] : [],
          toast: { title: 'Reset Failed' },
        };
      void showToast({ kind: 'success', title: 'Reset Email Sent', description: CHECK_MAIL });
      onSent({ tone: 'success', text: CHECK_MAIL, mailed: true });
      return undefined;
    },
  });

  // The focused link is gone.
  useEffect(() => {
    ref.current?.querySelector('input')?.focus();
  }, [ref]);

  return (
    <form ref={ref} method="post" {...form} onInput={onInput} className="grid gap-4">
      {problem && (
        <Alert id={problemId} tone="danger" announce>
          {problem}
        </Alert>
      )}
      <TextField
        label="Email Address"
        name="email"
        errorId={errorOf('email')}
        type="email"
        autoComplete="username"
        hint="We'll email you a link to set a new password."
        required
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy} className="flex-1 whitespace-nowrap">
          {busy ? 'Sending...' : 'Send Reset Email'}
        </Button>
        <ButtonLink to="/auth" replace>
          Cancel
        </ButtonLink>
      </div>
    </form>
  );
}
