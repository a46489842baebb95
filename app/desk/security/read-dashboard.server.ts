import { sql } from 'kysely';
import {
  FETCHED_EVENTS,
  escapeInvisible,
  readableJson,
  type ShownEvent,
} from '#core/security/security-dashboard.ts';
import { readFinding, type ScanReport, worstFirst } from '#core/security/security-finding.ts';
import type { Database, Identity } from '#core/platform/database.server.ts';
import type { SecurityDashboard } from './dashboard.ts';

type Admin = Extract<Identity, { role: 'authenticated' }>;

interface ReadDashboard {
  database: Database;
  admin: Admin;
  logError: (error: unknown) => void;
}

/** Never throws: failed reads are only logged (Spec §8). */
export async function readDashboard({
  database,
  admin,
  logError,
}: ReadDashboard): Promise<SecurityDashboard> {
  const orNull = (error: unknown) => {
    logError(error);
    return null;
  };
  const [events, scan] = await Promise.all([
    readEvents(database, admin).catch(orNull),
    readNewestScan(database, admin).catch((error: unknown) => {
      logError(error);
      return 'unknown' as const;
    }),
  ]);
  return { now: new Date().toISOString(), events, scan };
}

interface Row {
  id: string;
  created_at: Date;
  action: string;
  resource_type: string | null;
  resource_id: string | null;
  user_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  admin_flag: boolean;
  sent_by_client: boolean;
  details: string;
}

/** Reads events. Details stay text, because any visitor may have written them. */
async function readEvents(database: Database, admin: Admin): Promise<ShownEvent[]> {
  const { rows } = await database.as(admin, (transaction) =>
    sql<Row>`
      select id, created_at, action, resource_type, resource_id, user_id, ip_address, user_agent,
        details @> '{"admin_action": true}' as admin_flag,
        details @> '{"sent_by_client": true}' as sent_by_client, details::text as details
      from audit_logs order by created_at desc limit ${FETCHED_EVENTS}`.execute(transaction),
  );
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    action: escapeInvisible(row.action),
    resourceType: escapeOptional(row.resource_type),
    resourceId: escapeOptional(row.resource_id),
    userId: row.user_id,
    ipAddress: escapeOptional(row.ip_address),
    userAgent: escapeOptional(row.user_agent),
    adminFlag: row.admin_flag,
    sentByClient: row.sent_by_client,
    details: readableJson(row.details),
  }));
}

function escapeOptional(text: string | null): string | null {
  return text === null ? null : escapeInvisible(text);
}

interface ScanRow {
  created_at: Date;
  user_id: string;
  action: string;
  details: unknown;
}

/** Ignores events that a client sent: an admin's browser can send these names. */
async function readNewestScan(database: Database, admin: Admin): Promise<ScanReport | null> {
  const { rows } = await database.as(admin, (transaction) =>
    sql<ScanRow>`
      with scan as (
        select created_at, user_id, resource_id
        from audit_logs
        where action like 'security\\_%' and action = 'security_scan_completed'
          and user_id in (select user_id from user_roles where role = 'admin')
          and not details ? 'sent_by_client'
        order by created_at desc limit 1
      )
      select logs.created_at, logs.user_id, logs.action, logs.details
      from scan
      join audit_logs as logs on logs.user_id = scan.user_id and logs.resource_id = scan.resource_id
        and logs.created_at <= scan.created_at and logs.created_at >= scan.created_at - interval '5 minutes'
      where logs.action like 'security\\_%' and not logs.details ? 'sent_by_client'`.execute(transaction),
  );
  const end = rows.find(({ action }) => action === 'security_scan_completed');
  if (!end) return null;
  const { checks, row_level_security: verdict } = end.details as Record<string, unknown>;
  return {
    finishedAt: end.created_at.toISOString(),
    by: end.user_id,
    checks: typeof checks === 'number' ? checks : 0,
    rowLevelSecurity: verdict === 'in place' || verdict === 'open' ? verdict : 'unknown',
    findings: worstFirst(
      rows.flatMap((row) => (row === end ? [] : (readFinding(row.action, row.details) ?? []))),
    ),
  };
}
