import { MIN_PASSWORD, passwordRule } from '#core/accounts/account.ts';
import { PasswordField } from '#kit/password-field.tsx';

interface NewPasswordFieldsProps {
  disabled?: boolean;
  /** The id of the error that says what is wrong with the fields. */
  errorId?: string | undefined;
}

export function NewPasswordFields({ disabled, errorId }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        label="New Password"
        name="password"
        autoComplete="new-password"
        hint={passwordRule}
        minLength={MIN_PASSWORD}
        disabled={disabled}
        errorId={errorId}
        required
      />
      <PasswordField
        label="Confirm New Password"
        name="confirm"
        autoComplete="new-password"
        minLength={MIN_PASSWORD}
        disabled={disabled}
        errorId={errorId}
        required
      />
    </>
  );
}
