import { REQUEST_LIMIT, formatSenderKey } from './part-request.ts';

const STORAGE_KEY = 'partyard.requests';

/** Sender key -> times of requests (ms since 1970). */
type SentTimes = Record<string, number[]>;

export function isRateLimited(email: string, phone: string, now = Date.now()): boolean {
  return (readRecent(now)[formatSenderKey(email, phone)]?.length ?? 0) >= REQUEST_LIMIT.submissions;
}

export function recordRequest(email: string, phone: string, now = Date.now()): void {
  const sent = readRecent(now);
  const key = formatSenderKey(email, phone);
  sent[key] = [...(sent[key] ?? []), now];
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(sent));
  } catch {}
}

function readRecent(now: number): SentTimes {
  const since = now - REQUEST_LIMIT.minutes * 60_000;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    const entries = Object.entries(stored as Record<string, unknown>).flatMap(([key, times]) => {
      const recent = Array.isArray(times) ? times.filter((time) => time > since && time <= now) : [];
      return recent.length > 0 ? [[key, recent] as const] : [];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
