import { useState } from 'react';
import {
  type ConditionColumns,
  conditionColors,
  conditionFields,
  DEFAULT_COLOR,
  DEFAULT_SORT_ORDER,
} from '#core/catalog/condition.ts';
import { ConditionBadge } from '#kit/badge.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ConflictDialog } from '../conflict-dialog.tsx';
import type { ConditionRow } from '#core/part-changes/list-parts.server.ts';
import { useMergedAction } from '../use-merged-action.ts';

export function ConditionDialog({ condition, onClose }: { condition?: ConditionRow; onClose: () => void }) {
  const form = useMergedAction({ failure: 'Error saving condition', seen: condition, onDone: onClose });
  const { busy, conflicts, sendChoices, dismissConflicts } = form;
  const errors: Partial<Record<keyof ConditionColumns, string>> = form.errors;
  const [name, setName] = useState(condition?.name ?? '');
  const [color, setColor] = useState(condition?.color_class ?? DEFAULT_COLOR);
  return (
    <FormDialog
      form={form}
      title={condition ? 'Edit condition' : 'Add Condition'}
      submitLabel={condition ? 'Update Condition' : 'Add Condition'}
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={condition?.id ?? 'new'} />
      <TextField
        name="name"
        label={`${conditionFields.name.label} *`}
        placeholder="e.g., Like New"
        required
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
        error={errors.name}
      />
      <Select
        name="color_class"
        label={`${conditionFields.color_class.label} *`}
        required
        value={color}
        onChange={(event) => setColor(event.target.value)}
        error={errors.color_class}
        hint={<ConditionBadge colorClass={color}>{name || 'Preview'}</ConditionBadge>}
      >
        {!conditionColors.some(({ value }) => value === color) && <option value={color}>{color}</option>}
        {conditionColors.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <TextField
        name="sort_order"
        type="number"
        min={0}
        step={1}
        label={`${conditionFields.sort_order.label} *`}
        required
        defaultValue={condition?.sort_order ?? DEFAULT_SORT_ORDER}
        error={errors.sort_order}
      />
      {conflicts && (
        <ConflictDialog
          conflicts={conflicts}
          fields={conditionFields}
          busy={busy}
          onSave={sendChoices}
          onClose={dismissConflicts}
        />
      )}
    </FormDialog>
  );
}
