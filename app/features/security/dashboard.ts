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

const ADDRESS = '/functions/v1/security-scan';

/** Reads it again, as it is now. */
export async function fetchDashboard(): Promise<SecurityDashboard> {
  const response = await fetch(ADDRESS, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`The security dashboard was answered ${response.status}`);
  return (await response.json()) as SecurityDashboard;
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
