import type { ShownEvent } from '#core/security/security-dashboard.ts';
import type { ScanReport } from '#core/security/security-finding.ts';

export interface SecurityDashboard {
  /** Time of the read, in ISO 8601. */
  now: string;
  /** Null if the read failed. */
  events: ShownEvent[] | null;
  /** Null if there was no scan, 'unknown' if the read failed. */
  scan: ScanReport | null | 'unknown';
}

/** Replaces a failed read (Spec §8). */
const emptyDashboard: SecurityDashboard = { now: new Date(0).toISOString(), events: null, scan: 'unknown' };

const ADDRESS = '/functions/v1/security-scan';

function requestDashboard(): Promise<Response> {
  return fetch(ADDRESS, { signal: AbortSignal.timeout(20_000) });
}

/** Throws if the server does not return the dashboard. */
export async function fetchDashboard(): Promise<SecurityDashboard> {
  const response = await requestDashboard();
  if (!response.ok) throw new Error(`The security dashboard returned ${response.status}`);
  return (await response.json()) as SecurityDashboard;
}

/** Reloads the page if the user is no longer an admin, so that the server redirects. */
export async function loadDashboard(): Promise<SecurityDashboard> {
  try {
    const response = await requestDashboard();
    if (response.status === 401 || response.status === 403) window.location.reload();
    return response.ok ? ((await response.json()) as SecurityDashboard) : emptyDashboard;
  } catch {
    return emptyDashboard;
  }
}

/** Returns undefined on success, else the server's reason. */
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
