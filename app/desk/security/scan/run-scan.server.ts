import type { Transaction } from 'kysely';
import { raiseAlert, settleAlert } from '#core/alerts/alerts.server.ts';
import { writeEvents } from '#core/audit/write-events.server.ts';
import type { DB } from '#db/types.ts';
import type { AuditEvent } from '#core/audit/audit.ts';
import { type ScanReport, worstSeverity } from '#core/security/security-finding.ts';
import type { Database, UserIdentity } from '#core/platform/database.server.ts';
import type { Security } from '#core/security/security-scan.server.ts';

interface ScanOptions {
  database: Database;
  security: Security;
  admin: UserIdentity;
}

/** Logs the start, then findings and end in one transaction. An interrupted scan does not replace the last one. */
export async function runScan({ database, security, admin }: ScanOptions): Promise<void> {
  const timestamp = new Date().toISOString();
  const [scanId = null] = await database.as(admin, (transaction) =>
    writeEvents(transaction, [
      toEvent('security_scan', null, { scan_type: 'manual', initiated_by: 'admin', timestamp }),
    ]),
  );
  const { checks, rowLevelSecurity, findings } = await security.scan(admin.userId);
  await database.as(admin, (transaction) =>
    writeEvents(transaction, [
      ...findings.map(({ event: found, ...details }) => toEvent(`security_${found}`, scanId, details)),
      toEvent('security_scan_completed', scanId, {
        severity: worstSeverity(findings) ?? 'none',
        checks,
        findings: findings.length,
        row_level_security: rowLevelSecurity,
      }),
    ]),
  );
  await database.as({ role: 'service_role' }, (transaction) => reviewFindings(transaction, findings));
}

/** Keeps one alert for each serious finding, until a scan no longer has it. */
async function reviewFindings(transaction: Transaction<DB>, findings: ScanReport['findings']): Promise<void> {
  const serious = findings.filter(({ severity }) => severity === 'critical' || severity === 'high');
  for (const { event, severity, what } of serious) {
    await raiseAlert(transaction, {
      kind: 'scan-finding',
      subject: event,
      details: { Finding: what, Severity: severity },
    });
  }
  const open = await transaction
    .selectFrom('alerts')
    .select('subject')
    .where('kind', '=', 'scan-finding')
    .where('settled_at', 'is', null)
    .execute();
  for (const { subject } of open) {
    if (serious.some(({ event }) => event === subject)) continue;
    await settleAlert(transaction, { kind: 'scan-finding', subject });
  }
}

function toEvent(action: string, scanId: string | null, details: Record<string, unknown>): AuditEvent {
  return { action, resourceType: 'system', resourceId: scanId, details };
}
