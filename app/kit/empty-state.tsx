import type { ReactNode } from 'react';
import drawings from './empty-drawings.svg?url&no-inline';
import { Icon } from './icons/icon.tsx';
import type { IconName } from './icons/icon-names.ts';

interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  drawing?: 'box' | 'cart' | 'search';
  /** Stands in place of the drawing. */
  icon?: IconName;
  level?: 1 | 2 | 3;
}

export function EmptyState(props: EmptyStateProps) {
  const { title, children, action, drawing = 'box', icon, level = 2 } = props;
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col items-center rounded-lg border border-dashed border-line-strong px-5 py-12 text-center">
      {icon ? (
        <Icon name={icon} className="mb-4 size-10 text-faint stroke-[1.5]" />
      ) : (
        <svg width={96} height={72} className="icon mb-4" aria-hidden>
          <use href={`${drawings}#${drawing}`} />
        </svg>
      )}
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 max-w-prose text-balance text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
