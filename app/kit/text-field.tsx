import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

export interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, keyof FieldProps> {
  /** The field shows '$' before the value, other units after it. */
  unit?: string | undefined;
  /** The id of an error that is shown elsewhere in the form. */
  errorId?: string | undefined;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, mark, id, className, unit, errorId, ...input } = props;
  return (
    <Field {...{ label, hint, error, hideLabel, mark, id, className, errorId, name: input.name }}>
      {(control) => {
        if (unit === undefined) return <input {...input} {...control} className="control" />;
        const unitId = `${control.id}-unit`;
        const isBefore = unit === '$';
        return (
          <div className="relative">
            <input
              {...input}
              {...control}
              aria-describedby={classNames(unitId, control['aria-describedby'])}
              className={classNames('control tabular-nums', unitRoom(unit))}
            />
            <span
              id={unitId}
              className={classNames(
                'pointer-events-none absolute inset-y-0 flex items-center text-muted',
                isBefore ? 'left-3' : 'right-3',
              )}
            >
              {unit}
            </span>
          </div>
        );
      }}
    </Field>
  );
}

function unitRoom(unit: string): string {
  if (unit === '$') return 'pl-7';
  return unit.length > 2 ? 'pr-20' : 'pr-10';
}
