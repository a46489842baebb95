import type { ShownEvent } from '#domain/security-dashboard.ts';
import type { ScanReport } from '#domain/security-finding.ts';

/** What the dashboard is made of. */
export interface SecurityDashboard {
  /** When it was read, by the server's clock: an ISO time. */
  now: string;
  /** The newest events; null when they could not be read. */
  events: ShownEvent[] | null;
  /** The newest scan; null when there was none, 'unknown' when it could not be read. */
  scan: ScanReport | null | 'unknown';
}

/** Nothing could be read: only the console is told (Spec §8). */
const unread: SecurityDashboard = { now: new Date(0).toISOString(), events: null, scan: 'unknown' };

const ADDRESS = '/functions/v1/security-scan';

function fetchAnswer(): Promise<Response> {
  return fetch(ADDRESS, { signal: AbortSignal.timeout(20_000) });
}

/** Reads it again, as it is now. */
export async function fetchDashboard(): Promise<SecurityDashboard> {
  const response = await fetchAnswer();
  if (!response.ok) throw new Error(`The security dashboard was answered ${response.status}`);
  return (await response.json()) as SecurityDashboard;
}

/** Reads it for whoever comes to it. Whoever is no admin any more is sent where the server sends them. */
export async function loadDashboard(): Promise<SecurityDashboard> {
  try {
    const response = await fetchAnswer();
    if (response.status === 401 || response.status === 403) window.location.reload();
    return response.ok ? ((await response.json()) as SecurityDashboard) : unread;
  } catch {
    return unread;
  }
}

/** Has the shop scanned. Undefined when it was done, else what the shop says to it, if it says something. */
export async function requestScan(): Promise<{ refused: string | undefined } | undefined> {
  try {
    const response = await fetch(ADDRESS, { method: 'POST', signal: AbortSignal.timeout(45_000) });
    if (response.ok) return undefined;
    const { error } = (await response.json()) as { error?: string };
    return { refused: response.status < 500 ? error : undefined };
  } catch {
    return { refused: undefined };
  }
}
