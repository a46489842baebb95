import { type FormEvent, useState } from 'react';
import type { MatchState } from './crawl-state.ts';
import { type ImportFields, proposedChanges } from '#core/imports/files/import-fields.ts';
import type { PartField } from '#core/catalog/part-field.ts';
import { type ImportColumn, importColumns, partFields } from '#core/catalog/part-fields.ts';
import { readFields } from '#core/catalog/part-form.ts';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';

interface EditMatchProps {
  match: MatchState;
  busy: boolean;
  onClose: () => void;
  onSave: (edited: Partial<ImportFields>) => Promise<void>;
}

export function EditMatch({ match: { found, part }, busy, onClose, onSave }: EditMatchProps) {
  const [errors, setErrors] = useState<Partial<Record<ImportColumn, string>>>({});
  const changes = proposedChanges(found, part);
  const initial = { ...part, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const read = readFields(Object.fromEntries(new FormData(event.currentTarget)), importColumns);
    setErrors(read.errors);
    if (Object.keys(read.errors).length === 0) void onSave(read.values as Partial<ImportFields>);
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title="Edit before accepting"
      description="Price, stock and picture stay as they are."
    >
      <form onSubmit={save} noValidate className="flex min-h-0 flex-1 flex-col">
        <DialogBody>
          <div className="grid gap-4 sm:grid-cols-2">
            {importColumns.map((column) => {
              const { label, kind, ...field }: PartField = partFields[column];
              const shared = {
                name: column,
                label,
                defaultValue: initial[column] ?? '',
                error: errors[column],
                className: field.input?.wide ? 'sm:col-span-2' : '',
              };
              if (kind === 'text') return <TextArea key={column} {...shared} rows={3} />;
              return (
                <TextField key={column} {...shared} inputMode={kind === 'whole' ? 'numeric' : undefined} />
              );
            })}
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Accept changes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
