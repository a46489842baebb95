import { Suspense, useState } from 'react';
import { Icon } from '#kit/icons/icon.tsx';
import { Await } from 'react-router';
import { Button } from '#kit/button.tsx';
import { usePreparedToasts } from '#kit/show-toast.ts';
import type { SecurityDashboard } from './dashboard.ts';
import { DashboardPanel } from './dashboard-panel.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { useScan } from './use-scan.ts';

interface SecurityViewProps {
  dashboard: SecurityDashboard | Promise<SecurityDashboard>;
}

export function SecurityView({ dashboard }: SecurityViewProps) {
  const [refreshed, setRefreshed] = useState<SecurityDashboard>();
  const { scanning, scan } = useScan(setRefreshed);
  usePreparedToasts();
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1>Security Dashboard</h1>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <Button
            variant="primary"
            busy={scanning}
            onClick={() => void scan()}
            className="min-w-[min(--spacing(52),100%)] grow sm:min-w-52"
          >
            {!scanning && <Icon name="ShieldCheck" />}
            {scanning ? 'Scanning...' : 'Run Security Scan'}
          </Button>
          <Button className="grow" onClick={() => window.location.reload()}>
            <Icon name="RefreshCw" /> Refresh Data
          </Button>
        </div>
      </div>
      <Suspense fallback={<DashboardSkeleton />}>
        <Await resolve={dashboard}>
          {(loaded) => <DashboardPanel {...(refreshed ?? loaded)} onRead={setRefreshed} />}
        </Await>
      </Suspense>
    </>
  );
}
