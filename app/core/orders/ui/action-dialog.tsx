import { type ReactNode, useId, useState } from 'react';
import type { OrderAction } from '../order-action.ts';
import { Alert } from '#kit/alert.tsx';
import { useFormAction } from '#core/values/ui/use-form-action.ts';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { WrongField } from '#kit/field.tsx';
import { orderActionAddress } from '../order-addresses.ts';

interface FormDialogProps {
  address: string;
  title: string;
  description?: ReactNode;
  confirmLabel: ReactNode;
  closeLabel?: string;
  isDangerous?: boolean;
  onClose: () => void;
  children: ReactNode;
}

type ActionDialogProps = Omit<FormDialogProps, 'address'> & { number: number; action: OrderAction };

/** Runs an action on an order by a form. */
export function ActionDialog({ number, action, ...rest }: ActionDialogProps) {
  return <FormDialog {...rest} address={orderActionAddress(number, action)} />;
}

/** Sends a form to a resource of the admin panel. */
export function FormDialog(props: FormDialogProps) {
  const { address, title, description, confirmLabel, closeLabel = 'Cancel', isDangerous = false } = props;
  const { onClose, children } = props;
  const problemId = useId();
  const [opener] = useState(() => document.activeElement);
  const { busy, problem, wrongField, send } = useFormAction({
    address,
    failure: 'Error',
    seen: undefined,
    hasAlert: true,
    onDone: onClose,
  });
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      // The action may have taken the button away.
      returnFocusTo={() => (opener?.isConnected ? null : document.querySelector<HTMLElement>('article h2'))}
    >
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          void send(new FormData(event.currentTarget));
        }}
      >
        <DialogBody>
          {problem && <Alert id={problemId} tone="danger" title={problem} announce className="mb-4" />}
          <WrongField value={wrongField === undefined ? undefined : { name: wrongField, errorId: problemId }}>
            <div className="grid gap-4">{children}</div>
          </WrongField>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            {closeLabel}
          </Button>
          <Button type="submit" variant={isDangerous ? 'danger' : 'primary'} busy={busy}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
