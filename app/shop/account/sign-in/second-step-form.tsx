import { useEffect, useRef, useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { showToast } from '#kit/show-toast.ts';
import { TextField, type TextFieldProps } from '#kit/text-field.tsx';
import { sendRequest } from '../send-request.ts';
import { useSubmit } from '../use-submit.ts';

interface SecondStepFormProps {
  onSignedIn: () => void;
  onCancel: () => void;
}

export function SecondStepForm({ onSignedIn, onCancel }: SecondStepFormProps) {
  const [byBackupCode, setByBackupCode] = useState(false);
  const { busy, problem, problemId, errorOf, onSubmit } = useSubmit(async (fields) => {
    try {
      const result = await sendRequest('POST', '/auth/v1/factors/confirm', fields);
      if (result.ok) onSignedIn();
      else {
        const isOver = result.code === 'second_step_over';
        void showToast({
          kind: 'error',
          isInForm: !isOver,
          title: 'Sign In Failed',
          ...(isOver && { description: result.error }),
        });
        if (isOver) onCancel();
        return { text: result.error, fields: result.code === 'invalid_code' ? ['code', 'backup_code'] : [] };
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
    <form method="post" onSubmit={onSubmit} className="grid gap-4">
      {problem && (
        <Alert id={problemId} tone="danger" announce>
          {problem}
        </Alert>
      )}
      {byBackupCode ? (
        <FocusedField
          key="backup"
          label="Backup code"
          name="backup_code"
          errorId={errorOf('backup_code')}
          autoComplete="off"
          hint="Each backup code works once."
          required
        />
      ) : (
        <FocusedField
          key="app"
          label="Code"
          name="code"
          errorId={errorOf('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Six digits from your authenticator app."
          required
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={busy} className="flex-1">
          {busy ? 'Signing In...' : 'Continue'}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      <Button variant="quiet" onClick={() => setByBackupCode(!byBackupCode)}>
        {byBackupCode ? 'Use the authenticator app' : 'Use a backup code'}
      </Button>
    </form>
  );
}

/** Takes the focus, because the focused button is gone. */
function FocusedField(props: TextFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return <TextField ref={field} {...props} />;
}
