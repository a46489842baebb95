import { REQUEST_LIMIT, formatSenderKey } from '#domain/part-request.ts';

const KEY = 'partyard.requests';

/** When each pair has sent its requests, in milliseconds since 1970. */
type Sent = Record<string, number[]>;

/** Spec §5: whether this browser has sent as many requests of the pair as may be sent in 15 minutes. */
export function hasAskedEnough(email: string, phone: string, now = Date.now()): boolean {
  return (recent(now)[formatSenderKey(email, phone)]?.length ?? 0) >= REQUEST_LIMIT.submissions;
}

export function noteRequest(email: string, phone: string, now = Date.now()): void {
  const sent = recent(now);
  const pair = formatSenderKey(email, phone);
  sent[pair] = [...(sent[pair] ?? []), now];
  try {
    localStorage.setItem(KEY, JSON.stringify(sent));
  } catch {
    // Blocked or full: the server counts too.
  }
}

/** What is recent enough to count. Whatever else stands in the storage is nothing. */
function recent(now: number): Sent {
  const since = now - REQUEST_LIMIT.minutes * 60_000;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = Object.entries(stored as Record<string, unknown>).flatMap(([pair, times]) => {
      const counted = Array.isArray(times) ? times.filter((time) => time > since && time <= now) : [];
      return counted.length > 0 ? [[pair, counted] as const] : [];
    });
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
