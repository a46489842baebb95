import type { ComponentProps } from 'react';
import type { IconName } from './icons/icon-names.ts';
import { Icon } from './icons/icon.tsx';
import { Field, type FieldProps } from './field.tsx';

export type SelectProps = FieldProps &
  Omit<ComponentProps<'select'>, keyof FieldProps> & {
    /** The icon replaces the arrow. */
    icon?: IconName;
    /** True while the chosen option only asks to choose. */
    isUnset?: boolean;
  };

/** Suits up to about fifteen options. Use Combobox for more. */
export function Select({
  label,
  hint,
  error,
  hideLabel,
  mark,
  id,
  className,
  icon = 'ChevronDown',
  isUnset,
  ...select
}: SelectProps) {
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className }}>
      {(control) => (
        <div className="relative">
          <select
            {...select}
            {...control}
            className={`control appearance-none pr-10 text-ellipsis ${isUnset ? 'text-faint' : ''}`}
          />
          <Icon
            name={icon}
            className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted"
          />
        </div>
      )}
    </Field>
  );
}
