import { type FormEvent, useState } from 'react';
import type { MatchState } from '#domain/crawl-state.ts';
import { IMPORT_FIELDS, type ImportFields, proposedChanges } from '#domain/import-fields.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { FIELD_NAMES } from './field-names.ts';

interface EditMatchProps {
  match: MatchState;
  busy: boolean;
  onClose: () => void;
  onSave: (edited: ImportFields) => Promise<void>;
}

/** What a matching part is to become, in the admin's own words. It begins with what was found. */
export function EditMatch({ match: { found, part }, busy, onClose, onSave }: EditMatchProps) {
  const [errors, setErrors] = useState<Partial<Record<keyof ImportFields, string>>>({});
  const changes = proposedChanges(found, part);
  const begin = { ...part, ...Object.fromEntries(changes.map(({ field, to }) => [field, to])) };

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (field: keyof ImportFields) => String(form.get(field) ?? '').trim();
    const year = text('vehicle_year');
    const wrong = {
      ...(text('part_name') === '' && { part_name: 'Part name is required' }),
      ...(text('category') === '' && { category: 'Category is required' }),
      ...(!/^\d{0,4}$/.test(year) && { vehicle_year: 'Please enter a year such as 2015' }),
    };
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    const edited = Object.fromEntries(IMPORT_FIELDS.map((field) => [field, text(field) || null]));
    void onSave({ ...(edited as unknown as ImportFields), vehicle_year: Number(year) || null });
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
            {IMPORT_FIELDS.map((field) => {
              const wide = field === 'part_name' || field === 'description';
              const props = {
                name: field,
                label: FIELD_NAMES[field],
                defaultValue: begin[field] ?? '',
                error: errors[field],
                className: wide ? 'sm:col-span-2' : '',
              };
              if (field === 'description')
                return <TextArea key={field} {...props} maxLength={5000} rows={3} />;
              return (
                <TextField
                  key={field}
                  {...props}
                  maxLength={field === 'part_name' ? 300 : 100}
                  inputMode={field === 'vehicle_year' ? 'numeric' : undefined}
                />
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
