import type { ComponentProps } from 'react';
import { buttonClasses, type ButtonLook } from './button-classes.ts';
import { Spinner } from './spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner and ignores clicks. The caller changes the text. */
  busy?: boolean;
}

export function Button({ variant, size, busy, disabled, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || rest['aria-busy'] || undefined}
      className={buttonClasses({ variant, size }, className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
