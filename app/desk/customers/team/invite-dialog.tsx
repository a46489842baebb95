import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useAction({ failure: 'Error sending invitation', onDone: onClose });
  const { email, role } = form.errors as { email?: string; role?: string };
  return (
    <FormDialog form={form} title="Invite to the admin panel" submitLabel="Send invitation" onClose={onClose}>
      <input type="hidden" name="intent" value="invite" />
      <TextField
        name="email"
        type="email"
        label="Email *"
        hint="We'll email a link that works once, within 7 days."
        autoComplete="off"
        required
        error={email && `Email ${email}`}
      />
      <Select name="role" label="Rights *" required defaultValue="staff" error={role}>
        <option value="staff">Staff: parts, orders, requests and messages</option>
        <option value="admin">Admin: everything</option>
      </Select>
    </FormDialog>
  );
}
