import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>;

/** One line of text. `type` and `autoComplete` decide which keyboard and which suggestions a phone offers. */
export function TextField({ label, hint, error, hideLabel, mark, id, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => <input {...input} {...control} className="control" />}
    </Field>
  );
}
