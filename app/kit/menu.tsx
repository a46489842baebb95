import { useId, type MouseEvent, type ReactNode } from 'react';
import { buttonClasses, type ButtonLook } from './button-classes.ts';

interface MenuProps extends ButtonLook {
  trigger: ReactNode;
  label?: string;
  children: ReactNode;
  className?: string;
}

/** Works without JavaScript, which only closes the menu after a selection. */
export function Menu({ trigger, label, variant = 'quiet', size, children, className }: MenuProps) {
  const id = useId();
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        className={buttonClasses({ variant, size }, className)}
      >
        {trigger}
      </button>
      <div
        id={id}
        popover="auto"
        onClick={closeOnChoice}
        className="menu-popover min-w-56 rounded-md border border-line-strong bg-raised py-1.5 text-ink shadow-raised"
      >
        {children}
      </div>
    </>
  );
}

function closeOnChoice(event: MouseEvent<HTMLElement>) {
  if ((event.target as Element).closest('a, button')) event.currentTarget.hidePopover();
}
