import {
  converterFailures,
  converterFields,
  payments,
  saleFields,
} from '#core/yard/converters/converter-form.ts';
import { CONVERTERS_PATH } from '#core/yard/converters/converters-list.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useAction } from '#kit/form/use-action.ts';
import { Select } from '#kit/select.tsx';
import { TextField } from '#kit/text-field.tsx';

interface AddDialogProps {
  /** Id of the car. Null for a loose converter. */
  car: string | null;
  onClose: () => void;
}

/** Asks what was removed from a car, or bought in loose. */
export function AddConverterDialog({ car, onClose }: AddDialogProps) {
  const form = useAction({
    address: CONVERTERS_PATH,
    failure: converterFailures['add-converter'],
    hasAlert: true,
    onDone: onClose,
  });
  const field = (name: keyof typeof converterFields) => ({
    name,
    label: converterFields[name].label,
    error: form.errors[name],
    autoComplete: 'off',
  });
  return (
    <FormDialog
      form={form}
      title={car === null ? 'Add a loose converter' : 'Add a catalytic converter'}
      submitLabel="Add converter"
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="add-converter" />
      <input type="hidden" name="car" value={car ?? ''} />
      {car === null && <TextField {...field('origin')} maxLength={converterFields.origin.maxLength} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('count')} inputMode="numeric" defaultValue="1" />
        <TextField {...field('serial')} maxLength={converterFields.serial.maxLength} />
        <TextField {...field('removed_on')} type="date" />
        <TextField {...field('removed_by')} maxLength={converterFields.removed_by.maxLength} />
      </div>
      <TextField {...field('place')} maxLength={converterFields.place.maxLength} />
    </FormDialog>
  );
}

/** Asks who bought a converter, and how it was paid. */
export function SellConverterDialog({ converter, onClose }: { converter: string; onClose: () => void }) {
  const form = useAction({
    address: CONVERTERS_PATH,
    failure: converterFailures['sell-converter'],
    hasAlert: true,
    onDone: onClose,
  });
  const field = (name: Exclude<keyof typeof saleFields, 'title_copied'>) => ({
    name,
    label: saleFields[name].label,
    error: form.errors[name],
    autoComplete: 'off',
  });
  return (
    <FormDialog
      form={form}
      title="Note the sale"
      description="Only payments that leave a trace: no cash."
      submitLabel="Note the sale"
      onClose={onClose}
    >
      <input type="hidden" name="intent" value="sell-converter" />
      <input type="hidden" name="converter" value={converter} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...field('buyer')} maxLength={saleFields.buyer.maxLength} />
        <TextField {...field('buyer_license')} maxLength={saleFields.buyer_license.maxLength} />
        <TextField {...field('sold_on')} type="date" />
        <TextField {...field('amount')} unit="$" inputMode="decimal" />
        <Select {...field('payment')} defaultValue="">
          <option value="">{saleFields.payment.none}</option>
          {Object.entries(payments).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
        <TextField {...field('payment_reference')} maxLength={saleFields.payment_reference.maxLength} />
      </div>
      <Checkbox name="title_copied" value="true" label={saleFields.title_copied.label} />
    </FormDialog>
  );
}
