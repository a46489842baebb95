import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode;
}

export function Checkbox({ label, className, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className={classNames('checkbox flex min-h-11 items-start gap-2.5', className)}>
      <input id={id} {...input} type="checkbox" className="mt-3 size-5 shrink-0 peer accent-focus" />
      <label htmlFor={input.id ?? id} className="py-2.5 leading-6 peer-disabled:text-faint">
        {label}
      </label>
    </div>
  );
}
