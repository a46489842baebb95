import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';

const columns = { 5: 'lg:grid-cols-5', 6: 'lg:grid-cols-6' };

interface StatCardsProps {
  count?: keyof typeof columns;
  /** Puts three cards with short figures side by side on a phone. */
  isDense?: boolean;
  children: ReactNode;
}

export function StatCards({ count = 5, isDense, children }: StatCardsProps) {
  return (
    <dl
      className={classNames(
        'mb-5 grid gap-2 sm:grid-cols-3 sm:gap-3',
        isDense ? 'grid-cols-[repeat(auto-fit,minmax(5.75rem,1fr))]' : 'grid-cols-2',
        columns[count],
      )}
    >
      {children}
    </dl>
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
    <Card padding="none" className="flex flex-col px-3 py-2 sm:px-4">
      <dt className="text-sm text-muted max-sm:text-xs">{label}</dt>
      <dd className={classNames('font-heading text-2xl max-sm:text-xl sm:mt-1', alarming && 'text-danger')}>
        {typeof value === 'number' ? value.toLocaleString('en-US') : value}
      </dd>
      {note && <dd className="text-sm text-muted tabular-nums">{note}</dd>}
    </Card>
  );
}
