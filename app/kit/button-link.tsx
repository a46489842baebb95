import { Link, type LinkProps } from './link.tsx';
import { buttonClasses, type ButtonLook } from './button-classes.ts';

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & ButtonLook) {
  return <Link {...rest} className={buttonClasses({ variant, size }, className)} />;
}
