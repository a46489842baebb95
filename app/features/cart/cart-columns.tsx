import type { ReactNode } from 'react';

export function CartColumns({ lines, summary }: { lines: ReactNode; summary: ReactNode }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">{lines}</ul>
      {summary}
    </div>
  );
}
