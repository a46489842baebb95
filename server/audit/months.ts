import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#services';

/** The chain of an old month of page views is checked before the month is dropped. */
const TIME_OUT = '10min';

/**
 * Every night: makes the coming months, drops page views after a year, and logs where the chains end. A log that is
 * kept elsewhere shows later whether somebody wrote the trail anew.
 */
export async function maintainAuditTrail(database: Database, log: Logger): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    await sql`select set_config('statement_timeout', ${TIME_OUT}, true)`.execute(transaction);
    const { rows } = await sql<{ line: string }>`select line from tend_audit_logs() as line`.execute(
      transaction,
    );
    for (const { line } of rows) log.warn({ month: line }, 'Old page views of the audit trail');
    const heads = await sql<object>`select chain, rows, last_hash from audit_heads()
      where dropped_at is null order by chain desc limit 4`.execute(transaction);
    log.info({ heads: heads.rows }, 'The audit trail ends here');
  });
}
