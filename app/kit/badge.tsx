import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'neutral' | 'good' | 'info' | 'warning' | 'bad' | 'outline';

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-gray-100 text-gray-800',
  good: 'bg-green-100 text-green-800',
  info: 'bg-blue-100 text-blue-800',
  warning: 'bg-yellow-100 text-yellow-800',
  bad: 'bg-red-100 text-red-800',
  outline: 'bg-surface text-ink ring-1 ring-line-strong ring-inset',
};

export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={classNames('badge', tones[tone])}>{children}</span>;
}

const conditionClass = /^bg-(green|blue|yellow|orange|red|gray)-100 text-\1-800$/;

/** An unknown class shows as gray (Spec §3). */
export function ConditionBadge({
  colorClass,
  children,
}: {
  colorClass?: string | null;
  children: ReactNode;
}) {
  const color = colorClass && conditionClass.test(colorClass) ? colorClass : tones.neutral;
  return <span className={classNames('badge', color)}>{children}</span>;
}
