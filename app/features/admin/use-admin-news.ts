import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { useTopic } from '#live';
import type { OpenAlerts } from './alerts.server.ts';

/** At most one request in this time, in milliseconds. */
export const PACE = { interval: 1_000, maxDelay: 0 };

const TITLE = 'Admin Panel | Partyard';

/** Fetches the alerts after a change. Returns how many are not on the page yet. */
export function useNewAlerts({ shown, total }: OpenAlerts): number {
  const { load, data } = useFetcher<{ alerts: OpenAlerts }>({ key: 'alerts' });
  useTopic('admin:alerts', () => void load('/admin'), PACE);
  if (!data) return 0;
  const known = new Set(shown.map(({ id }) => id));
  const unknown = data.alerts.shown.filter(({ id }) => !known.has(id)).length;
  return total > shown.length ? Math.max(data.alerts.total - total, 0) : unknown;
}

/** Counts the changes of each tab since the admin has looked at it, by the tab's address. */
export function useTabNews(shownTab: string): Record<string, number> {
  const [counts, setCounts] = useState<Record<string, number>>({});

  function count(tab: string) {
    if (tab === shownTab && !document.hidden) return;
    setCounts((current) => ({ ...current, [tab]: (current[tab] ?? 0) + 1 }));
  }
  useTopic('admin:parts', () => count('/admin'));
  useTopic('admin:audit', () => count('/admin/security'));

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

export function useTitleCount(count: number): void {
  useEffect(() => {
    document.title = count > 0 ? `(${count}) ${TITLE}` : TITLE;
  }, [count]);
}
