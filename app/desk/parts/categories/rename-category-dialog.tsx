import { useId } from 'react';
import { Alert } from '#kit/alert.tsx';
import { useFormAction } from '#core/values/ui/use-form-action.ts';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { TextField } from '#kit/text-field.tsx';

interface RenameCategoryProps {
  name: string;
  categories: string[];
  onClose: () => void;
}

export function RenameCategoryDialog({ name, categories, onClose }: RenameCategoryProps) {
  const list = useId();
  const { busy, errors, problem, send } = useFormAction({
    address: '/admin/category',
    failure: 'Error renaming category',
    seen: undefined,
    onDone: onClose,
  });
  return (
    <Dialog open busy={busy} onOpenChange={(open) => !open && onClose()} title={`Rename "${name}"`}>
      <form
        noValidate
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          const body = new FormData(event.currentTarget);
          body.set('name', name);
          void send(body);
        }}
      >
        <DialogBody>
          {problem && <Alert tone="danger" title={problem} announce className="mb-4" />}
          <TextField
            name="new_name"
            label="New name *"
            required
            list={list}
            autoComplete="off"
            hint="Enter the name of another category to merge the two. All of its parts move, and you can undo this in Bulk changes."
            error={errors['new_name']}
          />
          <datalist id={list}>
            {categories
              .filter((each) => each !== name)
              .map((each) => (
                <option key={each}>{each}</option>
              ))}
          </datalist>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
