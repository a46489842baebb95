import { counterMethods } from '#core/orders/counter-sale.ts';
import { Checkbox } from '#kit/checkbox.tsx';
import { Radio, RadioGroup } from '#kit/radio-group.tsx';
import { TextField } from '#kit/text-field.tsx';
import type { DraftProblems, SaleDraft } from '#core/orders/quotes/sale-draft.ts';

interface CounterFieldsProps extends Pick<SaleDraft, 'method' | 'reference' | 'isHandedOver'> {
  problems: DraftProblems;
}

/** Asks how a payment was taken at the counter. */
export function CounterFields({ method, reference, isHandedOver, problems }: CounterFieldsProps) {
  return (
    <div className="grid gap-4">
      <RadioGroup label="Paid by" error={problems['method']}>
        {Object.entries(counterMethods).map(([value, label]) => (
          <Radio
            key={value}
            name="method"
            value={value}
            defaultChecked={value === method}
            label={label}
            hint={value === 'card' ? "At the shop's own terminal." : undefined}
          />
        ))}
      </RadioGroup>
      <TextField
        name="reference"
        label="Reference"
        hint="Optional, such as the last four digits of the card. Never the whole number."
        autoComplete="off"
        maxLength={60}
        defaultValue={reference}
        error={problems['reference']}
      />
      <Checkbox
        name="handed_over"
        value="yes"
        defaultChecked={isHandedOver}
        label="The buyer takes the parts now"
      />
    </div>
  );
}
