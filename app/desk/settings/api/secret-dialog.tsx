import type { ActionResult } from '#core/values/action-result.ts';
import { Button } from '#kit/button.tsx';
import { CopyButton } from '#kit/copy-button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';

export interface SecretResult extends ActionResult {
  secret?: string;
}

interface SecretDialogProps {
  /** Example: 'Key'. */
  name: string;
  /** Says above the secret what it is for. */
  note: string;
  secret: string;
  onClose: () => void;
}

/** Shows a new secret, once. */
export function SecretDialog({ name, note, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Copy the ${name.toLowerCase()} now`}>
      <DialogBody>
        <p className="mb-3" role="status">
          {note}
        </p>
        <p className="rounded-md bg-sunken p-3 font-mono text-sm break-all">{secret}</p>
        <CopyButton text={secret} label={`Copy ${name}`} />
      </DialogBody>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
