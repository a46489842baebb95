import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { classNames } from './class-names.ts';

interface StatCardsProps {
  /** Puts three cards with short figures side by side on a phone. */
  isDense?: boolean;
  children: ReactNode;
}

/** One row on a desk. Elsewhere, the last row is as wide as the others. */
export function StatCards({ isDense, children }: StatCardsProps) {
  return (
    <dl
      className={classNames(
        'mb-5 flex flex-wrap gap-2 *:grow sm:gap-3 sm:*:basis-[30%] lg:*:basis-0',
        isDense ? '*:basis-23' : '*:basis-[45%]',
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
