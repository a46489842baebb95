import { useState } from 'react';
import {
  conditionColors,
  conditionFields,
  DEFAULT_COLOR,
  DEFAULT_SORT_ORDER,
} from '#core/catalog/condition.ts';
import { Alert } from '#kit/alert.tsx';
import { ConditionBadge } from '#kit/badge.tsx';
import { Button } from '#kit/button.tsx';
import { Dialog, DialogActions, DialogBody } from '#kit/dialog.tsx';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';
import { ConflictDialog } from '../conflict-dialog.tsx';
import type { ConditionRow } from '#core/part-changes/list-parts.server.ts';
import { useFormAction } from '#core/values/ui/use-form-action.ts';

export function ConditionDialog({ condition, onClose }: { condition?: ConditionRow; onClose: () => void }) {
  const { busy, errors, problem, conflicts, send, sendChoices, dismissConflicts } = useFormAction({
    address: `/admin/condition/${condition?.id ?? 'new'}`,
    failure: 'Error saving condition',
    seen: condition,
    onDone: onClose,
  });
  const [name, setName] = useState(condition?.name ?? '');
  const [color, setColor] = useState(condition?.color_class ?? DEFAULT_COLOR);
  return (
    <Dialog
      open
      busy={busy}
      onOpenChange={(open) => !open && onClose()}
      title={condition ? 'Edit Condition' : 'Add Condition'}
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
          {problem && <Alert tone="danger" title={problem} announce className="mb-4" />}
          <div className="grid gap-4">
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
              {!conditionColors.some(({ value }) => value === color) && (
                <option value={color}>{color}</option>
              )}
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
          </div>
        </DialogBody>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {condition ? 'Update Condition' : 'Add Condition'}
          </Button>
        </DialogActions>
        {conflicts && (
          <ConflictDialog
            conflicts={conflicts}
            fields={conditionFields}
            busy={busy}
            onSave={(choices) => void sendChoices(choices)}
            onClose={dismissConflicts}
          />
        )}
      </form>
    </Dialog>
  );
}
