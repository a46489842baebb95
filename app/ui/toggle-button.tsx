import type { ComponentProps } from 'react';
import type { IconName } from './icons/icon-names.ts';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';

interface ToggleButtonProps extends Omit<ComponentProps<'button'>, 'aria-pressed'> {
  pressed: boolean;
  /** Instead of a box: one of several that exclude each other. */
  icon?: IconName;
}

/** For an immediate effect ('In Stock Only'). Use Checkbox in forms. */
export function ToggleButton({ pressed, icon, className, children, ...rest }: ToggleButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={pressed}
      className={classNames(
        'inline-flex min-h-11 items-center gap-2.5 rounded-md border px-4 py-2 font-semibold transition-colors select-none',
        'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-faint',
        pressed
          ? 'border-link bg-chosen text-link enabled-hover:border-link-hover'
          : 'border-line-strong bg-surface text-ink enabled-hover:bg-hover',
        className,
      )}
    >
      {icon ? (
        <Icon name={icon} className="size-4.5 shrink-0" />
      ) : (
        <span
          aria-hidden
          className={classNames(
            'grid size-4.5 shrink-0 place-items-center rounded-sm border',
            pressed ? 'border-link bg-link text-surface' : 'border-line-strong',
          )}
        >
          {pressed && <Icon name="Check" className="size-3.5 stroke-[3]" />}
        </span>
      )}
      {children}
    </button>
  );
}
