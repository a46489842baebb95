import { classNames } from './class-names.ts';

/** A manufacturer's number, set like one stamped into metal. It may break, but only where it is too long. */
export function PartNumber({ children, className }: { children: string; className?: string }) {
  return <span className={classNames('part-number', className)}>{children}</span>;
}
