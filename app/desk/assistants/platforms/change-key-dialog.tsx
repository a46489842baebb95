import { Checkbox } from '#kit/checkbox.tsx';
import { ActionDialog } from '#kit/form/action-dialog.tsx';

export function ChangeKeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <ActionDialog
      intent="change-key"
      title="Change the signing key?"
      submitLabel="Change key"
      isDangerous
      onClose={onClose}
    >
      <p>
        The key proves to platforms that answers and events are from your shop. The new one signs in ten
        minutes, and platforms can verify with the old one for seven days more.
      </p>
      <Checkbox name="isStolen" value="yes" label="The key was stolen" />
      <p className="text-sm text-muted">
        Then the old key is withdrawn at once. For a minute or so, platforms that still have your old profile
        may refuse what the shop sends. Events are sent again.
      </p>
    </ActionDialog>
  );
}
