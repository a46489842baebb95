import type { ReactNode } from 'react';
import { Icon } from './icons/icon.tsx';
import { PartNumber } from './part-number.tsx';

interface ErrorStateProps {
  title: ReactNode;
  children?: ReactNode;
  requestId?: string;
  action?: ReactNode;
  level?: 1 | 2 | 3;
}

export function ErrorState({ title, children, requestId, action, level = 2 }: ErrorStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      role="alert"
      className="flex flex-col items-center rounded-lg border border-line bg-surface px-5 py-12 text-center"
    >
      <Icon name="OctagonAlert" className="mb-4 size-10 text-danger stroke-[1.5]" />
      <Heading className="text-xl">{title}</Heading>
      {children && <div className="mt-2 max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
      {requestId && (
        <p className="mt-6 text-sm text-muted">
          Reference <PartNumber>{requestId}</PartNumber>
        </p>
      )}
    </div>
  );
}
