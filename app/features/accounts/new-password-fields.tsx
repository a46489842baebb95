import { MIN_PASSWORD, passwordRule } from '#domain/account.ts';
import { TextField } from '#ui/text-field.tsx';

export function NewPasswordFields({ disabled }: { disabled?: boolean }) {
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
        required
      />
      <TextField
        label="Confirm New Password"
        name="confirm"
        type="password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD}
        disabled={disabled}
        required
      />
    </>
  );
}
