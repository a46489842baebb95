import type { ReactNode } from 'react';
import { Icon } from './icons/icon.tsx';
import type { IconName } from './icons/icon-names.ts';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  icon?: IconName;
  level?: 1 | 2 | 3;
}

export function EmptyState({ title, children, action, icon = 'PackageOpen', level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-line-strong px-5 py-12 text-center">
      <Icon name={icon} className="mb-4 size-10 text-faint stroke-[1.5]" />
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 max-w-prose text-balance text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
