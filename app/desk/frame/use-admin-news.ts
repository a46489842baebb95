import { useEffect, useState } from 'react';
import { useTopic } from '#core/live/ui/live-store.ts';
import { useLatestFrom } from '#core/live/ui/use-latest.ts';
import type { Role } from '#core/accounts/role.ts';
import type { OpenAlerts } from '#core/alerts/list-alerts.server.ts';

/**
 * Counts alerts that are not on the page yet.
 * @param order Leaves out its alerts, which its own page shows.
 */
export function useNewAlerts(alerts: OpenAlerts, order: number | undefined): number {
  const latest = useLatestFrom<OpenAlerts>('/admin/open-alerts', 'admin:alerts', alerts, alerts.asOf);
  if (!latest) return 0;
  const shown = new Set(alerts.shown.map(({ id }) => id));
  return latest.shown.filter((alert) => !shown.has(alert.id) && alert.order !== order).length;
}

/** Counts what others have changed in each tab since the user has looked at it, by the tab's address. */
export function useTabNews(shownTab: string, role: Role): Record<string, number> {
  const [counts, setCounts] = useState<Record<string, number>>({});

  function count(tab: string) {
    if (tab === shownTab && !document.hidden) return;
    setCounts((current) => ({ ...current, [tab]: (current[tab] ?? 0) + 1 }));
  }
  useTopic('admin:parts', (isOwn) => !isOwn && count('/admin'));
  useTopic('admin:orders', (isOwn) => !isOwn && count('/admin/orders'));
  useTopic('admin:requests', (isOwn) => !isOwn && count('/admin/requests'));
  useTopic('admin:messages', (isOwn) => !isOwn && count('/admin/messages'));
  useTopic('admin:returns', (isOwn) => !isOwn && count('/admin/returns'));
  useTopic(role === 'admin' ? 'admin:audit' : undefined, (isOwn) => !isOwn && count('/admin/security'));

  useEffect(() => {
    function onLook() {
      if (!document.hidden) setCounts((current) => ({ ...current, [shownTab]: 0 }));
    }
    onLook();
    document.addEventListener('visibilitychange', onLook);
    return () => document.removeEventListener('visibilitychange', onLook);
  }, [shownTab]);
  return counts;
}

/** Shows the count before the title of the page, whose own text each page sets. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const title = document.title.replace(/^\(\d+\) /, '');
    document.title = count > 0 ? `(${count}) ${title}` : title;
  });
}
