import type { ComponentProps } from 'react';
import type { IconName } from './icons/icon-names.ts';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';

interface ToggleButtonProps extends Omit<ComponentProps<'button'>, 'aria-pressed'> {
  pressed: boolean;
  /** Replaces the box, for buttons that exclude each other. */
  icon?: IconName;
}

/** Takes effect at once ('In Stock Only'). Use Checkbox in forms. */
export function ToggleButton({ pressed, icon, className, children, ...rest }: ToggleButtonProps) {
  return (
    <button
      type={rest.form === undefined ? 'button' : 'submit'}
      {...rest}
      aria-pressed={pressed}
      className={classNames('toggle', icon && 'toggle-order', className)}
    >
      {icon ? (
        <Icon name={icon} className="size-4.5 shrink-0" />
      ) : (
        <span aria-hidden className="toggle-box">
          {pressed && <Icon name="Check" className="size-3.5 stroke-[3]" />}
        </span>
      )}
      {children}
    </button>
  );
}
