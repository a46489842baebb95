import { useEffect, useRef, useState } from 'react';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { sendJson } from '#kit/form/send-json.ts';
import { useCall } from '#kit/form/use-call.ts';
import { TextField, type TextFieldProps } from '#kit/text-field.tsx';
import { TRY_AGAIN } from '../try-again.ts';

interface SecondStepFormProps {
  onSignedIn: () => void;
  onCancel: () => void;
}

export function SecondStepForm({ onSignedIn, onCancel }: SecondStepFormProps) {
  const [byBackupCode, setByBackupCode] = useState(false);
  const { busy, problem, problemId, errorOf, form } = useCall({
    lost: {
      problem: 'Failed to sign in. Please try again.',
      toast: { title: 'Sign In Error', description: TRY_AGAIN },
    },
    async call(fields) {
      const answer = await sendJson('POST', '/auth/v1/factors/confirm', fields);
      if (answer.ok) {
        onSignedIn();
        return undefined;
      }
      const { code, error } = answer;
      const title = 'Sign In Failed';
      if (code === 'second_step_over') {
        onCancel();
        return { toast: { title, description: error } };
      }
      return {
        problem: error,
        fields: code === 'invalid_code' ? ['code', 'backup_code'] : [],
        toast: { title },
      };
    },
  });

  return (
    <form method="post" {...form} className="grid gap-4">
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
          {busy ? 'Signing in...' : 'Continue'}
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
