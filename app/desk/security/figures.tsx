import { Icon } from '#kit/icons/icon.tsx';
import type { IconName } from '#kit/icons/icon-names.ts';
import type { SecurityFigures, SystemHealth } from '#core/security/security-dashboard.ts';
import { StatCard, StatCards } from '#kit/stat-card.tsx';

const health: Record<SystemHealth, { icon: IconName; look: string; note: string }> = {
  good: { icon: 'CircleCheck', look: 'text-green-800', note: 'nothing unusual' },
  caution: { icon: 'TriangleAlert', look: 'text-yellow-800', note: 'many failed sign-ins' },
  warning: { icon: 'CircleAlert', look: 'text-danger', note: 'suspicious addresses' },
};

/** Shows dashes if the read failed. */
export function Figures({ figures }: { figures: SecurityFigures | null }) {
  return (
    <StatCards>
      <StatCard label="Total Events" value={figures?.total ?? '–'} />
      <StatCard label="Failed Logins" value={figures?.failedLogins ?? '–'} alarming={figures?.highRisk} />
      <StatCard label="Admin Actions" value={figures?.adminActions ?? '–'} />
      <StatCard label="Active Users" value={figures?.activeUsers ?? '–'} />
      <StatCard label="Recent (24h)" value={figures?.recent ?? '–'} />
      <StatCard
        label="System Health"
        value={figures ? <Health of={figures.health} /> : '–'}
        note={figures ? health[figures.health].note : undefined}
        alarming={figures?.health === 'warning'}
      />
    </StatCards>
  );
}

function Health({ of }: { of: SystemHealth }) {
  const { icon, look } = health[of];
  return (
    <span className={`flex items-center gap-2 ${look}`}>
      <Icon name={icon} className="size-5 shrink-0" />
      <span className="capitalize">{of}</span>
    </span>
  );
}
