import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '#services';

/** Checks the chain of an old month of page views before dropping it. */
const STATEMENT_TIMEOUT = '10min';

/** Runs nightly. A copy of the logged chain heads elsewhere reveals later if the trail was rewritten. */
export async function maintainAuditTrail(database: Database, log: Logger): Promise<void> {
  await database.as({ role: 'service_role' }, async (transaction) => {
    await sql`select set_config('statement_timeout', ${STATEMENT_TIMEOUT}, true)`.execute(transaction);
    const { rows } = await sql<{ line: string }>`select line from tend_audit_logs() as line`.execute(
      transaction,
    );
    for (const { line } of rows) log.warn({ month: line }, 'Old page views of the audit trail');
    const heads = await sql<object>`select chain, rows, last_hash from audit_heads()
      where dropped_at is null order by chain desc limit 4`.execute(transaction);
    log.info({ heads: heads.rows }, 'The audit trail ends here');
  });
}
