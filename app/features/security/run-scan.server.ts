import { sql, type Transaction } from 'kysely';
import type { DB } from '#db/types.ts';
import { worst } from '#domain/security-finding.ts';
import type { Database, Identity, Security } from '#services';

interface ScanOptions {
  database: Database;
  security: Security;
  admin: Extract<Identity, { role: 'authenticated' }>;
  clientAddress: string;
  userAgent: string | null;
}

/**
 * Scans the shop as an admin. The scan's own row is written before it begins (Spec §7). What it finds comes with its
 * end in one transaction: a scan that is killed in the middle has found nothing, and takes nothing from the one before.
 */
export async function runScan({ database, security, admin, ...from }: ScanOptions): Promise<void> {
  const timestamp = new Date().toISOString();
  const scanId = await database.as(admin, (transaction) =>
    write(transaction, from, 'security_scan', null, {
      scan_type: 'manual',
      initiated_by: 'admin',
      timestamp,
    }),
  );
  const { checks, rowLevelSecurity, findings } = await security.scan(admin.userId);
  await database.as(admin, async (transaction) => {
    for (const { event, ...details } of findings) {
      await write(transaction, from, `security_${event}`, scanId, details);
    }
    await write(transaction, from, 'security_scan_completed', scanId, {
      severity: worst(findings) ?? 'none',
      checks,
      findings: findings.length,
      row_level_security: rowLevelSecurity,
    });
  });
}

async function write(
  transaction: Transaction<DB>,
  { clientAddress, userAgent }: Pick<ScanOptions, 'clientAddress' | 'userAgent'>,
  action: string,
  scanId: string | null,
  details: object,
): Promise<string> {
  await sql`select set_config('app.client_address', ${clientAddress}, true)`.execute(transaction);
  const { rows } = await sql<{ id: string }>`
    select log_audit_event(p_action => ${action}, p_resource_type => 'system', p_resource_id => ${scanId},
      p_details => ${JSON.stringify(details)}::jsonb, p_user_agent => ${userAgent}) as id`.execute(
    transaction,
  );
  if (!rows[0]) throw new Error('The audit trail has taken no row');
  return rows[0].id;
}
