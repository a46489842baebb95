import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { PasswordField } from '#kit/password-field.tsx';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { TRY_AGAIN } from '../try-again.ts';
import { useDraft } from '../use-draft.ts';

interface SignInFormProps {
  onSignedIn: () => void;
  onSecondStep: () => void;
}

export function SignInForm({ onSignedIn, onSecondStep }: SignInFormProps) {
  const { ref, onInput, clear } = useDraft('auth');
  const { busy, problem, problemId, errorOf, form } = useCall({
    lost: {
      problem: 'Failed to sign in. Please try again.',
      toast: { title: 'Sign In Error', description: TRY_AGAIN },
    },
    async call({ email, password }) {
      const answer = await sendJson<{ second_step?: true }>('POST', '/auth/v1/token?grant_type=password', {
        email,
        password,
      });
      if (!answer.ok) {
        const isInvalid = answer.code === 'invalid_credentials' || !answer.error;
        const description = isInvalid
          ? 'Invalid credentials. Please check your email and password.'
          : answer.error;
        return {
          problem: answer.error || 'Invalid login credentials. Please try again.',
          fields: isInvalid ? ['email', 'password'] : [],
          toast: { title: 'Sign In Failed', description },
        };
      }
      if (answer.data.second_step) onSecondStep();
      else {
        clear();
        onSignedIn();
      }
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
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? 'Signing in...' : 'Sign In'}
      </Button>
      <p className="text-center">
        <TextLink to="/auth?view=reset" replace>
          Forgot your password?
        </TextLink>
      </p>
    </form>
  );
}
