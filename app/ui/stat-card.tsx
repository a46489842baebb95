import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';

const columns = { 5: 'lg:grid-cols-5', 6: 'lg:grid-cols-6' };

export function StatCards({ count = 5, children }: { count?: keyof typeof columns; children: ReactNode }) {
  return (
    <dl className={classNames('mb-5 grid grid-cols-2 gap-3 sm:grid-cols-3', columns[count])}>{children}</dl>
  );
}

interface StatCardProps {
  label: string;
  value: ReactNode;
  note?: string | undefined;
  /** The note must say why. */
  alarming?: boolean;
}

export function StatCard({ label, value, note, alarming }: StatCardProps) {
  return (
    <Card className="flex flex-col">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classNames('mt-1 font-heading text-2xl', alarming && 'text-danger')}>
        {typeof value === 'number' ? value.toLocaleString('en-US') : value}
      </dd>
      {note && <dd className="text-sm text-muted tabular-nums">{note}</dd>}
    </Card>
  );
}
