import { useState } from 'react';
import type { FieldChoices, FieldConflict, FieldValue } from '#core/values/merge-fields.ts';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { PartPicture } from '#core/catalog/ui/part-picture.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { formatField, type ShownField } from '#core/part-changes/field-text.ts';

interface ConflictDialogProps {
  conflicts: FieldConflict[];
  fields: Readonly<Record<string, ShownField & { label: string }>>;
  busy: boolean;
  onSave: (choices: FieldChoices) => void;
  onClose: () => void;
}

/** Lets an admin choose a value for each field that another admin changed too. */
export function ConflictDialog({ conflicts, fields, busy, onSave, onClose }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());

  function choose(field: string, keep: FieldChoices[string]['keep']) {
    const next = new Set(theirs);
    if (keep === 'theirs') next.add(field);
    else next.delete(field);
    setTheirs(next);
  }

  function save() {
    onSave(
      Object.fromEntries(
        conflicts.map((conflict) => [
          conflict.field,
          { keep: theirs.has(conflict.field) ? 'theirs' : 'mine', theirs: conflict.theirs },
        ]),
      ),
    );
  }

  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title="Which value should be kept?"
      description="Someone else changed the same fields while you were editing. Nothing has been saved yet. All other changes are kept, yours and theirs."
    >
      <form
        className="flex min-h-0 flex-col"
        onSubmit={(event) => {
          event.preventDefault();
          // This form is inside another form.
          event.stopPropagation();
          save();
        }}
      >
        <DialogBody>
          <div className="grid gap-5">
            {conflicts.map(({ field, ...values }) => (
              <RadioGroup key={field} label={fields[field]?.label ?? field}>
                {(['mine', 'theirs'] as const).map((keep) => (
                  <Radio
                    key={keep}
                    name={field}
                    label={keep === 'mine' ? 'Mine' : 'Theirs'}
                    checked={theirs.has(field) === (keep === 'theirs')}
                    onChange={() => choose(field, keep)}
                  >
                    <Shown field={fields[field]} value={values[keep]} />
                  </Radio>
                ))}
              </RadioGroup>
            ))}
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Back to editing
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save my version
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Shown({ field, value }: { field: ShownField | undefined; value: FieldValue }) {
  if (value === null || value === '') return <span className="text-muted">empty</span>;
  if (field?.kind !== 'picture') return formatField(field, value);
  return (
    <>
      <PartPicture
        src={String(value)}
        alt=""
        width={120}
        height={90}
        eager
        className="mb-1 aspect-4/3 w-30 rounded-md border border-line"
      />
      {/* An embedded picture can have a million characters. */}
      {String(value).startsWith('data:') ? 'Embedded picture' : value}
    </>
  );
}
