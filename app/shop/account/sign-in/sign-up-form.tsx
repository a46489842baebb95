import { MIN_PASSWORD, passwordRule } from '#core/accounts/account.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { showToast } from '#kit/show-toast.ts';
import { PasswordField } from '#kit/password-field.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { Notice } from './auth-notice.tsx';
import { TRY_AGAIN } from '../try-again.ts';
import { useDraft } from '../use-draft.ts';

const CHECK_MAIL = 'Please check your email to verify your account.';
/** Code of the refusal -> name of the field */
const wrongFields: Record<string, string> = { validation_failed: 'email', weak_password: 'password' };

const FAILED = 'Failed to create account.';

export function SignUpForm({ onCreated }: { onCreated: (notice: Notice) => void }) {
  const { ref, onInput, clear } = useDraft('auth');
  const { busy, problem, problemId, errorOf, form } = useCall({
    lost: { problem: FAILED, toast: { title: 'Sign Up Error', description: TRY_AGAIN } },
    async call({ display_name, email, password }) {
      const answer = await sendJson('POST', '/auth/v1/signup', { email, password, data: { display_name } });
      if (!answer.ok) {
        const field = wrongFields[answer.code];
        return {
          problem: answer.error || FAILED,
          fields: field === undefined ? [] : [field],
          toast: { title: 'Sign Up Failed' },
        };
      }
      clear();
      ref.current?.reset();
      onCreated({ tone: 'success', text: CHECK_MAIL, mailed: true });
      void showToast({ kind: 'success', title: 'Account Created!', description: CHECK_MAIL });
      return undefined;
    },
  });

  return (
    <form ref={ref} method="post" {...form} onInput={onInput} className="grid gap-4">
      {problem && (
        <Alert id={problemId} tone="danger" announce>
          {problem}
        </Alert>
      )}
      <TextField label="Display Name" name="display_name" autoComplete="name" maxLength={200} required />
      <TextField
        label="Email"
        name="email"
        errorId={errorOf('email')}
        type="email"
        autoComplete="username"
        required
      />
      <PasswordField
        label="Password"
        name="password"
        errorId={errorOf('password')}
        autoComplete="new-password"
        hint={passwordRule}
        minLength={MIN_PASSWORD}
        required
      />
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? 'Creating account...' : 'Sign Up'}
      </Button>
    </form>
  );
}
