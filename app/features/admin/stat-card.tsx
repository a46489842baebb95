import type { ReactNode } from 'react';
import { Card } from '#ui/card.tsx';

export function StatCards({ children }: { children: ReactNode }) {
  return <dl className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">{children}</dl>;
}

/** One figure of the whole shop. */
export function StatCard({ label, value, note }: { label: string; value: number; note?: string }) {
  return (
    <Card className="flex flex-col">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 font-heading text-2xl tabular-nums">{value.toLocaleString('en-US')}</dd>
      {note && <dd className="text-sm text-muted tabular-nums">{note}</dd>}
    </Card>
  );
}
