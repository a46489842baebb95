import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

export type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>;

export function TextField({ label, hint, error, hideLabel, mark, id, className, ...input }: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => <input {...input} {...control} className="control" />}
    </Field>
  );
}
