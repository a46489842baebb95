import type { ReactNode } from 'react';
import { Card } from '#kit/card.tsx';
import { Skeleton } from '#kit/skeleton.tsx';

export function CartColumns({ lines, summary }: { lines: ReactNode; summary: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_min(22rem,40%)]">
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{lines}</ul>
      {summary}
    </div>
  );
}

/** Takes the space of a cart with one line. */
export function CartSkeleton() {
  return (
    <>
      <p className="sr-only">Loading...</p>
      <CartColumns
        lines={
          <li className="grid grid-cols-[min(4.5rem,22%)_minmax(0,1fr)] gap-x-4 gap-y-2 p-4 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
            <Skeleton className="aspect-4/3 self-start sm:row-span-3" />
            <Skeleton className="h-12 w-2/3" />
            <Skeleton className="col-span-2 h-11 w-36 sm:col-span-1 sm:col-start-2" />
          </li>
        }
        summary={<SummarySkeleton />}
      />
    </>
  );
}

export function SummarySkeleton() {
  return (
    <Card>
      <Skeleton className="h-7 w-40" />
      <Skeleton className="mt-4 h-34" />
      <Skeleton className="mt-5 h-13" />
      <Skeleton className="mt-3 h-11" />
    </Card>
  );
}
