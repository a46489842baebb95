import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

export type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>;

export function TextArea({ label, hint, error, hideLabel, mark, id, className, ...textarea }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className, name: textarea.name }}>
      {(control) => <textarea rows={4} {...textarea} {...control} className="control resize-y" />}
    </Field>
  );
}
