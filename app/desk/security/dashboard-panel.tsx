import { useEffect, useState } from 'react';
import { FETCHED_EVENTS, securityFigures } from '#core/security/security-dashboard.ts';
import { ShowNews } from '#kit/list/show-news.tsx';
import { Tabs } from '#kit/tabs.tsx';
import type { SecurityDashboard } from './dashboard.ts';
import { EventList } from './event-list.tsx';
import { Figures } from './figures.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Insights } from './insights.tsx';
import { RowLevelSecurityAlert } from './row-level-security-alert.tsx';
import { useShop } from '#core/settings/ui/use-shop.ts';
import { useNow } from '#kit/use-now.ts';
import { useNewEvents } from './use-new-events.ts';
import { logFailedLoad } from './use-scan.ts';

interface PanelProps extends SecurityDashboard {
  onRead: (dashboard: SecurityDashboard) => void;
}

export function DashboardPanel({ now: readAt, events, scan, onRead }: PanelProps) {
  const [tab, setTab] = useState('logs');
  const now = useNow(readAt);
  const { timeZone } = useShop();
  const figures = events && securityFigures(events, readAt, timeZone);
  const news = useNewEvents(events);
  const hasFailed = events === null;
  useEffect(() => {
    if (hasFailed) logFailedLoad();
  }, [hasFailed]);

  return (
    <>
      <RowLevelSecurityAlert scan={scan} now={now} onShowFindings={() => setTab('insights')} />
      <Figures figures={figures} />
      <div className="-mt-3 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm text-muted">
          These figures count the last {FETCHED_EVENTS} events. A security scan checks the whole shop.
        </p>
        <ShowNews label={news.label} onShow={() => news.latest && onRead(news.latest)} />
      </div>
      <Tabs
        label="Security Dashboard"
        value={tab}
        onValueChange={setTab}
        items={[
          {
            value: 'logs',
            label: 'Audit Logs',
            content: <EventList events={events ?? []} now={now} />,
          },
          {
            value: 'insights',
            label: 'Security Insights',
            content: <Insights figures={figures} scan={scan} now={now} />,
          },
          { value: 'help', label: 'How It Works', content: <HowItWorks /> },
        ]}
      />
    </>
  );
}
