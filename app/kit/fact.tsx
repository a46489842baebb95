import type { ReactNode } from 'react';

/** Shows nothing if there is no value. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="col-span-2 grid grid-cols-subgrid items-baseline border-t border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
