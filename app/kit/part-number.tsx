import { classNames } from './class-names.ts';

export function PartNumber({ children, className }: { children: string; className?: string }) {
  return <span className={classNames('part-number', className)}>{children}</span>;
}
