import { Link, type LinkProps } from './link.tsx';
import { buttonClasses, type ButtonLook } from './button-classes.ts';

/** Looks like a button and goes somewhere. What changes something is a Button. */
export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClasses({ variant, size }, className)} />;
}
