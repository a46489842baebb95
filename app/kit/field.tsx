import { createContext, use, useId, type ReactNode } from 'react';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Only screen readers read the label. */
  hideLabel?: boolean;
  /** A decoration before the label. */
  mark?: ReactNode;
  id?: string;
  className?: string;
}

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The name of the field that a form's error is about, and the id of that error. */
export const WrongField = createContext<{ name: string; errorId: string } | undefined>(undefined);

interface FieldLayout extends FieldProps {
  /** A form finds the wrong control by this name. */
  name?: string | undefined;
  /** The id of an error that is shown elsewhere in the form. */
  errorId?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

export function Field({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id: givenId,
  className,
  name,
  errorId: givenErrorId,
  children,
}: FieldLayout) {
  const wrong = use(WrongField);
  const errorId = givenErrorId ?? (wrong?.name === name ? wrong?.errorId : undefined);
  const ownId = useId();
  const id = givenId ?? ownId;
  const describedBy = classNames(hint != null && `${id}-hint`, error != null && `${id}-error`, errorId);
  return (
    <div className={classNames('min-w-0', className)}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'mb-1 flex min-h-6 items-center gap-2 text-sm font-semibold'}
      >
        {mark}
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error != null || errorId !== undefined || undefined,
      })}
      {hint != null && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{error}</FieldError>
    </div>
  );
}

/** Announces the error when it appears. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <div aria-live="polite">
      {children != null && (
        <p id={id} className="mt-1.5 flex gap-1.5 text-sm font-medium text-danger">
          <Icon name="CircleAlert" className="mt-0.5 size-4 shrink-0" />
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}
