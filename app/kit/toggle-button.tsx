import type { ComponentProps } from 'react';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';

interface ToggleButtonProps extends Omit<ComponentProps<'button'>, 'aria-pressed'> {
  pressed: boolean;
}

/** Takes effect at once ('In Stock Only'). Use Checkbox in forms. */
export function ToggleButton({ pressed, className, children, ...rest }: ToggleButtonProps) {
  return (
    <button
      type={rest.form === undefined ? 'button' : 'submit'}
      {...rest}
      aria-pressed={pressed}
      className={classNames('toggle', className)}
    >
      <span aria-hidden className="toggle-box">
        {pressed && <Icon name="Check" className="size-3.5 stroke-[3]" />}
      </span>
      {children}
    </button>
  );
}
