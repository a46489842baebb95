import { classNames } from './class-names.ts';

/** Add the text 'Loading...' once for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse rounded-sm bg-sunken motion-reduce:animate-none', className)}
    />
  );
}
