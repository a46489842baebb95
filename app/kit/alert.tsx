import type { ReactNode } from 'react';
import { Icon } from './icons/icon.tsx';
import { classNames } from './class-names.ts';

const tones = {
  info: { look: 'bg-blue-100 text-blue-800', icon: 'Info' },
  success: { look: 'bg-green-100 text-green-800', icon: 'CircleCheck' },
  warning: { look: 'bg-yellow-100 text-yellow-800', icon: 'TriangleAlert' },
  danger: { look: 'bg-red-100 text-red-800', icon: 'CircleAlert' },
} as const;

interface AlertProps {
  tone?: keyof typeof tones;
  title?: ReactNode;
  children?: ReactNode;
  /** Set it for the result of the visitor's action. */
  announce?: boolean;
  id?: string;
  className?: string;
}

export function Alert({ tone = 'info', title, children, announce, id, className }: AlertProps) {
  const { look, icon } = tones[tone];
  return (
    <div
      id={id}
      role={announce ? 'alert' : undefined}
      className={classNames('flex gap-3 rounded-md border border-current/30 px-4 py-3', look, className)}
    >
      <Icon name={icon} className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0 grow">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
