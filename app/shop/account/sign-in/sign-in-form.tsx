import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextField } from '#kit/text-field.tsx';
import { TextLink } from '#kit/text-link.tsx';
import { sendRequest } from '../send-request.ts';
import { useDraft } from '../use-draft.ts';
import { useSubmit } from '../use-submit.ts';

interface SignInFormProps {
  onSignedIn: () => void;
  onSecondStep: () => void;
}

export function SignInForm({ onSignedIn, onSecondStep }: SignInFormProps) {
  const { ref, onInput, clear } = useDraft('auth');
  const { busy, problem, problemId, errorOf, onSubmit } = useSubmit(async ({ email, password }) => {
    try {
      const result = await sendRequest<{ second_step?: true }>('POST', '/auth/v1/token?grant_type=password', {
        email,
        password,
      });
      if (!result.ok) {
        const invalid = result.code === 'invalid_credentials' || !result.error;
        void showToast({
          kind: 'error',
          isInForm: true,
          title: 'Sign In Failed',
          description: invalid ? 'Invalid credentials. Please check your email and password.' : result.error,
        });
        const text = result.error || 'Invalid login credentials. Please try again.';
        return invalid ? { text, fields: ['email', 'password'] } : text;
      }
      if (result.data.second_step) onSecondStep();
      else {
        clear();
        onSignedIn();
      }
      return undefined;
    } catch {
      void showToast({
        kind: 'error',
        isInForm: true,
        title: 'Sign In Error',
        description: 'Something went wrong. Please try again.',
      });
      return 'Failed to sign in. Please try again.';
    }
  });

  return (
    <form ref={ref} method="post" onInput={onInput} onSubmit={onSubmit} className="grid gap-4">
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
      <TextField
        label="Password"
        name="password"
        errorId={errorOf('password')}
        type="password"
        autoComplete="current-password"
        required
      />
      <Button type="submit" variant="primary" busy={busy}>
        {busy ? 'Signing In...' : 'Sign In'}
      </Button>
      <p className="text-center">
        <TextLink to="/auth?view=reset" replace>
          Forgot your password?
        </TextLink>
      </p>
    </form>
  );
}
