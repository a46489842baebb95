import { createContext } from 'react-router';
import type { ScanReport } from './security-finding.ts';

export type SecurityScan = Pick<ScanReport, 'checks' | 'rowLevelSecurity' | 'findings'>;

export interface Security {
  /** Runs all checks, for at most 30 seconds. Concurrent calls share one scan. A failed check is a finding. */
  scan(adminId: string): Promise<SecurityScan>;
}

export const securityContext = createContext<Security>();
