import { useLatest } from '#core/live/ui/use-latest.ts';
import { FETCHED_EVENTS, type ShownEvent } from '#core/security/security-dashboard.ts';
import { loadDashboard } from './dashboard.ts';

const PACE = { interval: 2_000, maxDelay: 0 };

/** Reads the dashboard after new events, and counts those that are not on the page yet. */
export function useNewEvents(shown: ShownEvent[] | null) {
  const latest = useLatest({ topic: 'admin:audit', load: loadDashboard, base: shown, pace: PACE });
  const known = new Set(shown?.map(({ id }) => id));
  const count = latest?.events?.filter(({ id }) => !known.has(id)).length ?? 0;
  return { latest, label: count > 0 ? formatLabel(count) : null };
}

function formatLabel(count: number): string {
  if (count === 1) return 'Show 1 new event';
  return `Show ${count}${count === FETCHED_EVENTS ? ' or more' : ''} new events`;
}
