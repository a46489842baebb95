import { useState } from 'react';
import {
  type KindColumns,
  kindFields,
  kindPositions,
  ONLY_PLACE,
  splitList,
} from '#core/catalog/part-kind.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { Select } from '#kit/select.tsx';
import { TextArea } from '#kit/text-area.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ConflictDialog } from '../conflict-dialog.tsx';
import { useMergedAction } from '../use-merged-action.ts';
import type { KindRow } from './list-kinds.server.ts';

export function KindDialog({ kind, onClose }: { kind?: KindRow | undefined; onClose: () => void }) {
  const form = useMergedAction({ failure: 'Error saving kind', seen: kind, onDone: onClose });
  const { busy, conflicts, sendChoices, dismissConflicts } = form;
  const errors: Partial<Record<keyof KindColumns, string>> = form.errors;
  const [positions, setPositions] = useState(splitList(kind?.positions ?? ''));
  return (
    <FormDialog
      form={form}
      title={kind ? 'Edit kind' : 'Add kind'}
      submitLabel={kind ? 'Update kind' : 'Add kind'}
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="key" value={kind?.key ?? ''} />
      <input type="hidden" name="positions" value={positions.join(', ')} />
      <TextField
        name="name"
        label={`${kindFields.name.label} *`}
        placeholder="e.g., Brake pads"
        hint="In the plural, as shoppers see it"
        required
        maxLength={60}
        autoComplete="off"
        defaultValue={kind?.name}
        error={errors.name}
      />
      <TextArea
        name="words"
        label={kindFields.words.label}
        rows={3}
        hint="Other names of such parts, separated by commas. Common ones are known already"
        defaultValue={kind?.words}
        error={errors.words}
      />
      <Select
        name="has_sides"
        label={kindFields.has_sides.label}
        hint="Yes: a car has a left and a right one"
        defaultValue={String(kind?.has_sides ?? false)}
        error={errors.has_sides}
      >
        <option value="false">No</option>
        <option value="true">Yes</option>
      </Select>
      <fieldset>
        <legend className="text-sm font-semibold">{kindFields.positions.label}</legend>
        <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
          {kindPositions.map((position) => (
            <Checkbox
              key={position}
              label={capitalize(position)}
              checked={positions.includes(position)}
              onChange={({ target }) =>
                setPositions(
                  kindPositions.filter((each) =>
                    each === position ? target.checked : positions.includes(each),
                  ),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <TextField
        name="car_places"
        label={kindFields.car_places.label}
        hint={`${ONLY_PLACE}, or places such as: front left, front right. Each is a line when a car is parted out; empty means none`}
        maxLength={400}
        autoComplete="off"
        defaultValue={kind?.car_places}
        error={errors.car_places}
      />
      <TextField
        name="only_for"
        label={kindFields.only_for.label}
        hint="Such as sedan, coupe; rwd, awd; gasoline, diesel; turbo. Empty means all"
        maxLength={200}
        autoComplete="off"
        defaultValue={kind?.only_for}
        error={errors.only_for}
      />
      <TextField
        name="category"
        label={kindFields.category.label}
        hint="Of such parts when a car is parted out"
        maxLength={200}
        autoComplete="off"
        defaultValue={kind?.category ?? ''}
        error={errors.category}
      />
      <TextField
        name="yard_code"
        label={kindFields.yard_code.label}
        hint="What your yard system calls it. Shoppers don't see it"
        maxLength={40}
        autoComplete="off"
        defaultValue={kind?.yard_code ?? ''}
        error={errors.yard_code}
      />
      {conflicts && (
        <ConflictDialog
          conflicts={conflicts}
          fields={kindFields}
          busy={busy}
          onSave={sendChoices}
          onClose={dismissConflicts}
        />
      )}
    </FormDialog>
  );
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
