import { useId } from 'react';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { TextField } from '#kit/text-field.tsx';

interface RenameCategoryProps {
  name: string;
  categories: string[];
  onClose: () => void;
}

export function RenameCategoryDialog({ name, categories, onClose }: RenameCategoryProps) {
  const list = useId();
  const form = useAction({ failure: 'Error renaming category', onDone: onClose });
  return (
    <FormDialog form={form} title={`Rename "${name}"`} submitLabel="Rename" onClose={onClose}>
      <input type="hidden" name="intent" value="rename" />
      <input type="hidden" name="name" value={name} />
      <TextField
        name="new_name"
        label="New name *"
        required
        list={list}
        autoComplete="off"
        hint="Enter the name of another category to merge the two. All of its parts move, and you can undo this in Bulk changes."
        error={form.errors['new_name']}
      />
      <datalist id={list}>
        {categories
          .filter((each) => each !== name)
          .map((each) => (
            <option key={each}>{each}</option>
          ))}
      </datalist>
    </FormDialog>
  );
}
