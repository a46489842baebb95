import { classNames } from './class-names.ts';

/** The place of something that is loading, in its size (`h-4 w-32`). Say 'Loading...' once beside it. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-pulse rounded-sm bg-sunken motion-reduce:animate-none', className)}
    />
  );
}
