import { Checkbox } from '#kit/checkbox.tsx';
import { FieldError } from '#kit/field.tsx';

interface CheckboxGroupProps<Value extends string> {
  name: string;
  legend: string;
  choices: readonly (readonly [value: Value, label: string])[];
  error: string | undefined;
}

export function CheckboxGroup<Value extends string>({
  name,
  legend,
  choices,
  error,
}: CheckboxGroupProps<Value>) {
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1 font-semibold">{legend}</legend>
      {/* The error stands before the boxes: on a phone, what is below them is out of sight. */}
      <FieldError id={`${name}-error`}>{error}</FieldError>
      {choices.map(([value, label]) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          label={label}
          aria-invalid={error ? true : undefined}
        />
      ))}
    </fieldset>
  );
}
