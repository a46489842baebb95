import { useFormAction } from '#core/values/ui/use-form-action.ts';
import { Alert } from '#kit/alert.tsx';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { busy, errors, problem, send } = useFormAction({
    address: '/admin/invitation/new',
    failure: 'Error sending invitation',
    seen: undefined,
    onDone: onClose,
  });
  return (
    <Dialog open busy={busy} onOpenChange={(open) => !open && onClose()} title="Invite to the admin panel">
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        <DialogBody>
          {problem && <Alert tone="danger" title={problem} announce className="mb-4" />}
          <div className="grid gap-4">
            <TextField
              name="email"
              type="email"
              label="Email *"
              hint="We'll email a link that works once, within 7 days."
              autoComplete="off"
              required
              error={errors.email && `Email ${errors.email}`}
            />
            <Select name="role" label="Rights *" required defaultValue="staff" error={errors.role}>
              <option value="staff">Staff: parts, orders, requests and messages</option>
              <option value="admin">Admin: everything</option>
            </Select>
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Send Invitation
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
