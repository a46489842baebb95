import { type ReactNode, useId, useState } from 'react';
import { Alert } from '../alert.tsx';
import { Button } from '../button.tsx';
import { Dialog, DialogActions, DialogBody, type DialogProps } from '../dialog.tsx';
import { WrongField } from '../field.tsx';
import { rememberPlace } from './place-in-list.ts';

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'size' | 'changed'> {
  /** Comes from useAction. */
  form: {
    busy: boolean;
    problem: string | undefined;
    wrongField: string | undefined;
    send: (fields: FormData) => void;
  };
  submitLabel: ReactNode;
  closeLabel?: string;
  isDangerous?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** Shows a dialog with one form. It stays open with what was typed until the action is done. */
export function FormDialog({ form, submitLabel, onClose, children, ...rest }: FormDialogProps) {
  const { closeLabel = 'Cancel', isDangerous = false, ...dialog } = rest;
  const { busy, problem, wrongField, send } = form;
  const problemId = useId();
  // The action may take the button away.
  const [findFocus] = useState(() => rememberPlace(document.activeElement));
  return (
    <Dialog
      {...dialog}
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      returnFocusTo={findFocus}
    >
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          send(new FormData(event.currentTarget));
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
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
