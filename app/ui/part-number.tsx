import { classNames } from './class-names.ts';

/** A manufacturer's number, set like one stamped into metal. It may break, but only where it is too long. */
export function PartNumber({ children, className }: { children: string; className?: string }) {
  return (
    <span className={classNames('font-stamp text-sm tracking-wide break-all text-muted', className)}>
      {children}
    </span>
  );
}
