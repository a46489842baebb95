import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useCall } from '#kit/form/use-call.ts';
import { PasswordField } from '#kit/password-field.tsx';

interface CurrentPasswordDialogProps {
  onClose: () => void;
  /** Returns why the password is refused. */
  onConfirm: (currentPassword: string) => Promise<string | undefined>;
  /** Is said if no answer comes. */
  lost: string;
}

export function CurrentPasswordDialog({ onClose, onConfirm, lost }: CurrentPasswordDialogProps) {
  const form = useCall({
    lost: { problem: lost },
    async call({ current = '' }) {
      const problem = current === '' ? 'Please enter your password.' : await onConfirm(current);
      return problem === undefined ? undefined : { problem, fields: ['current'] };
    },
  });
  return (
    <FormDialog
      form={form}
      size="small"
      title="Enter your current password"
      description="You signed in more than 10 minutes ago."
      submitLabel="Continue"
      onClose={onClose}
    >
      <PasswordField label="Current password" name="current" autoComplete="current-password" required />
    </FormDialog>
  );
}
