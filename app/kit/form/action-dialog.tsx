import type { ComponentProps } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { useAction } from './use-action.ts';

interface ActionDialogProps extends Omit<ComponentProps<typeof FormDialog>, 'form'> {
  intent: string;
}

/** Asks for what an action of the screen needs, and closes when it is done. */
export function ActionDialog({ intent, children, ...dialog }: ActionDialogProps) {
  const form = useAction({ failure: 'Error', hasAlert: true, onDone: dialog.onClose });
  return (
    <FormDialog {...dialog} form={form}>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </FormDialog>
  );
}
