import { Link, type LinkProps } from './link.tsx';
import { classNames } from './class-names.ts';

export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(
        'rounded-sm text-link underline decoration-1 underline-offset-3 hover:text-link-hover hover:decoration-2',
        className,
      )}
    />
  );
}
