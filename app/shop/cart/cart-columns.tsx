import type { ReactNode } from 'react';

export function CartColumns({ lines, summary }: { lines: ReactNode; summary: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_min(22rem,40%)]">
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{lines}</ul>
      {summary}
    </div>
  );
}
