import { MIN_PASSWORD, passwordRule } from '#core/accounts/account.ts';
import { TextField } from '#kit/text-field.tsx';

interface NewPasswordFieldsProps {
  disabled?: boolean;
  /** The id of the error that says what is wrong with the fields. */
  errorId?: string | undefined;
}

export function NewPasswordFields({ disabled, errorId }: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label="New Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint={passwordRule}
        minLength={MIN_PASSWORD}
        disabled={disabled}
        errorId={errorId}
        required
      />
      <TextField
        label="Confirm New Password"
        name="confirm"
        type="password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD}
        disabled={disabled}
        errorId={errorId}
        required
      />
    </>
  );
}
