import { writeEvents } from '#audit/server';
import type { AuditEvent } from '#domain/audit.ts';
import { worstSeverity } from '#domain/security-finding.ts';
import type { Database, Security, UserIdentity } from '#services';

interface ScanOptions {
  database: Database;
  security: Security;
  /** With where the admin asks from. */
  admin: UserIdentity;
}

/**
 * Scans the shop as an admin. The scan's own row is written before it begins (Spec §7). What it finds comes with its
 * end in one transaction: a scan that is killed in the middle has found nothing, and takes nothing from the one before.
 */
export async function runScan({ database, security, admin }: ScanOptions): Promise<void> {
  const timestamp = new Date().toISOString();
  const [scanId = null] = await database.as(admin, (transaction) =>
    writeEvents(transaction, [
      event('security_scan', null, { scan_type: 'manual', initiated_by: 'admin', timestamp }),
    ]),
  );
  const { checks, rowLevelSecurity, findings } = await security.scan(admin.userId);
  await database.as(admin, (transaction) =>
    writeEvents(transaction, [
      ...findings.map(({ event: found, ...details }) => event(`security_${found}`, scanId, details)),
      event('security_scan_completed', scanId, {
        severity: worstSeverity(findings) ?? 'none',
        checks,
        findings: findings.length,
        row_level_security: rowLevelSecurity,
      }),
    ]),
  );
}

function event(action: string, scanId: string | null, details: Record<string, unknown>): AuditEvent {
  return { action, resourceType: 'system', resourceId: scanId, details };
}
