import { useId, type ComponentProps, type ReactNode } from 'react';
import { FieldError } from './field.tsx';

interface RadioGroupProps {
  label: ReactNode;
  error?: ReactNode;
  children: ReactNode;
}

export function RadioGroup({ label, error, children }: RadioGroupProps) {
  const errorId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error == null ? undefined : errorId}>
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="grid gap-2">{children}</div>
      <FieldError id={errorId}>{error}</FieldError>
    </fieldset>
  );
}

interface RadioProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: ReactNode;
  /** Explains the label. */
  hint?: ReactNode;
  /** The value that the label names. */
  children?: ReactNode;
}

export function Radio({ label, hint, children, ...input }: RadioProps) {
  const isNamed = children === undefined;
  return (
    <label className="flex min-h-11 min-w-0 items-start gap-3 rounded-md border border-line px-3 py-2 has-checked:border-ink enabled-hover:bg-hover">
      <input {...input} type="radio" className="mt-0.5 size-5 shrink-0 accent-focus" />
      <span className="min-w-0">
        <span className={isNamed ? 'block' : 'block text-sm text-muted'}>{label}</span>
        {hint !== undefined && <span className="block text-sm wrap-anywhere text-muted">{hint}</span>}
        {!isNamed && <span className="block wrap-anywhere whitespace-pre-line">{children}</span>}
      </span>
    </label>
  );
}
