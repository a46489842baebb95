import type { ComponentProps, MouseEvent } from 'react';
import { buttonClasses, type ButtonLook } from './button-classes.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and ignores clicks. The caller changes the text. */
  busy?: boolean;
}

/** A busy button is not disabled, which would take the focus from it. */
export function Button({ variant, size, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true, onClick: ignore })}
      className={buttonClasses({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

function ignore(event: MouseEvent) {
  event.preventDefault();
}
