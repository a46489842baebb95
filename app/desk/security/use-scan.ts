import { useState } from 'react';
import { SCAN_WAIT } from '#core/security/security-dashboard.ts';
import { showToast } from '#kit/show-toast.ts';
import { fetchDashboard, requestScan, type SecurityDashboard } from './dashboard.ts';

/** Scans the shop, waits, and reloads the logs (Spec §7). */
export function useScan(onRead: (dashboard: SecurityDashboard) => void) {
  const [scanning, setScanning] = useState(false);

  async function scan() {
    if (scanning) return;
    setScanning(true);
    const failure = await requestScan();
    if (!failure) {
      await new Promise((resolve) => setTimeout(resolve, SCAN_WAIT));
      await fetchDashboard().then(onRead, logFailedLoad);
    }
    setScanning(false);
    await showToast(
      failure
        ? {
            kind: 'error',
            title: 'Security scan failed',
            ...(failure.refused !== undefined && { description: failure.refused }),
          }
        : { kind: 'success', title: 'Security scan completed successfully' },
    );
  }

  return { scanning, scan };
}

/** Logs as Spec §8 says. */
export function logFailedLoad(error?: unknown): void {
  console.error('The security audit logs could not be loaded', ...(error === undefined ? [] : [error]));
}
