import { Link, type LinkProps } from './link.tsx';
import { classNames } from './class-names.ts';

export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={classNames('link', className)} />;
}
