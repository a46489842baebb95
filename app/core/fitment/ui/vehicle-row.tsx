import type { ReactNode } from 'react';

interface VehicleRowProps {
  name: string;
  details: string;
  badge?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function VehicleRow({ name, details, badge, className = '', children }: VehicleRowProps) {
  return (
    <li className={className}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 wrap-anywhere">
        <strong className="text-lg font-semibold">{name}</strong> {badge}
      </p>
      {details && <p className="text-sm text-muted">{details}</p>}
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </li>
  );
}
